import type * as tsMorph from "ts-morph";
import type { Statement } from "./name-recursive-arrays.js";
import { ts } from "./typescript.js";

/**
 * Returns a type in which a query with the only member `mark` is a `querystring` of that member's type: openapi-typescript
 * doesn't know this location of parameters.
 */
export function restoreQuerystring(statement: Statement, mark: string): Statement {
  const restore = (node: tsMorph.ts.Node): tsMorph.ts.Node => {
    const visited = ts.visitEachChild(node, restore, undefined);
    if (!ts.isTypeLiteralNode(visited)) return visited;
    const members = visited.members.flatMap((member) => {
      const whole = querystringOf(member, mark);
      return whole && ts.isPropertySignature(member) ? [...emptyQuery(member), whole] : [member];
    });
    return ts.factory.updateTypeLiteralNode(visited, ts.factory.createNodeArray(members));
  };
  return restore(statement) as Statement;
}

/** Returns the member `querystring` for a member `query`; `undefined` for any other member. */
function querystringOf(member: tsMorph.ts.TypeElement, mark: string): tsMorph.ts.PropertySignature | undefined {
  if (!ts.isPropertySignature(member) || !member.type || !ts.isTypeLiteralNode(member.type)) return undefined;
  const [only] = member.type.members;
  if (!only || !ts.isPropertySignature(only) || !ts.isStringLiteral(only.name) || only.name.text !== mark) return undefined;
  const { modifiers, questionToken, type } = only;
  return ts.factory.updatePropertySignature(only, modifiers, ts.factory.createIdentifier("querystring"), questionToken, type);
}

function emptyQuery(query: tsMorph.ts.PropertySignature): tsMorph.ts.PropertySignature[] {
  const optional = ts.factory.createToken(ts.SyntaxKind.QuestionToken);
  const never = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
  return [ts.factory.updatePropertySignature(query, query.modifiers, query.name, optional, never)];
}

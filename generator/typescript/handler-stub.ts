import { ts } from "ts-morph";
import { propertyKey, stringLiteral } from "./encode.js";

/** What fills the holes of a template: `$name` in the template is the value of `name`. */
export type Holes = Readonly<Record<string, string>>;

interface Hole {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly place: "identifier" | "key" | "string" | "comment";
}

/**
 * Reads a template: a TypeScript file that compiles, in which the first member of the exported object is the
 * declaration to repeat. Its holes are `$names`: an identifier, a property key, a whole string, or a doc comment. Each
 * value is encoded for where its hole stands; a comment's value is a finished doc comment.
 */
export function readStubTemplate(text: string, fileName: string): (values: Holes) => string {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const member = firstMember(source);
  if (!member) throw new Error(`${fileName} exports no object with a member`);
  const start = member.getFullStart();
  const piece = text.slice(start, member.getEnd());
  const holes = [...tokenHoles(member, source), ...commentHoles(piece, start)].sort((a, b) => a.start - b.start);

  return (values) => {
    let result = "";
    let at = start;
    for (const hole of holes) {
      const value = values[hole.name];
      if (value === undefined) throw new Error(`${fileName} has a hole $${hole.name} that nothing fills`);
      result += text.slice(at, hole.start) + encode(value, hole);
      at = hole.end;
    }
    return `${(result + text.slice(at, start + piece.length)).replace(/^\n+/, "")},\n`;
  };
}

function firstMember(source: ts.SourceFile): ts.ObjectLiteralElementLike | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const value = statement.declarationList.declarations[0]?.initializer;
    if (value && ts.isObjectLiteralExpression(value)) return value.properties[0];
  }
  return undefined;
}

function tokenHoles(member: ts.Node, source: ts.SourceFile): Hole[] {
  const holes: Hole[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : "";
    if (/^\$[A-Za-z]+$/.test(name)) {
      const isKey = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
      const place = ts.isStringLiteral(node) ? "string" : isKey ? "key" : "identifier";
      holes.push({ start: node.getStart(source), end: node.getEnd(), name: name.slice(1), place });
    }
    ts.forEachChild(node, visit);
  };
  visit(member);
  return holes;
}

/** `/** $doc *\/` on lines of its own, with the indentation before it. */
function commentHoles(piece: string, offset: number): Hole[] {
  return [...piece.matchAll(/[ \t]*\/\*\* \$([A-Za-z]+) \*\/\n/g)].map((match) => ({
    start: offset + match.index,
    end: offset + match.index + match[0].length,
    name: match[1]!,
    place: "comment",
  }));
}

function encode(value: string, hole: Hole): string {
  switch (hole.place) {
    case "string":
      return stringLiteral(value);
    case "key":
      return propertyKey(value);
    case "comment":
      return value;
    case "identifier":
      if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(value)) throw new Error(`${JSON.stringify(value)} is no identifier`);
      return value;
    default:
      return hole.place satisfies never;
  }
}

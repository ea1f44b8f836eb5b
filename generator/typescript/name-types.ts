import type * as tsMorph from "ts-morph";
import type { OperationTypeNames, TypeNames } from "../model/type-names.js";
import type { Statement } from "./name-recursive-arrays.js";
import { ts } from "./typescript.js";

type Node = tsMorph.ts.Node;
type TypeNode = tsMorph.ts.TypeNode;
type Member = tsMorph.ts.PropertySignature;
type Interface = tsMorph.ts.InterfaceDeclaration;

/**
 * Gives types of their own to components and operations in the output of openapi-typescript, so that editors show `Unit` where
 * they would show its members, and leaves out members that say nothing:
 *
 *     export interface components {
 *       schemas: {
 *         Unit: Unit;
 *       };
 *     }
 *
 *     export type Unit = { name: string };
 *
 *     export interface GetUnitOperation {
 *       parameters: { path: GetUnitPath };
 *     }
 */
export function nameTypes(statements: readonly Statement[], names: TypeNames): Statement[] {
  const rename = createRename(statements, names);
  const named: Statement[] = [];
  const left = statements.map((statement): Statement => {
    if (!ts.isInterfaceDeclaration(statement)) return rename(statement) as Statement;
    const { text } = statement.name;
    if (text === "paths" || text === "webhooks") return withMembers(statement, statement.members.map(withoutNever).map(rename));
    if (text === "components") return nameSchemas(statement, names, rename, named);
    if (text === "operations") return nameOperations(statement, names, rename, named);
    return rename(statement) as Statement;
  });
  return [...left, ...named];
}

type Rename = <Of extends Node>(node: Of) => Of;

/** Replaces references to components: those to schemas by their names, those to parameters and headers by what they are. */
function createRename(statements: readonly Statement[], { schemas }: TypeNames): Rename {
  const components = statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === "components");
  const inlined = new Map(
    ["parameters", "headers"].map((section) => {
      const members = literalMembers(components?.members.filter(ts.isPropertySignature).find(isNamed(section))?.type);
      return [section, new Map(members.map((member) => [nameOf(member), member.type]))] as const;
    }),
  );
  const rename = (node: Node): Node => {
    const component = componentOf(node);
    if (component?.section === "schemas" && schemas.has(component.name)) return reference(schemas.get(component.name)!);
    const type = component && inlined.get(component.section)?.get(component.name);
    if (type) return rename(type);
    return ts.visitEachChild(node, rename, undefined);
  };
  return rename as Rename;
}

function nameSchemas(statement: Interface, names: TypeNames, rename: Rename, named: Statement[]): Interface {
  const sections = statement.members.map((section) => {
    if (!ts.isPropertySignature(section) || nameOf(section) !== "schemas") return rename(section);
    const members = literalMembers(section.type).map((member) => {
      const name = names.schemas.get(nameOf(member));
      if (name === undefined) return rename(member);
      named.push(declare(name, rename(member.type!), member));
      return withType(member, reference(name));
    });
    return members.length === 0 ? section : withType(section, ts.factory.createTypeLiteralNode(members));
  });
  return withMembers(statement, sections);
}

function nameOperations(statement: Interface, names: TypeNames, rename: Rename, named: Statement[]): Interface {
  const members = statement.members.map((member) => {
    const own = ts.isPropertySignature(member) ? names.operations.get(nameOf(member)) : undefined;
    if (!own || !ts.isPropertySignature(member)) return rename(withoutNever(member));
    const parts: Statement[] = [];
    const described = literalMembers(member.type).flatMap((part) => nameParts(part, own, rename, parts));
    const modifiers = [ts.factory.createToken(ts.SyntaxKind.ExportKeyword)];
    named.push(ts.factory.createInterfaceDeclaration(modifiers, own.operation, undefined, undefined, described), ...parts);
    named.push(
      ...sharedParts(nameOf(member), own, new Set(parts.filter(ts.isTypeAliasDeclaration).map(({ name }) => name.text))),
    );
    return withType(member, reference(own.operation));
  });
  return withMembers(statement, members);
}

/** Names what an operation takes from the components of a contract: bodies that it shares with others. */
function sharedParts(id: string, own: OperationTypeNames, named: ReadonlySet<string>): Statement[] {
  const shared = (name: string, path: readonly string[]): Statement[] => {
    if (named.has(name)) return [];
    const type = path.reduce<TypeNode>((of, key) => {
      // An optional body has no content otherwise.
      const whole = key !== "content" ? of : ts.factory.createTypeReferenceNode("NonNullable", [of]);
      return ts.factory.createIndexedAccessTypeNode(whole, literalKey(key));
    }, reference("operations"));
    return [declare(name, type)];
  };
  return [
    ...[...own.bodies].flatMap(([media, name]) => shared(name, [id, "requestBody", "content", media])),
    ...[...own.responses].flatMap(([key, name]) => {
      const [status, media] = [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)];
      return shared(name, [id, "responses", status, "content", media]);
    }),
  ];
}

function literalKey(key: string): TypeNode {
  const isStatus = /^[1-5][0-9][0-9]$/.test(key);
  return ts.factory.createLiteralTypeNode(isStatus ? ts.factory.createNumericLiteral(key) : ts.factory.createStringLiteral(key));
}

/** Names the parameters, the body or the responses of an operation. */
function nameParts(part: Member, own: OperationTypeNames, rename: Rename, named: Statement[]): Member[] {
  const name = (of: ReadonlyMap<string, string>, prefix: string) => (member: Member) => {
    const wanted = of.get(prefix + nameOf(member));
    if (wanted === undefined) return rename(member);
    named.push(declare(wanted, rename(member.type!)));
    return withType(member, reference(wanted));
  };
  switch (nameOf(part)) {
    case "parameters":
      return [mapMembers(withoutNeverMembers(part), name(new Map(Object.entries(own.parameters)), ""))];
    case "requestBody":
      return isNever(part) ? [] : [mapContent(part, name(own.bodies, ""), rename)];
    case "responses":
      return [mapMembers(part, (response) => mapContent(response, name(own.responses, `${nameOf(response)} `), rename))];
    default:
      return [rename(part)];
  }
}

function mapContent(holder: Member, map: (member: Member) => Member, rename: Rename): Member {
  if (!holder.type || !ts.isTypeLiteralNode(holder.type)) return rename(holder);
  return mapMembers(holder, (member) => (nameOf(member) === "content" ? mapMembers(member, map) : rename(member)));
}

function mapMembers(holder: Member, map: (member: Member) => Member): Member {
  if (!holder.type || !ts.isTypeLiteralNode(holder.type)) return holder;
  const members = holder.type.members.map((member) => (ts.isPropertySignature(member) ? map(member) : member));
  return withType(holder, ts.factory.createTypeLiteralNode(members));
}

/** Leaves out methods that a path doesn't have, locations without parameters, and bodies that requests don't have. */
function withoutNever<Of extends Node>(item: Of): Of | Member {
  if (!ts.isPropertySignature(item)) return item;
  const left = withoutNeverMembers(item);
  const members = literalMembers(left.type).map((member) =>
    nameOf(member) === "parameters" ? withoutNeverMembers(member) : member,
  );
  const isOperation = members.some((member) => nameOf(member) === "responses");
  const saysNothing = (member: Member) => nameOf(member) === "parameters" && literalMembers(member.type).length === 0;
  const described = members.filter((member) => isOperation || !saysNothing(member));
  return ts.isTypeLiteralNode(left.type!) ? withType(left, ts.factory.createTypeLiteralNode(described)) : left;
}

function withoutNeverMembers(holder: Member): Member {
  if (!holder.type || !ts.isTypeLiteralNode(holder.type)) return holder;
  return withType(holder, ts.factory.createTypeLiteralNode(holder.type.members.filter((member) => !isNever(member))));
}

function isNever(member: Node): boolean {
  return ts.isPropertySignature(member) && !!member.questionToken && member.type?.kind === ts.SyntaxKind.NeverKeyword;
}

/** Declares an alias, with the comment of a member. */
function declare(name: string, type: TypeNode, commented?: Member): Statement {
  const alias = ts.factory.createTypeAliasDeclaration(
    [ts.factory.createToken(ts.SyntaxKind.ExportKeyword)],
    name,
    undefined,
    type,
  );
  const comments = commented && ts.getSyntheticLeadingComments(commented);
  if (!comments) return alias;
  ts.setSyntheticLeadingComments(commented, undefined);
  return ts.setSyntheticLeadingComments(alias, comments);
}

function withType(member: Member, type: TypeNode): Member {
  return ts.factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
}

function withMembers(statement: Interface, members: readonly tsMorph.ts.TypeElement[]): Interface {
  const { modifiers, name, typeParameters, heritageClauses } = statement;
  return ts.factory.updateInterfaceDeclaration(statement, modifiers, name, typeParameters, heritageClauses, members);
}

function reference(name: string): TypeNode {
  return ts.factory.createTypeReferenceNode(name);
}

function literalMembers(type: TypeNode | undefined): Member[] {
  return type && ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : [];
}

function isNamed(name: string): (member: Member) => boolean {
  return (member) => nameOf(member) === name;
}

function nameOf({ name }: Member): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : "";
}

/** Returns the section and the name for `components["schemas"]["Unit"]`. */
function componentOf(node: Node): { readonly section: string; readonly name: string } | undefined {
  const name = indexOf(node);
  const section = name && indexOf(name.of);
  if (!section || !ts.isTypeReferenceNode(section.of) || !ts.isIdentifier(section.of.typeName)) return undefined;
  return section.of.typeName.text === "components" ? { section: section.key, name: name.key } : undefined;
}

function indexOf(node: Node): { readonly of: TypeNode; readonly key: string } | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return undefined;
  const { literal } = node.indexType;
  return ts.isStringLiteral(literal) ? { of: node.objectType, key: literal.text } : undefined;
}

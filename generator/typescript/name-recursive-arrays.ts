import type * as tsMorph from "ts-morph";
import { createNamer, pascalCase } from "../model/names.js";
import { ts } from "./typescript.js";

/** A top-level statement of a file. */
export type Statement = tsMorph.ts.Statement;
type TypeNode = tsMorph.ts.TypeNode;

/**
 * Gives a type alias to schemas that only contain themselves through arrays, such as lists of lists: TypeScript allows an alias
 * to refer to itself there, but not a property. Changes the output of openapi-typescript in place.
 */
export function nameRecursiveArrays(statements: readonly Statement[]): readonly Statement[] {
  const schemas = findSchemas(statements);
  const recursive = findRecursive(new Map([...schemas].map(([name, { type }]) => [name, referencesOf(type!)])));
  if (recursive.length === 0) return statements;
  const nameFor = createNamer(statements.filter(isNamed).map(({ name }) => name.text));
  const aliases = new Map(recursive.map((name) => [name, nameFor(`Recursive${pascalCase(name)}`)]));
  const declarations = [...aliases].map(([name, alias]) => {
    const property = schemas.get(name) as { type: TypeNode };
    const type = referByAlias(property.type, aliases);
    property.type = ts.factory.createTypeReferenceNode(alias);
    return ts.factory.createTypeAliasDeclaration(undefined, alias, undefined, type);
  });
  return [...statements, ...declarations];
}

/** Prints `components["schemas"]["Row"][]` as `RecursiveRow[]`: through the property it would still be circular. */
function referByAlias(type: TypeNode, aliases: ReadonlyMap<string, string>): TypeNode {
  const visit = (node: tsMorph.ts.Node): tsMorph.ts.Node => {
    if (ts.isTypeLiteralNode(node)) return node;
    const alias = aliases.get(schemaOf(node) ?? "");
    return alias === undefined ? ts.visitEachChild(node, visit, undefined) : ts.factory.createTypeReferenceNode(alias);
  };
  return visit(type) as TypeNode;
}

function isNamed(node: Statement): node is tsMorph.ts.InterfaceDeclaration | tsMorph.ts.TypeAliasDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

/** Returns the members of `schemas` in the interface `components`. */
function findSchemas(statements: readonly Statement[]): Map<string, tsMorph.ts.PropertySignature> {
  const components = statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === "components");
  const schemas = components?.members.filter(ts.isPropertySignature).find((member) => nameOf(member) === "schemas");
  const members = schemas?.type && ts.isTypeLiteralNode(schemas.type) ? [...schemas.type.members] : [];
  return new Map(members.filter(ts.isPropertySignature).map((member) => [nameOf(member), member]));
}

function nameOf({ name }: tsMorph.ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : "";
}

/** Returns the schemas that a type refers to outside of objects, whose members the compiler resolves later. */
function referencesOf(type: TypeNode): Set<string> {
  const found = new Set<string>();
  const visit = (node: tsMorph.ts.Node): void => {
    if (ts.isTypeLiteralNode(node)) return;
    const schema = schemaOf(node);
    if (schema !== undefined) found.add(schema);
    ts.forEachChild(node, visit);
  };
  visit(type);
  return found;
}

/** Returns `Row` for `components["schemas"]["Row"]`. */
function schemaOf(node: tsMorph.ts.Node): string | undefined {
  const isIndexed = ts.isIndexedAccessTypeNode(node) && ts.isLiteralTypeNode(node.indexType);
  return isIndexed && ts.isStringLiteral(node.indexType.literal) ? node.indexType.literal.text : undefined;
}

/** Returns the names whose references lead back to themselves. */
function findRecursive(references: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...references.keys()].filter((start) => {
    const seen = new Set<string>();
    const open = [...references.get(start)!];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name === start) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(...(references.get(name) ?? []));
    }
    return false;
  });
}

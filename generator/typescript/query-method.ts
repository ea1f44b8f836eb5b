import type * as tsMorph from "ts-morph";
import { isObject, ownObject, type JsonObject } from "../document/json-value.js";
import type { Statement } from "./name-recursive-arrays.js";
import { ts } from "./typescript.js";

/** Begins the name of a path item that holds the `query` of another one: a code point that no text has. */
const queryMark = "\u{f0024}";

const sections = ["paths", "webhooks"] as const;

/**
 * Gives each operation of the method `query`, which openapi-typescript doesn't know, a path item of its own, as a `post`.
 * `restoreQueries` takes it back.
 */
export function separateQueries(document: JsonObject): JsonObject {
  const copy = { ...document };
  for (const section of sections) {
    const items = ownObject(document, section);
    const separated = Object.entries(items ?? {}).flatMap(([name, item]) => {
      if (!isObject(item) || !isObject(item["query"])) return [];
      const { parameters = [], query } = item;
      return [[queryMark + name, { parameters, post: query }] as const];
    });
    if (separated.length > 0) copy[section] = { ...items, ...Object.fromEntries(separated) };
  }
  return copy;
}

/** Moves the types of separated operations to where the document has them. */
export function restoreQueries(statements: readonly Statement[]): Statement[] {
  return statements.map((statement) => {
    if (!ts.isInterfaceDeclaration(statement)) return statement;
    if (!sections.some((section) => section === statement.name.text)) return statement;
    const queries = new Map<string, tsMorph.ts.TypeNode>();
    for (const { name, item } of pathItems(statement)) {
      if (name.startsWith(queryMark)) queries.set(name.slice(queryMark.length), typeOf(item, "post"));
    }
    if (queries.size === 0) return statement;
    const members = pathItems(statement).flatMap(({ name, item, property }) => {
      if (name.startsWith(queryMark)) return [];
      const type = queries.get(name);
      if (type === undefined) return [property];
      const query = ts.factory.createPropertySignature(undefined, "query", undefined, type);
      const literal = ts.factory.createTypeLiteralNode([...item.members, query]);
      return [ts.factory.updatePropertySignature(property, property.modifiers, property.name, property.questionToken, literal)];
    });
    const { modifiers, name, typeParameters, heritageClauses } = statement;
    return ts.factory.updateInterfaceDeclaration(statement, modifiers, name, typeParameters, heritageClauses, members);
  });
}

interface PathItemType {
  readonly name: string;
  readonly item: tsMorph.ts.TypeLiteralNode;
  readonly property: tsMorph.ts.PropertySignature;
}

function pathItems({ members }: tsMorph.ts.InterfaceDeclaration): PathItemType[] {
  return members.flatMap((property) => {
    if (!ts.isPropertySignature(property) || !property.type || !ts.isTypeLiteralNode(property.type)) return [];
    return [{ name: nameOf(property), item: property.type, property }];
  });
}

function typeOf(item: tsMorph.ts.TypeLiteralNode, method: string): tsMorph.ts.TypeNode {
  const property = item.members.filter(ts.isPropertySignature).find((member) => nameOf(member) === method);
  return property!.type!;
}

function nameOf({ name }: tsMorph.ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : "";
}

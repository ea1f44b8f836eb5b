import type * as tsMorph from "ts-morph";
import { isObject, ownObject, type JsonObject } from "../document/json-value.js";
import { additionalOperations, hasOwnField, operationsOf } from "../document/path-operations.js";
import type { Statement } from "./name-recursive-arrays.js";
import { ts } from "./typescript.js";

/** Separates method and name in the name of a path item for an operation of another one: a code point that no text contains. */
const mark = "\u{f0024}";

const sections = ["paths", "webhooks"] as const;

/**
 * Moves each operation of a method that openapi-typescript doesn't support (`query` and those in `additionalOperations`) to a
 * path item of its own, as a `post`. `restoreOperations` reverses that.
 */
export function separateOperations(document: JsonObject): JsonObject {
  const copy = { ...document };
  for (const section of sections) {
    const items = ownObject(document, section);
    const separated = Object.entries(items ?? {}).flatMap(([name, item]) => {
      if (!isObject(item)) return [];
      const { parameters = [] } = item;
      const unknown = operationsOf(item).filter(({ method }) => method === "query" || !hasOwnField(method));
      return unknown.map(({ method, operation }) => [`${mark}${method}${mark}${name}`, { parameters, post: operation }] as const);
    });
    if (separated.length > 0) copy[section] = { ...items, ...Object.fromEntries(separated) };
  }
  return copy;
}

/** Moves the types of separated operations to their location in the document. */
export function restoreOperations(statements: readonly Statement[]): Statement[] {
  return statements.map((statement) => {
    if (!ts.isInterfaceDeclaration(statement)) return statement;
    if (!sections.some((section) => section === statement.name.text)) return statement;
    const separated = new Map<string, tsMorph.ts.PropertySignature[]>();
    for (const { name, item } of pathItems(statement)) {
      if (!name.startsWith(mark)) continue;
      const [, method = "", path = ""] = name.split(mark);
      separated.set(path, [...(separated.get(path) ?? []), property(method, typeOf(item, "post"))]);
    }
    if (separated.size === 0) return statement;
    const members = pathItems(statement).flatMap(({ name, item, property: written }) => {
      if (name.startsWith(mark)) return [];
      const operations = separated.get(name);
      if (operations === undefined) return [written];
      const literal = ts.factory.createTypeLiteralNode([...item.members, ...placed(operations)]);
      return [ts.factory.updatePropertySignature(written, written.modifiers, written.name, written.questionToken, literal)];
    });
    const { modifiers, name, typeParameters, heritageClauses } = statement;
    return ts.factory.updateInterfaceDeclaration(statement, modifiers, name, typeParameters, heritageClauses, members);
  });
}

/** Returns the members of a path item for operations. Methods without a field of their own are in `additionalOperations`. */
function placed(operations: readonly tsMorph.ts.PropertySignature[]): tsMorph.ts.PropertySignature[] {
  const others = operations.filter((operation) => !hasOwnField(nameOf(operation)));
  const fields = operations.filter((operation) => hasOwnField(nameOf(operation)));
  return others.length === 0 ? fields : [...fields, property(additionalOperations, ts.factory.createTypeLiteralNode(others))];
}

function property(name: string, type: tsMorph.ts.TypeNode): tsMorph.ts.PropertySignature {
  const isIdentifier = /^[A-Za-z]+$/.test(name);
  return ts.factory.createPropertySignature(
    undefined,
    isIdentifier ? name : ts.factory.createStringLiteral(name),
    undefined,
    type,
  );
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

// The only module that uses openapi-typescript. Its main entry loads a second Redocly and lints again; a bundled document only
// needs the transform.
import {
  astToString,
  stringToAST,
  tsRecord,
  tsWithRequired,
  NEVER,
  STRING,
  type TypeNode,
} from "openapi-typescript/dist/lib/ts.mjs";
import transformSchema from "openapi-typescript/dist/transform/index.mjs";
import transformSchemaObject from "openapi-typescript/dist/transform/schema-object.mjs";
import { resolveRef } from "openapi-typescript/dist/lib/utils.mjs";
import { isObject, ownObject, ownString, ownStrings, type JsonObject } from "../../document/json-value.js";
import type { WrittenIntegers } from "../../document/written-integers.js";
import { fileFacts } from "../../json-schema/variants/variant.js";
import { restoreQuerystring } from "../../typescript/query-string.js";
import { restoreOperations, separateOperations } from "../../typescript/other-methods.js";
import { ts } from "../../typescript/typescript.js";
import { hashMark, itemsMark, optionalMark, querystringMark, requiredMark, restMark } from "./types-document.js";
import { nameRecursiveArrays, type Statement } from "../../typescript/name-recursive-arrays.js";
import { nameTypes } from "../../typescript/name-types.js";
import type { TypeNames } from "../../model/type-names.js";

/**
 * openapi-typescript's own `WithRequired` supports neither types that may be null nor unions whose members have other properties.
 */
const withRequired =
  "type WithRequired<T, K extends PropertyKey> = T extends object ? T & Required<Pick<T, K & keyof T>> & Record<Exclude<K, keyof T>, unknown> : T;";

type Printed = Parameters<typeof ts.factory.createArrayTypeNode>[0];

/** What a marked schema becomes, given the type of what the mark contains. */
const wrappers: readonly (readonly [mark: string, wrap: (type: Printed) => Printed])[] = [
  [itemsMark, (type) => ts.factory.createTypeReferenceNode("AsyncIterable", [type])],
  [optionalMark, (type) => ts.factory.createOptionalTypeNode(type)],
  [restMark, (type) => ts.factory.createRestTypeNode(ts.factory.createArrayTypeNode(type))],
];

/** Prints the `paths`, `components` and `operations` types of a bundled OpenAPI 3.1 document, and the types that have names. */
export function printTypes(document: JsonObject, integers: WrittenIntegers, names: TypeNames): string {
  const context = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    // The sender may still omit a property with a default.
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    conditionalEnums: false,
    dedupeEnums: false,
    excludeDeprecated: false,
    exportType: false,
    immutable: false,
    rootTypes: false,
    rootTypesNoSchemaPrefix: false,
    rootTypesKeepCasing: false,
    injectFooter: [] as TypeNode[],
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    silent: true,
    makePathsEnum: false,
    generatePathParams: false,
    readWriteMarkers: false,
    transform: (schema: JsonObject, options: object) => {
      const marked = schema[requiredMark];
      if (isObject(marked)) {
        const type = transformSchemaObject(marked["schema"]!, options);
        return tsWithRequired(type, ownStrings(marked, "required"), context.injectFooter);
      }
      for (const [mark, wrap] of wrappers) {
        const inner = schema[mark];
        if (inner !== undefined) return wrap(transformSchemaObject(inner, options) as Printed) as TypeNode;
      }
      if (isClosedAndEmpty(schema)) return tsRecord(STRING, NEVER);
      return fileFacts(schema) ? (ts.factory.createTypeReferenceNode("Blob") as TypeNode) : undefined;
    },
    resolve: (ref: string) => resolveRef(document, ref, { silent: true }),
  };
  const transformed = (transformSchema(separateOperations(document), context) as Statement[]).map((statement) =>
    isWithRequired(statement) ? (stringToAST(withRequired)[0] as Statement) : statement,
  );
  const placed = restoreOperations(transformed);
  const hasQuerystring = ownString(document, "openapi")?.startsWith("3.2");
  const statements = nameRecursiveArrays(
    hasQuerystring ? placed.map((statement) => restoreQuerystring(statement, querystringMark)) : placed,
  );
  if (integers.all.length > 0) for (const statement of statements) keepDigits(statement, integers);
  if (hasMarkedIds(document)) for (const statement of statements) restoreHashes(statement);
  for (const statement of statements) dropTypeTags(statement);
  return indentByTwo(astToString(nameTypes(statements, names)));
}

/** TypeScript's printer indents by four spaces. No type has a text of several lines, and lines of comments start with `*`. */
function indentByTwo(text: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => spaces.slice(spaces.length / 2));
}

/** Removes `@enum {string}` and `@constant` from comments: the type next to them contains the same. */
function dropTypeTags(node: Parameters<typeof ts.forEachChild>[0]): void {
  const comments = ts.getSyntheticLeadingComments(node);
  if (comments) {
    const left = comments.map((comment) => ({ ...comment, text: withoutTypeTags(comment.text) }));
    ts.setSyntheticLeadingComments(
      node,
      left.filter(({ text }) => text !== ""),
    );
  }
  ts.forEachChild(node, dropTypeTags);
}

function withoutTypeTags(text: string): string {
  const left = text.replace(/^ \* @(?:constant|enum \{[\w|]+\})\n/gm, "");
  if (left === "*\n " || /^\* @(?:constant|enum \{[\w|]+\}) $/.test(left)) return "";
  return left === text ? text : left.replace(/^\*\n \* (.*)\n $/, "* $1 ");
}

/** Gives literals beyond 2^53 their digits from the contract; to the compiler they are the same type. */
function keepDigits(node: Parameters<typeof ts.forEachChild>[0], integers: WrittenIntegers): void {
  const isNegative = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken;
  const literal = isNegative ? node.operand : node;
  if (ts.isNumericLiteral(literal)) {
    const value = Number(literal.text);
    if (!Number.isSafeInteger(value)) literal.text = integers.print(isNegative ? -value : value).replace("-", "");
  } else ts.forEachChild(node, (child) => keepDigits(child, integers));
}

/** Whether the id of an operation, including those of webhooks and callbacks, has a mark. */
function hasMarkedIds(document: JsonObject): boolean {
  const items = ["paths", "webhooks"].flatMap((section) => Object.values(ownObject(document, section) ?? {}));
  const operations = items.flatMap((item) => (isObject(item) ? Object.values(item) : []));
  return operations.some((operation) => ownString(operation, "operationId")?.includes(hashMark));
}

function restoreHashes(node: Parameters<typeof ts.forEachChild>[0]): void {
  if (ts.isStringLiteral(node)) node.text = node.text.replaceAll(hashMark, "#");
  else ts.forEachChild(node, restoreHashes);
}

function isWithRequired(statement: Statement): boolean {
  return ts.isTypeAliasDeclaration(statement) && statement.name.text === "WithRequired";
}

/** Only `{}` is valid. */
function isClosedAndEmpty(schema: JsonObject): boolean {
  const properties = schema["properties"];
  return (
    schema["type"] === "object" &&
    schema["additionalProperties"] === false &&
    (properties === undefined || Object.keys(properties as object).length === 0) &&
    !["patternProperties", "allOf", "anyOf", "oneOf"].some((keyword) => keyword in schema)
  );
}

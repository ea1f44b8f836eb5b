// The one place that knows openapi-typescript. Its main entry loads a second Redocly and lints again; the transform
// alone is what is needed for a document that is closed already.
import { astToString, tsRecord, NEVER, STRING, type TypeNode } from "openapi-typescript/dist/lib/ts.mjs";
import transformSchema from "openapi-typescript/dist/transform/index.mjs";
import { resolveRef } from "openapi-typescript/dist/lib/utils.mjs";
import type * as tsMorph from "ts-morph";
import type { JsonObject } from "../../load/json-value.js";
import type { WrittenIntegers } from "../../load/written-integers.js";
import { fileMark } from "../../model/sides/side.js";
import { ts } from "../../typescript/typescript.js";
import { nameRecursiveArrays, type Statement } from "../../typescript/name-recursive-arrays.js";

/** Prints the `paths`, `components` and `operations` types of a closed OpenAPI 3.1 document. */
export function printTypes(document: JsonObject, integers: WrittenIntegers): string {
  const context = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    // A property with a default may still be left out by whoever sends it.
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
    injectFooter: [],
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    silent: true,
    makePathsEnum: false,
    generatePathParams: false,
    readWriteMarkers: false,
    transform: (schema: JsonObject) => {
      if (isClosedAndEmpty(schema)) return tsRecord(STRING, NEVER);
      return schema[fileMark] === true ? (ts.factory.createTypeReferenceNode("Blob") as TypeNode) : undefined;
    },
    resolve: (ref: string) => resolveRef(document, ref, { silent: true }),
  };
  const statements = nameRecursiveArrays(transformSchema(document, context) as Statement[]);
  if (integers.all.length > 0) for (const statement of statements) keepDigits(statement, integers);
  return astToString(statements);
}

/** Gives literals beyond 2^53 the digits that they are written with in the contract; to the compiler they are the same type. */
function keepDigits(node: tsMorph.ts.Node, integers: WrittenIntegers): void {
  const isNegative = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken;
  const literal = isNegative ? node.operand : node;
  if (ts.isNumericLiteral(literal)) {
    const value = Number(literal.text);
    if (!Number.isSafeInteger(value)) literal.text = integers.print(isNegative ? -value : value).replace("-", "");
  } else ts.forEachChild(node, (child) => keepDigits(child, integers));
}

/** `{}` and nothing else is valid. */
function isClosedAndEmpty(schema: JsonObject): boolean {
  const properties = schema["properties"];
  return (
    schema["type"] === "object" &&
    schema["additionalProperties"] === false &&
    (properties === undefined || Object.keys(properties as object).length === 0) &&
    !["patternProperties", "allOf", "anyOf", "oneOf"].some((keyword) => keyword in schema)
  );
}

import { ajvWith, type Ajv2020, type CodeKeywordDefinition } from "./ajv.js";
import type { Integers } from "../../document/load-contract.js";
import { withErrorCalls, type Numbers } from "./error-calls.js";
import { compilePattern } from "../../json-schema/pattern/compile-pattern.js";
import {
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  patternProperties,
  properties,
  propertyNames,
  required,
} from "./keywords/object.js";
import { allOf, anyOf, condition, discriminator, forbidden, oneOf } from "./keywords/combining.js";
import { constant, enumeration, format, limitNumber, maxUtf8Bytes, multipleOf, pattern, types } from "./keywords/value.js";
import { contains, items, prefixItems, uniqueItems } from "./keywords/array.js";
import { inlined, limited, recalledReference, reference } from "./keywords/reference.js";
import { account, evaluating, unevaluatedItems, unevaluatedProperties } from "./keywords/unevaluated.js";

/**
 * JSON Schema 2020-12 without `$dynamicRef` and annotations. Ajv checks the keywords of one type in this order: size limits
 * precede checks that may be expensive.
 */
const vocabulary = (integers: Integers, ajvs: (keyword: string) => CodeKeywordDefinition): CodeKeywordDefinition[] => [
  types,
  account,
  limited,
  reference,
  recalledReference,
  evaluating,
  inlined,
  limitNumber(ajvs("maximum")),
  multipleOf,
  maxUtf8Bytes,
  ajvs("maxLength"),
  pattern,
  ajvs("maxProperties"),
  required,
  ajvs("maxItems"),
  uniqueItems,
  constant,
  enumeration,
  format(integers),
  forbidden(ajvs("not")),
  anyOf,
  oneOf,
  discriminator,
  allOf,
  condition,
  propertyNames(ajvs("propertyNames")),
  additionalProperties,
  properties,
  patternProperties,
  prefixItems,
  items(ajvs("items")),
  contains,
  dependentRequired,
  dependentSchemas,
  unevaluatedProperties,
  unevaluatedItems,
];

const engine = Object.assign((source: string) => compilePattern(source)!, { code: "new RegExp" });

/** Returns an Ajv that supports exactly these keywords. It stores no schemas, so one instance suffices. */
export function createAjv(numbers: Numbers): Ajv2020 {
  const options = {
    ownProperties: true,
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    meta: false,
    loopRequired: Infinity,
    discriminator: true,
    code: { lines: true, regExp: engine },
  };
  return ajvWith(options, (ajvs) => [
    ...vocabulary(numbers.integers, ajvs).map((keyword) => withErrorCalls(keyword, numbers)),
    "minContains",
    "maxContains",
    ...["then", "else"].map((keyword) => ({ ...ajvs(keyword), keyword })),
    // Other keywords read `type` and the keywords of `if`.
    { keyword: "type", schemaType: ["string", "array"] },
  ]);
}

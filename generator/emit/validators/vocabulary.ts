import Ajv, { type Options } from "ajv/dist/core.js";
import items2020 from "ajv/dist/vocabularies/applicator/items2020.js";
import not from "ajv/dist/vocabularies/applicator/not.js";
import ajvsPropertyNames from "ajv/dist/vocabularies/applicator/propertyNames.js";
import thenElse from "ajv/dist/vocabularies/applicator/thenElse.js";
import unevaluatedItems from "ajv/dist/vocabularies/unevaluated/unevaluatedItems.js";
import limitItems from "ajv/dist/vocabularies/validation/limitItems.js";
import limitLength from "ajv/dist/vocabularies/validation/limitLength.js";
import ajvsLimitNumber from "ajv/dist/vocabularies/validation/limitNumber.js";
import limitProperties from "ajv/dist/vocabularies/validation/limitProperties.js";
import type { CodeKeywordDefinition } from "ajv/dist/types/index.js";
import type { Integers } from "../../document/load-contract.js";
import { withErrorCalls, type Numbers } from "./error-calls.js";
import { compilePattern, defaultExport } from "./keywords/codegen.js";
import {
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  patternProperties,
  properties,
  propertyNames,
  required,
  unevaluatedProperties,
} from "./keywords/object.js";
import { allOf, anyOf, condition, discriminator, forbidden, oneOf } from "./keywords/combining.js";
import { constant, enumeration, format, limitNumber, maxUtf8Bytes, multipleOf, pattern, types } from "./keywords/value.js";
import { contains, prefixItems, uniqueItems } from "./keywords/array.js";
import { account, evaluating, inlined, limited, recalledReference, reference } from "./keywords/reference.js";

const code = (keyword: { default: unknown }) => defaultExport(keyword) as CodeKeywordDefinition;

/**
 * JSON Schema 2020-12 without `$dynamicRef` and annotations. Ajv checks the keywords of one type in this order: size limits
 * precede checks that may be expensive.
 */
const vocabulary = (integers: Integers): readonly CodeKeywordDefinition[] => [
  types,
  account,
  limited,
  reference,
  recalledReference,
  evaluating,
  inlined,
  limitNumber(code(ajvsLimitNumber)),
  multipleOf,
  maxUtf8Bytes,
  code(limitLength),
  pattern,
  code(limitProperties),
  required,
  code(limitItems),
  uniqueItems,
  constant,
  enumeration,
  format(integers),
  forbidden(code(not)),
  anyOf,
  oneOf,
  discriminator,
  allOf,
  condition,
  propertyNames(code(ajvsPropertyNames)),
  additionalProperties,
  properties,
  patternProperties,
  prefixItems,
  code(items2020),
  contains,
  dependentRequired,
  dependentSchemas,
  unevaluatedProperties,
  code(unevaluatedItems),
];

const engine = Object.assign((source: string) => compilePattern(source)!, { code: "new RegExp" });

/** An Ajv that supports exactly these keywords. It stores no schemas, so one instance suffices. */
export function createAjv(numbers: Numbers): Ajv.default {
  const options: Options & { next: boolean; discriminator: boolean } = {
    ownProperties: true,
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    meta: false,
    loopRequired: Infinity,
    discriminator: true,
    next: true,
    code: { lines: true, regExp: engine },
  };
  const ajv = new (defaultExport(Ajv))(options);
  const keywords = vocabulary(numbers.integers).map((keyword) => withErrorCalls(keyword, numbers));
  ajv.addVocabulary([...keywords, "minContains", "maxContains"]);
  for (const keyword of ["then", "else"]) ajv.addKeyword({ ...code(thenElse), keyword });
  // Other keywords read `type` and the keywords of `if`.
  ajv.addKeyword({ keyword: "type", schemaType: ["string", "array"] });
  return ajv;
}

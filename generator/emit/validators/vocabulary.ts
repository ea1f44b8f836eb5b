import Ajv, { type Options } from "ajv/dist/core.js";
import allOf from "ajv/dist/vocabularies/applicator/allOf.js";
import anyOf from "ajv/dist/vocabularies/applicator/anyOf.js";
import dependentSchemas from "ajv/dist/vocabularies/applicator/dependentSchemas.js";
import items2020 from "ajv/dist/vocabularies/applicator/items2020.js";
import not from "ajv/dist/vocabularies/applicator/not.js";
import oneOf from "ajv/dist/vocabularies/applicator/oneOf.js";
import prefixItems from "ajv/dist/vocabularies/applicator/prefixItems.js";
import properties from "ajv/dist/vocabularies/applicator/properties.js";
import propertyNames from "ajv/dist/vocabularies/applicator/propertyNames.js";
import thenElse from "ajv/dist/vocabularies/applicator/thenElse.js";
import unevaluatedItems from "ajv/dist/vocabularies/unevaluated/unevaluatedItems.js";
import dependentRequired from "ajv/dist/vocabularies/validation/dependentRequired.js";
import limitItems from "ajv/dist/vocabularies/validation/limitItems.js";
import limitLength from "ajv/dist/vocabularies/validation/limitLength.js";
import limitNumber from "ajv/dist/vocabularies/validation/limitNumber.js";
import limitProperties from "ajv/dist/vocabularies/validation/limitProperties.js";
import multipleOf from "ajv/dist/vocabularies/validation/multipleOf.js";
import pattern from "ajv/dist/vocabularies/validation/pattern.js";
import required from "ajv/dist/vocabularies/validation/required.js";
import type { CodeKeywordDefinition } from "ajv/dist/types/index.js";
import { defaultExport } from "./default-export.js";
import { additionalProperties } from "./keywords/additional-properties.js";
import { constant } from "./keywords/const.js";
import { contains } from "./keywords/contains.js";
import { discriminator } from "./keywords/discriminator.js";
import { enumeration } from "./keywords/enum.js";
import { account, evaluating, inlined } from "./keywords/evaluating.js";
import { firstErrorOnly } from "./keywords/first-error-only.js";
import { format } from "./keywords/format.js";
import { condition } from "./keywords/if.js";
import { limited } from "./keywords/limited.js";
import { maxUtf8Bytes } from "./keywords/max-utf8-bytes.js";
import { patternProperties } from "./keywords/pattern-properties.js";
import { recalledReference, reference } from "./keywords/reference.js";
import { unevaluatedProperties } from "./keywords/unevaluated-properties.js";
import { types } from "./keywords/types.js";
import { uniqueItems } from "./keywords/unique-items.js";
import { compilePattern } from "./patterns.js";

/** Which errors a validator finds: the first, or all. */
export type Mode = "first" | "all";

const code = (keyword: { default: unknown }) => defaultExport(keyword) as CodeKeywordDefinition;

/**
 * JSON Schema 2020-12 without `$dynamicRef` and annotations. Ajv checks keywords of one type in this order: limits on
 * size come before what may be expensive.
 */
const vocabulary: readonly CodeKeywordDefinition[] = [
  types,
  account,
  limited,
  reference,
  recalledReference,
  evaluating,
  inlined,
  ...[limitNumber, multipleOf].map(code),
  maxUtf8Bytes,
  ...[limitLength, pattern, limitProperties, required, limitItems].map(code),
  uniqueItems,
  constant,
  enumeration,
  format,
  ...[not, anyOf, oneOf].map(code).map(firstErrorOnly),
  discriminator,
  code(allOf),
  condition,
  code(propertyNames),
  additionalProperties,
  code(properties),
  patternProperties,
  ...[prefixItems, items2020].map(code),
  firstErrorOnly(contains),
  ...[dependentRequired, dependentSchemas].map(code),
  unevaluatedProperties,
  code(unevaluatedItems),
];

const engine = Object.assign((source: string) => compilePattern(source)!, { code: "new RegExp" });

/** An Ajv that knows these keywords and nothing else. It holds no schemas, so one serves for all. */
export function createAjv(mode: Mode): Ajv.default {
  const options: Options & { next: boolean; discriminator: boolean } = {
    allErrors: mode === "all",
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
  ajv.addVocabulary([...vocabulary, "minContains", "maxContains"]);
  for (const keyword of ["then", "else"]) ajv.addKeyword({ ...code(thenElse), keyword });
  // `type` and the keywords of `if` are read by others.
  ajv.addKeyword({ keyword: "type", schemaType: ["string", "array"] });
  return ajv;
}

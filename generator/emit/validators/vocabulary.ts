import Ajv, { type Options } from "ajv/dist/core.js";
import items2020 from "ajv/dist/vocabularies/applicator/items2020.js";
import not from "ajv/dist/vocabularies/applicator/not.js";
import propertyNames from "ajv/dist/vocabularies/applicator/propertyNames.js";
import thenElse from "ajv/dist/vocabularies/applicator/thenElse.js";
import unevaluatedItems from "ajv/dist/vocabularies/unevaluated/unevaluatedItems.js";
import limitItems from "ajv/dist/vocabularies/validation/limitItems.js";
import limitLength from "ajv/dist/vocabularies/validation/limitLength.js";
import limitNumber from "ajv/dist/vocabularies/validation/limitNumber.js";
import limitProperties from "ajv/dist/vocabularies/validation/limitProperties.js";
import pattern from "ajv/dist/vocabularies/validation/pattern.js";
import type { CodeKeywordDefinition, KeywordErrorCxt } from "ajv/dist/types/index.js";
import type { WrittenIntegers } from "../../document/written-integers.js";
import type { Contract } from "../../model/contract.js";
import { defaultExport } from "./default-export.js";
import { additionalProperties } from "./keywords/additional-properties.js";
import { allOf } from "./keywords/all-of.js";
import { anyOf } from "./keywords/any-of.js";
import { constant } from "./keywords/const.js";
import { contains } from "./keywords/contains.js";
import { dependentRequired } from "./keywords/dependent-required.js";
import { dependentSchemas } from "./keywords/dependent-schemas.js";
import { discriminator } from "./keywords/discriminator.js";
import { enumeration } from "./keywords/enum.js";
import { stringify } from "./keywords/codegen.js";
import { account, evaluating, inlined } from "./keywords/evaluating.js";
import { firstErrorOnly } from "./keywords/first-error-only.js";
import { format } from "./keywords/format.js";
import { condition } from "./keywords/if.js";
import { limited } from "./keywords/limited.js";
import { maxUtf8Bytes } from "./keywords/max-utf8-bytes.js";
import { multipleOf } from "./keywords/multiple-of.js";
import { oneOf } from "./keywords/one-of.js";
import { patternProperties } from "./keywords/pattern-properties.js";
import { prefixItems } from "./keywords/prefix-items.js";
import { properties } from "./keywords/properties.js";
import { recalledReference, reference } from "./keywords/reference.js";
import { required } from "./keywords/required.js";
import { unevaluatedProperties } from "./keywords/unevaluated-properties.js";
import { types } from "./keywords/types.js";
import { uniqueItems } from "./keywords/unique-items.js";
import { compilePattern } from "./patterns.js";

/** Which errors a validator finds: the first, or all. */
export type Mode = "first" | "all";

/** What a contract says about large numbers. */
export type Numbers = Pick<Contract, "integers" | "writtenIntegers">;

const code = (keyword: { default: unknown }) => defaultExport(keyword) as CodeKeywordDefinition;

/** The keyword with messages that have a limit as the contract writes it. */
function withWrittenLimit(keyword: CodeKeywordDefinition, integers: WrittenIntegers): CodeKeywordDefinition {
  const { error } = keyword;
  if (typeof error?.message !== "function") throw new Error("a limit of numbers has a message of its own");
  const { message } = error;
  const written = (cxt: KeywordErrorCxt) => message({ ...cxt, schemaCode: stringify(integers.print(cxt.schema as number)) });
  return { ...keyword, error: { ...error, message: written } };
}

/**
 * JSON Schema 2020-12 without `$dynamicRef` and annotations. Ajv checks keywords of one type in this order: limits on
 * size come before what may be expensive.
 */
const vocabulary = ({ integers, writtenIntegers }: Numbers): readonly CodeKeywordDefinition[] => [
  types,
  account,
  limited,
  reference,
  recalledReference,
  evaluating,
  inlined,
  withWrittenLimit(code(limitNumber), writtenIntegers),
  withWrittenLimit(multipleOf, writtenIntegers),
  maxUtf8Bytes,
  ...[limitLength, pattern, limitProperties].map(code),
  required,
  code(limitItems),
  uniqueItems,
  constant,
  enumeration,
  format(integers),
  ...[code(not), anyOf, oneOf].map(firstErrorOnly),
  discriminator,
  allOf,
  condition,
  code(propertyNames),
  additionalProperties,
  properties,
  patternProperties,
  prefixItems,
  code(items2020),
  firstErrorOnly(contains),
  dependentRequired,
  dependentSchemas,
  unevaluatedProperties,
  code(unevaluatedItems),
];

const engine = Object.assign((source: string) => compilePattern(source)!, { code: "new RegExp" });

/** An Ajv that knows these keywords and nothing else. It holds no schemas, so one serves for all. */
export function createAjv(mode: Mode, numbers: Numbers): Ajv.default {
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
  ajv.addVocabulary([...vocabulary(numbers), "minContains", "maxContains"]);
  for (const keyword of ["then", "else"]) ajv.addKeyword({ ...code(thenElse), keyword });
  // `type` and the keywords of `if` are read by others.
  ajv.addKeyword({ keyword: "type", schemaType: ["string", "array"] });
  return ajv;
}

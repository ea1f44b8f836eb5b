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
import type { CodeKeywordDefinition, KeywordErrorCxt } from "ajv/dist/types/index.js";
import type { WrittenIntegers } from "../../document/written-integers.js";
import { withErrorCalls, type Numbers } from "./error-calls.js";
import { defaultExport, stringify, compilePattern } from "./keywords/codegen.js";
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
import { allOf, anyOf, condition, discriminator, firstErrorOnly, forbidden, ofMeantBranch, oneOf } from "./keywords/combining.js";
import { constant, enumeration, format, limitNumber, maxUtf8Bytes, multipleOf, pattern, types } from "./keywords/value.js";
import { contains, prefixItems, uniqueItems } from "./keywords/array.js";
import { account, evaluating, inlined, limited, recalledReference, reference } from "./keywords/reference.js";

/** Which errors a validator finds: the first, or all. */
export type Mode = "first" | "all";

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
  withWrittenLimit(limitNumber(code(ajvsLimitNumber)), writtenIntegers),
  withWrittenLimit(multipleOf, writtenIntegers),
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
  firstErrorOnly(forbidden(code(not))),
  ...[anyOf, oneOf].map(ofMeantBranch),
  discriminator,
  allOf,
  condition,
  propertyNames(code(ajvsPropertyNames)),
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
  const keywords = vocabulary(numbers).map((keyword) => (mode === "first" ? withErrorCalls(keyword, numbers) : keyword));
  ajv.addVocabulary([...keywords, "minContains", "maxContains"]);
  for (const keyword of ["then", "else"]) ajv.addKeyword({ ...code(thenElse), keyword });
  // `type` and the keywords of `if` are read by others.
  ajv.addKeyword({ keyword: "type", schemaType: ["string", "array"] });
  return ajv;
}

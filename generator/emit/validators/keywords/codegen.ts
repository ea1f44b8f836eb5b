import { and as andBoth, or as orEither, type Code } from "ajv/dist/compile/codegen/index.js";
import names from "ajv/dist/compile/names.js";
import { defaultExport } from "../default-export.js";

export { _, getProperty, nil, not, str, strConcat, stringify, Name, type Code } from "ajv/dist/compile/codegen/index.js";
export { KeywordCxt } from "ajv/dist/compile/validate/index.js";
export { alwaysValidSchema, mergeEvaluated, toHash, Type } from "ajv/dist/compile/util.js";
export {
  allSchemaProperties,
  checkReportMissingProp,
  isOwnProperty,
  noPropertyInData,
  propertyInData,
  usePattern,
} from "ajv/dist/vocabularies/code.js";
export type { SchemaCxt } from "ajv/dist/compile/index.js";
export type { AddedKeywordDefinition, AnySchema, CodeKeywordDefinition } from "ajv/dist/types/index.js";

/** Ajv's names for the variables of a validator. */
export const N = defaultExport(names);

/** Whether all conditions hold. */
export function and(...conditions: readonly Code[]): Code {
  return inHalves(conditions, andBoth);
}

/** Whether one of the conditions holds. */
export function or(...conditions: readonly Code[]): Code {
  return inHalves(conditions, orEither);
}

/** A thousand conditions are ten levels deep; Ajv's `and` and `or` have a level for each, and compilers run out of stack. */
function inHalves(conditions: readonly Code[], join: (left: Code, right: Code) => Code): Code {
  if (conditions.length === 1) return conditions[0]!;
  const middle = Math.ceil(conditions.length / 2);
  return join(inHalves(conditions.slice(0, middle), join), inHalves(conditions.slice(middle), join));
}

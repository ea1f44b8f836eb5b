import names from "ajv/dist/compile/names.js";
import { defaultExport } from "../default-export.js";

export { _, and, getProperty, nil, not, or, str, strConcat, stringify, Name, type Code } from "ajv/dist/compile/codegen/index.js";
export { KeywordCxt } from "ajv/dist/compile/validate/index.js";
export { alwaysValidSchema, Type } from "ajv/dist/compile/util.js";
export { allSchemaProperties, isOwnProperty, usePattern } from "ajv/dist/vocabularies/code.js";
export type { AddedKeywordDefinition, AnySchema, CodeKeywordDefinition } from "ajv/dist/types/index.js";

/** Ajv's names for the variables of a validator. */
export const N = defaultExport(names);

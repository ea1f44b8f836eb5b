import names from "ajv/dist/compile/names.js";
import { _, and as andBoth, type Code, type Name, or as orEither } from "ajv/dist/compile/codegen/index.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import type { KeywordCxt } from "ajv/dist/compile/validate/index.js";
import { patternFlags } from "../../../../templates/runtime/json-schema/match-pattern.js";
export { _, getProperty, not, str, stringify, Name, type Code } from "ajv/dist/compile/codegen/index.js";
export { KeywordCxt } from "ajv/dist/compile/validate/index.js";
export { alwaysValidSchema, mergeEvaluated, toHash, Type } from "ajv/dist/compile/util.js";
export { allSchemaProperties, isOwnProperty, noPropertyInData, propertyInData, usePattern } from "ajv/dist/vocabularies/code.js";
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

/** The default export of one of Ajv's modules. Node imports a CommonJS module as an object that has it, other loaders as itself. */
export function defaultExport<Export>(module: { readonly default: Export }): Export {
  return module.default ?? (module as unknown as Export);
}

/** A pattern as validators run it: with the flag `u`, or without where only that compiles; `undefined`: not at all. */
export function compilePattern(source: string): RegExp | undefined {
  const { flags } = patternFlags(source);
  return flags === undefined ? undefined : new RegExp(source, flags);
}

/** Whether a text has more characters, as `maxLength` counts them, than `longest`. Most texts have fewer UTF-16 units. */
export function exceedsLength({ gen }: KeywordCxt, text: Name, longest: number): Code {
  const length = gen.scopeValue("func", { ref: defaultExport(ucs2length) });
  return _`(${text}.length > ${longest} && ${length}(${text}) > ${longest})`;
}

/** What a text is told that is too long for a pattern. */
export function tooLongFor(pattern: string, longest: number): string {
  return `must NOT have more than ${longest} characters to be matched against pattern "${pattern}"`;
}

/** The check of one of the schemas that a keyword holds. */
export interface Part {
  /** Where the check applies; everywhere if left out. */
  readonly when?: Code;
  /** Writes the check. */
  readonly check: () => void;
}

/**
 * Writes checks one below the other, of which each runs only if those before it found nothing. Ajv writes each into a block within that of the one before, and compilers run out of stack in some hundred
 * blocks. For keywords that track errors.
 */
export function checkInTurn(cxt: KeywordCxt, parts: readonly Part[]): void {
  const isValid = _`${cxt.errsCount!} === ${N.errors}`;
  parts.forEach(({ when, check }, index) => {
    const conditions: Code[] = index === 0 ? [] : [isValid];
    if (when) conditions.push(when);
    if (conditions.length === 0) check();
    else cxt.gen.if(and(...conditions), check);
  });
  if (parts.length > 0) cxt.ok(isValid);
}

import names from "ajv/dist/compile/names.js";
import { _Code } from "ajv/dist/compile/codegen/code.js";
import { _, and as andBoth, getProperty, type Code, type CodeGen, Name, or as orEither } from "ajv/dist/compile/codegen/index.js";
import { isOwnProperty } from "ajv/dist/vocabularies/code.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import type { KeywordCxt } from "ajv/dist/compile/validate/index.js";
import type { PatternTree } from "../../../../templates/runtime/validators/guard.js";
import { patternFlags } from "../../../json-schema/pattern/match-pattern.js";
import { matchingOf } from "../../../json-schema/pattern/matching.js";
export { _, getProperty, not, str, stringify, Name, type Code } from "ajv/dist/compile/codegen/index.js";
export { KeywordCxt } from "ajv/dist/compile/validate/index.js";
export { alwaysValidSchema, mergeEvaluated, toHash, Type } from "ajv/dist/compile/util.js";
export { allSchemaProperties, isOwnProperty } from "ajv/dist/vocabularies/code.js";
export type { SchemaCxt } from "ajv/dist/compile/index.js";
export type { AddedKeywordDefinition, AnySchema, CodeKeywordDefinition } from "ajv/dist/types/index.js";

/** Ajv's names for the variables of a validator. */
export const N = defaultExport(names);

/** Whether all conditions hold. */
export function and(...conditions: readonly Code[]): Code {
  return conditions.length > maxFlat ? inHalves(conditions, andBoth) : flat(conditions, " && ", /\|\|| = /);
}

/** Whether one of the conditions holds. */
export function or(...conditions: readonly Code[]): Code {
  return conditions.length > maxFlat ? inHalves(conditions, orEither) : flat(conditions, " || ", /&&| = /);
}

/** More conditions than these have parentheses. */
const maxFlat = 10;

/** Conditions in a row, with parentheses around those that may need them. */
function flat(conditions: readonly Code[], operator: string, needsParentheses: RegExp): Code {
  return new _Code(
    conditions.flatMap((condition, index) => {
      const wrapped = needsParentheses.test(String(condition)) && conditions.length > 1 ? _`(${condition})` : condition;
      return [...(index === 0 ? [] : [operator]), ...(wrapped instanceof Name ? [wrapped] : (wrapped as _Code)._items)];
    }),
  );
}

/** A thousand conditions are ten levels deep; Ajv's `and` and `or` have a level for each, and compilers run out of stack. */
function inHalves(conditions: readonly Code[], join: (left: Code, right: Code) => Code): Code {
  if (conditions.length === 1) return conditions[0]!;
  const middle = Math.ceil(conditions.length / 2);
  return join(inHalves(conditions.slice(0, middle), join), inHalves(conditions.slice(middle), join));
}

const opposites = new WeakMap<Code, Code>();

/** The opposite of a condition, as text. */
export function negate(condition: Code): string {
  return String(opposites.get(condition) ?? (condition instanceof Name ? `!${condition}` : `!(${String(condition)})`));
}

/** Whether a condition is about types or properties of a value, which never change. */
export const isLasting = (condition: Code | boolean): boolean => typeof condition === "object" && opposites.has(condition);

/** A condition whose opposite has a form of its own. */
function condition(code: Code, opposite: Code): Code {
  opposites.set(code, opposite);
  opposites.set(opposite, code);
  return code;
}

/** The types of JSON Schema. */
export const typeNames = ["string", "number", "integer", "boolean", "null", "array", "object"] as const;

/** Whether a value has a type, or hasn't. */
export function typeTest(gen: CodeGen, type: (typeof typeNames)[number], data: Name, isOfType: boolean): Code {
  const [has, hasNot] = typeTests(gen, type, data);
  condition(has, hasNot);
  return isOfType ? has : hasNot;
}

function typeTests(gen: CodeGen, type: (typeof typeNames)[number], data: Name): readonly [Code, Code] {
  const called = (test: Code) => [test, _`!${test}`] as const;
  switch (type) {
    case "null":
      return [_`${data} === null`, _`${data} !== null`];
    case "array":
      return called(_`Array.isArray(${data})`);
    case "object":
      return called(_`${gen.scopeValue("func", { ref: "isObject" })}(${data})`);
    case "integer":
      return called(_`Number.isInteger(${data})`);
    case "number":
      return called(_`Number.isFinite(${data})`);
    default:
      return [_`typeof ${data} === ${type}`, _`typeof ${data} !== ${type}`];
  }
}

/** Whether a value has a property of its own. */
export function hasProperty(gen: CodeGen, data: Name, name: string): Code {
  const isOwn = isOwnProperty(gen, data, _`${name}` as never);
  const [has, hasNot] = [_`${data}${getProperty(name)} !== undefined`, _`${data}${getProperty(name)} === undefined`];
  return condition(and(has, isOwn), or(hasNot, _`!${isOwn}`));
}

/** Whether it has not. */
export function lacksProperty(gen: CodeGen, data: Name, name: string): Code {
  return opposites.get(hasProperty(gen, data, name))!;
}

/** How Ajv escapes a property's name for a path, each time anew. */
const escaping = /^(\w+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)$/;

/** A path as Ajv adds it up, `"/items/" + i`, as a literal: `` `/items/${i}` ``. */
export function pathText(path: Code, gen: CodeGen): Code {
  const parts =
    path instanceof Name ? [path.str] : String(path).match(/"(?:[^"\\]|\\.)*"|[\w.]+(?:\([^)]*\)(?:\.\w+\([^)]*\))?)?/g)!;
  const items: (string | Name)[] = [];
  for (const part of parts) {
    if (part === N.instancePath.str) continue;
    const escapedName = escaping.exec(part)?.[1];
    if (part.startsWith('"')) items.push(JSON.parse(part) as string);
    else if (escapedName === undefined) items.push(new Name(part));
    else items.push(gen.scopeValue("func", { ref: "escapeName" }), new Name(escapedName));
  }
  if (items.every((item) => typeof item === "string")) return _`${items.join("")}`;
  const code: (string | Name)[] = ["`"];
  items.forEach((item, index) => {
    const isEscape = item instanceof Name && item.str === "escapeName";
    if (typeof item === "string") code.push(quoteInTemplate(item));
    else if (isEscape) code.push("${", item, "(", items[index + 1]!, ")}");
    else if (!(items[index - 1] instanceof Name && String(items[index - 1]) === "escapeName")) code.push("${", item, "}");
  });
  return new _Code([...code, "`"]);
}

/** Text for a literal with backticks. */
export function quoteInTemplate(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replace(/[`$]/g, "\\$&");
}

/** A pattern as its error is given it: the expression, where that has the text of the pattern. */
export function patternText(pattern: string, expression: Code | string | number | undefined): Code {
  const source = compilePattern(pattern)?.source.replaceAll("\\/", "/");
  return source === pattern && expression instanceof Name ? _`${expression}` : _`${pattern}`;
}

/** The default export of one of Ajv's modules. Node imports a CommonJS module as an object that has it, other loaders as itself. */
export function defaultExport<Export>(module: { readonly default: Export }): Export {
  return module.default ?? (module as unknown as Export);
}

/** A value that a function shares with others as a constant; `what` it is, and in which schema, is its name. */
export function constantOf(
  cxt: KeywordCxt,
  prefix: "pattern" | "values" | "names",
  ref: unknown,
  what: string,
  key?: string,
): Name {
  const at = new _Code(`${cxt.it.errSchemaPath} ${what}`);
  return cxt.gen.scopeValue(prefix, { ref, code: at, ...(key === undefined ? {} : { key }) });
}

/** The expression of a pattern, as a constant. */
export function usePattern(cxt: KeywordCxt, pattern: string): Name {
  const expression = compilePattern(pattern)!;
  const { tree } = matchingOf(pattern);
  return constantOf(cxt, "pattern", { expression, tree } satisfies UsedPattern, "pattern", String(expression));
}

/** The expression of a pattern; with a tree if a matcher without backtracking takes its place. */
export interface UsedPattern {
  readonly expression: RegExp;
  readonly tree: PatternTree | undefined;
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

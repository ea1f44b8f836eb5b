import type { PatternTree } from "../../../../templates/runtime/validators/guard.js";
import { compilePattern } from "../../../json-schema/pattern/compile-pattern.js";
import { matchingOf } from "../../../json-schema/pattern/matching.js";
import {
  _,
  andBoth,
  isItems,
  isOwnProperty,
  N,
  Name,
  orEither,
  raw,
  type Code,
  type CodeGen,
  type Items,
  type KeywordCxt,
} from "../ajv.js";

/** Returns the conjunction of conditions. */
export function and(...conditions: readonly Code[]): Code {
  return conditions.length > maxFlat ? inHalves(conditions, andBoth) : flat(conditions, " && ", /\|\|| = /);
}

/** Returns the disjunction of conditions. */
export function or(...conditions: readonly Code[]): Code {
  return conditions.length > maxFlat ? inHalves(conditions, orEither) : flat(conditions, " || ", /&&| = /);
}

/** Longer sequences of conditions are grouped with parentheses. */
const maxFlat = 10;

/** Joins conditions, with parentheses around those that may need them. */
function flat(conditions: readonly Code[], operator: string, needsParentheses: RegExp): Code {
  return raw(
    conditions.flatMap((condition, index) => {
      const wrapped = needsParentheses.test(String(condition)) && conditions.length > 1 ? _`(${condition})` : condition;
      return [...(index === 0 ? [] : [operator]), ...(wrapped instanceof Name ? [wrapped] : (wrapped as Items)._items)];
    }),
  );
}

/** A thousand conditions are ten levels deep. Ajv's `and` and `or` nest a level for each, and compilers exhaust their stack. */
function inHalves(conditions: readonly Code[], join: (left: Code, right: Code) => Code): Code {
  if (conditions.length === 1) return conditions[0]!;
  const middle = Math.ceil(conditions.length / 2);
  return join(inHalves(conditions.slice(0, middle), join), inHalves(conditions.slice(middle), join));
}

const opposites = new WeakMap<Code, Code>();

/** Returns the negation of a condition as text. */
export function negate(condition: Code): string {
  return String(opposites.get(condition) ?? (condition instanceof Name ? `!${condition}` : `!(${String(condition)})`));
}

/** Returns whether a condition concerns the types or properties of a value, which never change. */
export const isLasting = (condition: Code | boolean): boolean => typeof condition === "object" && opposites.has(condition);

/** A condition with a special form of negation. */
function condition(code: Code, opposite: Code): Code {
  opposites.set(code, opposite);
  opposites.set(opposite, code);
  return code;
}

/** The types of JSON Schema. */
export const typeNames = ["string", "number", "integer", "boolean", "null", "array", "object"] as const;

/** Returns a check that a value has a type, or that it doesn't. */
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
    case "number":
      return called(_`${gen.scopeValue("func", { ref: type === "integer" ? "isInteger" : "isNumber" })}(${data})`);
    default:
      return [_`typeof ${data} === ${type}`, _`typeof ${data} !== ${type}`];
  }
}

/** Returns Ajv's check of a type as a call of the runtime. */
export function readableCondition(condition: Code | boolean, gen: CodeGen): Code | boolean {
  if (!isItems(condition)) return condition;
  const data = condition._items.find((item): item is Name => item instanceof Name);
  if (!data || !/typeof|isArray|null/.test(condition.str)) return condition;
  for (const type of typeNames) {
    const isOfType = ajvsTests(type, String(data)).indexOf(condition.str);
    if (isOfType >= 0) return typeTest(gen, type, data, isOfType === 0);
  }
  return condition;
}

/** Returns Ajv's check that a value has a type, and that it doesn't. */
function ajvsTests(type: (typeof typeNames)[number], data: string): readonly [string, string] {
  const negated = (test: string) => [test, `!(${test})`] as const;
  const finite = `isFinite(${data})`;
  switch (type) {
    case "null":
      return [`${data} === null`, `${data} !== null`];
    case "array":
      return negated(`Array.isArray(${data})`);
    case "object":
      return negated(`${data} && typeof ${data} == "object" && !Array.isArray(${data})`);
    case "integer":
      return negated(`((typeof ${data} == "number") && (!(${data} % 1) && !isNaN(${data}))) && (${finite})`);
    case "number":
      return negated(`(typeof ${data} == "number") && (${finite})`);
    default:
      return [`typeof ${data} === "${type}"`, `typeof ${data} !== "${type}"`];
  }
}

/** Returns a check that a value has its own property of a name. */
export function hasProperty(gen: CodeGen, data: Name, name: string): Code {
  const isOwn = isOwnProperty(gen, data, name);
  const [has, hasNot] = [_`${data}[${name}] !== undefined`, _`${data}[${name}] === undefined`];
  return condition(and(has, isOwn), or(hasNot, _`!${isOwn}`));
}

/** Returns a check that it doesn't. */
export function lacksProperty(gen: CodeGen, data: Name, name: string): Code {
  return opposites.get(hasProperty(gen, data, name))!;
}

/** Ajv's code for escaping a property name in a path, which it repeats each time. */
const escaping = /^(\w+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)$/;

/** Converts a path that Ajv concatenates, `"/items/" + i`, to a template literal: `` `/items/${i}` ``. */
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
  return raw([...code, "`"]);
}

/** Escapes text for a template literal. */
export function quoteInTemplate(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replace(/[`$]/g, "\\$&");
}

/** Returns a pattern as an argument of its error: the expression, if it contains the text of the pattern. */
export function patternText(pattern: string, expression: Code | string | number | undefined): Code {
  const source = compilePattern(pattern)?.source.replaceAll("\\/", "/");
  return source === pattern && expression instanceof Name ? _`${expression}` : _`${pattern}`;
}

/**
 * Returns a value that a function shares with others as a constant. Its name consists of `what` it is and the location of its
 * schema.
 */
export function constantOf(
  cxt: KeywordCxt,
  prefix: "pattern" | "values" | "names",
  ref: unknown,
  what: string,
  key?: string,
): Name {
  const at = raw(`${cxt.it.errSchemaPath} ${what}`);
  return cxt.gen.scopeValue(prefix, { ref, code: at, ...(key === undefined ? {} : { key }) });
}

/** Returns the expression of a pattern as a constant. */
export function usePattern(cxt: KeywordCxt, pattern: string): Name {
  const expression = compilePattern(pattern)!;
  const { tree } = matchingOf(pattern);
  return constantOf(cxt, "pattern", { expression, tree } satisfies UsedPattern, "pattern", String(expression));
}

/** The expression of a pattern; with a tree if a matcher without backtracking replaces it. */
export interface UsedPattern {
  readonly expression: RegExp;
  readonly tree: PatternTree | undefined;
}

/**
 * Returns a check that a text has more characters, as `maxLength` counts them, than `longest`. Most texts have fewer UTF-16
 * units.
 */
export function exceedsLength({ gen }: KeywordCxt, text: Name, longest: number): Code {
  const length = gen.scopeValue("func", { ref: "countCodePoints" });
  return _`(${text}.length > ${longest} && ${length}(${text}) > ${longest})`;
}

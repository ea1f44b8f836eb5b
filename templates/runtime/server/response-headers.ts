import type { DeclaredHeaders, HeaderRule } from "./contract.js";
import { parseStyled } from "./read-parameters.js";
import { type Judge, InvalidResponse } from "./responses.js";
import { MalformedText, parseText, trimBlanks } from "./text.js";

/** Validates the headers that a handler returned, and writes them as text. */
export function checkHeaders(
  { rules, guard, isOpen, judge }: DeclaredHeaders,
  given: unknown = {},
): Readonly<Record<string, string>> {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The headers are not an object");
  const texts: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    if (value === undefined || judge.isHidden(name)) continue;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule && !isOpen) judge.fail("The response has a header that the contract does not declare");
    const text = headerText(key, rule, value, judge);
    texts[key] = text;
    values[key] = rule ? headerValue(key, rule, text, judge) : text;
  }
  for (const [name, { required }] of Object.entries(rules)) {
    if (required && !Object.hasOwn(texts, name)) judge.fail(`The response lacks the header ${name}`);
  }
  if (guard) judge.check(guard, values, "headers");
  return texts;
}

/** The text of a header: numbers in digits, and one of the listed texts, if any. */
function headerText(name: string, { as, shape, texts }: Partial<HeaderRule> = {}, value: unknown, judge: Judge): string {
  const isScalar = (typeof value === "number" && as !== undefined) || (typeof value === "boolean" && shape !== undefined);
  const text = isScalar ? String(value) : value;
  // Digits as in requests: JavaScript would also read `0x5` and an empty text.
  const isNumber = as === undefined || (typeof text === "string" && typeof parseText(trimBlanks(text), [as]) === "number");
  if (typeof text !== "string" || !isNumber || texts?.includes(text) === false)
    judge.fail(`The header ${name} violates the contract`);
  return String(text);
}

/** The value that the text of a header represents by its schema. */
function headerValue(name: string, { as, shape, explode }: HeaderRule, text: string, judge: Judge): unknown {
  if (as !== undefined) return Number(text);
  if (shape === undefined) return text;
  try {
    const style = { name, in: "header", as: shape, ...(explode === undefined ? {} : { explode }) } as const;
    return parseStyled(text, style, trimBlanks);
  } catch (error) {
    if (!(error instanceof MalformedText)) throw error;
    judge.fail(`The header ${name} ${error.message}`);
    return text;
  }
}

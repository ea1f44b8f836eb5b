import type { Guard } from "../validators/guard.js";
import type { HeaderRule } from "./contract.js";
import { parseStyled } from "./parameters.js";
import { InvalidResponse } from "./response-json.js";
import { MalformedText } from "./text.js";

/** What a response declares of its headers. */
export interface DeclaredHeaders {
  /** By names in lower case. */
  readonly rules: Readonly<Record<string, HeaderRule>>;
  readonly guard: Guard<unknown> | undefined;
  /** Whether it may have headers that the contract doesn't declare. */
  readonly isOpen: boolean;
}

/** Validates the headers that a handler returned, and writes them as text. */
export function checkHeaders({ rules, guard, isOpen }: DeclaredHeaders, given: unknown = {}): Readonly<Record<string, string>> {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The headers are no object");
  const texts: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    if (value === undefined) continue;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule && !isOpen) throw new InvalidResponse("The response has a header that the contract does not declare");
    texts[key] = headerText(key, rule, value);
    values[key] = rule ? headerValue(key, rule, texts[key]) : texts[key];
  }
  for (const [name, { required }] of Object.entries(rules)) {
    if (required && !Object.hasOwn(texts, name)) throw new InvalidResponse(`The response lacks the header ${name}`);
  }
  if (guard && !guard(values)) throw new InvalidResponse("The headers do not fit the contract", guard.errors ?? []);
  return texts;
}

/** A header as it is sent: numbers in digits, and of listed texts one of them. */
function headerText(name: string, { as, shape, texts }: Partial<HeaderRule> = {}, value: unknown): string {
  const isScalar = (typeof value === "number" && as !== undefined) || (typeof value === "boolean" && shape !== undefined);
  const text = isScalar ? String(value) : value;
  const isNumber = as === undefined || (text !== "" && (as === "integer" ? Number.isInteger : Number.isFinite)(Number(text)));
  if (typeof text !== "string" || !isNumber || texts?.includes(text) === false)
    throw new InvalidResponse(`The header ${name} does not fit the contract`);
  return text;
}

/** What the text of a header stands for, as its schema describes it. */
function headerValue(name: string, { as, shape, explode }: HeaderRule, text: string): unknown {
  if (as !== undefined) return Number(text);
  if (shape === undefined) return text;
  try {
    const style = { name, in: "header", as: shape, ...(explode === undefined ? {} : { explode }) } as const;
    return parseStyled(text, style, (part) => part.trim());
  } catch (error) {
    if (error instanceof MalformedText) throw new InvalidResponse(`The header ${name} ${error.message}`);
    throw error;
  }
}

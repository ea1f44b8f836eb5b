import type { ErrorDetail, ListShape, ObjectShape, ScalarType, TextShape } from "../facts.js";

/** Text that can't be parsed. The message contains no part of it. */
export class MalformedText extends Error {
  /** The part of a form that breaks a rule of the contract: `maxLength` or `contentType`. */
  readonly detail: ErrorDetail | undefined;

  constructor(message: string, detail?: ErrorDetail) {
    super(message);
    this.detail = detail;
  }
}

/** Returns the value that text represents. Text of another type stays text, for the validator to reject. */
export function parseText(text: string, shape: TextShape): unknown {
  if (isList(shape) || isObjectShape(shape)) {
    if (shape.or && !isList(shape)) return parseText(text, shape.or);
    throw new MalformedText("has a nested value, which has no defined form");
  }
  for (const type of shape) {
    if (type === "null" && text === "" && shape.includes("string")) continue;
    const value = parseScalar(text, type);
    // If text is allowed, it preserves the digits that a number would lose.
    const losesDigits = Number.isInteger(value) && !Number.isSafeInteger(value);
    if (value !== undefined && !(losesDigits && shape.includes("string"))) return value;
  }
  return text;
}

const numberText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

function parseScalar(text: string, type: ScalarType): string | number | boolean | null | undefined {
  switch (type) {
    case "string":
      return text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "null":
      return text === "" || text === "null" ? null : undefined;
    case "integer":
    case "number": {
      if (text.length > 100 || !numberText.test(text)) return undefined;
      const value = Number(text);
      if (!Number.isFinite(value)) return undefined;
      return type === "number" || (Number.isInteger(value) && isWhole(text)) ? value : undefined;
    }
    default:
      return type satisfies never;
  }
}

/** Whether a number is written as an integer: beyond 2^52 a double has no fraction, even if the text does. */
function isWhole(text: string): boolean {
  const [digits, exponent = "0"] = text.toLowerCase().split("e") as [string, string?];
  const [whole, decimals = ""] = digits.split(".") as [string, string?];
  const fraction = decimals.length - zerosAtEnd(decimals);
  if (fraction > 0) return fraction <= Number(exponent);
  return Number(digits) === 0 || zerosAtEnd(whole) >= -Number(exponent);
}

function zerosAtEnd(digits: string): number {
  let count = 0;
  while (digits.at(-1 - count) === "0") count++;
  return count;
}

/** A list of texts. */
export function parseList(texts: readonly string[], shape: ListShape): unknown[] {
  return texts.map((text, index) => parseText(text, shape.first?.[index] ?? shape.items));
}

/** An object of names and texts. Repeated names are malformed except for lists. */
export function parseObject(pairs: Iterable<readonly [string, string]>, shape: ObjectShape): Record<string, unknown> {
  const result = new Map<string, unknown>();
  for (const [name, text] of pairs) {
    if (name === "__proto__") throw new MalformedText("has a property __proto__, which is not allowed");
    const property = Object.hasOwn(shape.properties, name) ? shape.properties[name] : shape.others;
    const before = result.get(name);
    if (property && isList(property)) {
      const list = Array.isArray(before) ? before : [];
      list.push(parseText(text, property.first?.[list.length] ?? property.items));
      result.set(name, list);
    } else if (before !== undefined) throw new MalformedText("has the same property twice");
    else result.set(name, property ? parseText(text, property) : text);
  }
  return Object.fromEntries(result);
}

export function isList(shape: TextShape): shape is ListShape {
  return "items" in shape;
}

export function isObjectShape(shape: TextShape): shape is ObjectShape {
  return "properties" in shape;
}

/** Decodes percent-encoding. */
export function decodeText(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new MalformedText("is not percent-encoded UTF-8");
  }
}

/** Decodes text of a query or a form, where `+` is a space. */
export function decodeFormText(text: string): string {
  return decodeText(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/** The names of a query or a form, and their undecoded texts. */
export function parsePairs(text: string): (readonly [string, string])[] {
  return text.split("&").flatMap((pair) => {
    if (pair === "") return [];
    const at = pair.indexOf("=");
    return [at < 0 ? [decodeFormText(pair), ""] : [decodeFormText(pair.slice(0, at)), pair.slice(at + 1)]] as const;
  });
}

/** Thrown for text that is not acceptable JSON. The message contains no part of it. */
export class JsonProblem extends Error {}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Text of UTF-8 bytes. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new JsonProblem("The body is not UTF-8.");
  }
}

/** Reads JSON with at most `depth` levels. Rejects infinity, and properties named `__proto__`, since copying them changes prototypes. */
export function parseJson(text: string, depth: number): unknown {
  if (hasMoreBrackets(text, depth) && exceedsDepth(text, depth))
    throw new JsonProblem(`The body nests more than ${depth} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonProblem("The body is not JSON.");
  }
  const mayPollute = text.includes("__proto__") || text.includes("\\u");
  if (mayPollute && has(value, (part) => part instanceof Object && Object.hasOwn(part, "__proto__")))
    throw new JsonProblem("The body has a property __proto__, which is not allowed.");
  // Numbers with such an exponent, or so many digits, may be infinity to JavaScript.
  if (/\d[eE]\+?\d{3}|(?<!\d)\d{200}/.test(text) && has(value, (part) => part === Infinity || part === -Infinity))
    throw new JsonProblem("The body has a number beyond the range of a double.");
  return value;
}

const [quote, backslash] = [0x22, 0x5c];

/** Whether a text has more brackets, also within strings. Most texts have few, which is found faster than their depth. */
function hasMoreBrackets(text: string, limit: number): boolean {
  let count = 0;
  for (const bracket of ["[", "{"])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (++count > limit) return true;
  return false;
}

/** Counts brackets outside strings. The result for text that is not JSON is meaningless. */
function exceedsDepth(text: string, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      for (index++; index < text.length && text.charCodeAt(index) !== quote; index++) {
        if (text.charCodeAt(index) === backslash) index++;
      }
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Whether a value, or a part of it, is of a kind. Its depth is already limited. */
function has(value: unknown, is: (part: unknown) => boolean): boolean {
  return is(value) || (typeof value === "object" && value !== null && Object.values(value).some((part) => has(part, is)));
}

/** The index of the next character that is neither a space nor a tab. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** A text without the spaces and tabs around it, which are no part of a header's value (RFC 9110, section 5.5). */
export const trimBlanks = (text: string): string => /[^ \t]+(?:[ \t]+[^ \t]+)*/.exec(text)?.[0] ?? "";

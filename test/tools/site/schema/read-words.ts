import type { JsonObject, JsonValue } from "../../../../generator/document/json-value.js";
import type { Inline } from "../../../../generator/tools/site/blocks/inline.js";

/** The words of a page can't be read: either the page is wrong, or this reader doesn't know some words. */
export class UnknownWords extends Error {}

/** The page says that it doesn't tell everything. */
export class Incomplete extends Error {}

/** Returns the words of a rule; code is between marks that occur nowhere else. */
export function wordsOf(content: readonly Inline[]): string {
  return content
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if (piece.kind === "code" || piece.kind === "folded") return `«${piece.text}»`;
      throw new UnknownWords(piece.kind);
    })
    .join("");
}

/** Splits words at separators that are neither in code nor in parentheses. */
export function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "«") at = text.indexOf("»", at);
    else if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Returns the text within parentheses that surround all of it. */
function unwrapped(text: string): string {
  // Inside the first parenthesis, only the last one closes more than was opened.
  const bare = text.replace(/«[^»]*»/g, "").slice(1);
  let depth = 1;
  const end = [...bare].findIndex((character) => (depth += character === "(" ? 1 : character === ")" ? -1 : 0) === 0);
  return text.startsWith("(") && end === bare.length - 1 ? text.slice(1, -1) : text;
}

/** Returns the value of code. */
export function valueOf(text: string): JsonValue {
  const code = /^«([^»]*)»$/.exec(text)?.[1];
  if (code === undefined) throw new UnknownWords(text);
  if (code.endsWith("…")) throw new Incomplete(code);
  return JSON.parse(code) as JsonValue;
}

/** Rebuilds the schema of a type: `list of string (uuid) or null`. */
export function readType(text: string): JsonValue | undefined {
  const types = split(text, " or ").map(readSingleType);
  if (types.some((type) => type === undefined)) return undefined;
  return types.length === 1 ? types[0] : { anyOf: types as JsonValue[] };
}

function readSingleType(text: string): JsonValue | undefined {
  if (text === "anything") return true;
  if (text === "nothing") return false;
  if (text === "list") return { type: "array" };
  if (text === "empty list") return { type: "array", maxItems: 0 };
  const simple = /^(string|integer|number|boolean|object|null)(?: \(([\w-]+)\))?$/.exec(text);
  if (simple) return { type: simple[1]!, ...(simple[2] !== undefined && { format: simple[2] }) };
  const list = /^list of (.*)$/.exec(text);
  if (list) {
    const items = readType(unwrapped(list[1]!));
    return items === undefined ? undefined : { type: "array", items };
  }
  const tuple = /^list \((.*)\)$/.exec(text);
  if (!tuple) return undefined;
  const pieces = split(tuple[1]!, ", ");
  const last = pieces.at(-1)!;
  const first = (last.endsWith("…") ? pieces.slice(0, -1) : pieces).map(readType);
  const items = last === "…" ? true : last.endsWith("…") ? readType(last.slice(0, -1)) : false;
  if (first.some((type) => type === undefined) || items === undefined) return undefined;
  return { type: "array", prefixItems: first as JsonValue[], items };
}

/** Returns the shape with a title, of alternatives whose shapes are described in rows. */
export type FindShape = (title: string) => JsonValue | undefined;

const noShapes: FindShape = () => undefined;

/** Rebuilds the schema of a phrase: a type, then rules. */
export function readPhrase(text: string, shapes = noShapes): JsonValue {
  if (unwrapped(text) !== text) return readPhrase(unwrapped(text), shapes);
  if (split(text, "; ").length > 1) return readRule(text, shapes);
  const parts = joinedValues(split(text, ", "));
  return together(
    parts.map((part, index) => (index === 0 ? (shapes(part) ?? readType(part)) : undefined) ?? readRule(part, shapes)),
  );
}

/** Returns the schema of all parts; "each further" item is one behind the positions that the others have. */
export function together(parts: readonly JsonValue[]): JsonValue {
  const types = parts.flatMap((part) => [part, ...((part as { anyOf?: JsonValue[] }).anyOf ?? [])]);
  const positions = Math.max(0, ...types.map((part) => (part as { prefixItems?: unknown[] }).prefixItems?.length ?? 0));
  return {
    allOf: parts.map((part) => {
      const { further } = part as JsonObject;
      return further === undefined ? part : { prefixItems: Array.from({ length: positions }, () => true), items: further };
    }),
  };
}

/** Joins the values of a list again, which have commas between them as rules do. */
export function joinedValues(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    if (
      /^«[^»]*»(?: \(.*\))?$/.test(part) &&
      /(?:one of|not) «[^»]*»(?: \([^()]*\))?(?:, «[^»]*»(?: \([^()]*\))?)*$/.test(joined.at(-1) ?? "")
    )
      joined.push(`${joined.pop()!}, ${part}`);
    else joined.push(part);
  }
  return joined;
}

const limits: Readonly<Record<string, readonly [string, string]>> = {
  character: ["minLength", "maxLength"],
  item: ["minItems", "maxItems"],
  field: ["minProperties", "maxProperties"],
};

/** Rebuilds the schema of a rule: `1 to 64 characters`. */
export function readRule(text: string, shapes = noShapes): JsonValue {
  const rule = unwrapped(text);
  if (rule.includes("…»")) throw new Incomplete(rule);
  if (rule !== text) return readPhrase(rule, shapes);
  const amount = /^(?:(at most|at least|exactly) (\d+)|(\d+) to (\d+)) (character|item|field)s?$/.exec(rule);
  if (amount) {
    const [, word, one, least, most, noun] = amount;
    const [minimum, maximum] = limits[noun!]!;
    return {
      ...(word !== "at most" && { [minimum]: Number(one ?? least) }),
      ...(word !== "at least" && { [maximum]: Number(one ?? most) }),
    };
  }
  const known: readonly [RegExp, (...texts: string[]) => JsonValue][] = [
    [/^also (.*)$/, (type) => readType(type!) ?? unknown(rule)],
    [/^always («.*)$/, (value) => ({ const: valueOf(value!) })],
    [/^one of («.*)$/, (values) => ({ enum: readValues(values!) })],
    [/^format ([\w-]+)$/, (format) => ({ format: format! })],
    [/^(-?[\d.]+) to (-?[\d.]+)$/, (least, most) => ({ minimum: Number(least), maximum: Number(most) })],
    [/^exactly (-?[\d.]+)$/, (value) => ({ minimum: Number(value), maximum: Number(value) })],
    [/^a multiple of (.*)$/, (step) => ({ multipleOf: Number(step) })],
    [/^no item twice$/, () => ({ uniqueItems: true })],
    [/^no other items$/, () => ({ unevaluatedItems: false })],
    [/^contains (?:(at most|at least|exactly) (\d+)|(\d+) to (\d+)) items?: (.*)$/, readContains],
    [/^matches «(.*)»$/, (pattern) => ({ pattern: pattern! })],
    [/^doesn't match «(.*)»$/, (pattern) => ({ not: { pattern: pattern! } })],
    [/^no fields$/, () => ({ maxProperties: 0 })],
    [/^names: (.*)$/, (names) => ({ propertyNames: readPhrase(names!) })],
    [/^default «/, () => true],
    [/^encoded as \w+$/, () => true],
    [/^holds «/, () => true],
    [
      /^item (\d+): (.*)$/,
      (at, item) => ({ prefixItems: [...Array.from({ length: Number(at) - 1 }, () => true), readRule(item!)] }),
    ],
    [/^each other (.*)$/, (item) => ({ unevaluatedItems: readPhrase(item!) })],
    [/^each further (.*)$/, (item) => ({ further: readPhrase(item!, shapes) })],
    [/^each (.*)$/, (item) => ({ items: readPhrase(item!, shapes) })],
    [/^one of: (.*)$/, (all) => ({ anyOf: split(all!, "; ").map((one) => readPhrase(one, shapes)) })],
    [/^exactly one of: (.*)$/, (all) => ({ oneOf: split(all!, "; ").map((one) => readPhrase(one, shapes)) })],
    [/^at least one of: (.*)$/, (all) => ({ anyOf: split(all!, "; ").map((one) => readPhrase(one, shapes)) })],
    [/^not («.*)$/, (values) => (isList(values!) ? { not: { enum: readValues(values!) } } : { not: readPhrase(values!) })],
    [/^not (.*)$/, (schema) => ({ not: readPhrase(schema!) })],
    [/^(«\{.*\}»)$/, (schema) => valueOf(schema!)],
    [/^(«(?:true|false)»)$/, (schema) => valueOf(schema!)],
  ];
  for (const [words, read] of known) {
    const found = words.exec(rule);
    if (found) return read(...found.slice(1));
  }
  return (
    readBounds(rule) ??
    readType(rule) ??
    (split(rule, "; ").length === 1 && split(rule, ", ").length > 1 ? readPhrase(rule, shapes) : unknown(rule))
  );
}

/** Whether all parts are values and not schemas. */
function isList(text: string): boolean {
  return split(text, ", ").every((part) => /^«[^»]*»$/.test(part) && !/^«[{]"(?:required|properties|type)/.test(part));
}

function unknown(rule: string): never {
  throw new UnknownWords(rule);
}

function readBounds(rule: string): JsonObject | undefined {
  const names: Readonly<Record<string, string>> = {
    "at least": "minimum",
    "more than": "exclusiveMinimum",
    "at most": "maximum",
    "less than": "exclusiveMaximum",
  };
  const found = split(rule, " and ").map((bound) => /^(at least|more than|at most|less than) (-?[\d.]+)$/.exec(bound));
  return found.includes(null) ? undefined : Object.fromEntries(found.map((bound) => [names[bound![1]!]!, Number(bound![2])]));
}

/** Reads `"lo" (Low: cheap), "hi"`. */
function readValues(text: string): JsonValue[] {
  return split(text, ", ").map((part) => {
    if (/^\d+ more$/.test(part)) throw new Incomplete(part);
    return valueOf(part.replace(/(»).*$/, "$1"));
  });
}

function readContains(word?: string, one?: string, least?: string, most?: string, items?: string): JsonValue {
  return {
    contains: readPhrase(items!),
    minContains: word === "at most" ? 0 : Number(one ?? least),
    ...(word !== "at least" && { maxContains: Number(one ?? most) }),
  };
}

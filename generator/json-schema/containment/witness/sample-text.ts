import { parsePattern, type PatternNode } from "../../pattern/parse-pattern.js";
import { patternFlags } from "../../pattern/match-pattern.js";
import type { Shape } from "../shape.js";

/** The maximum number of generated strings. */
const longest = 5_000;

const ofFormat: ReadonlyMap<string, string> = new Map([
  ["byte", "YWJj"],
  ["date", "2024-02-29"],
  ["date-time", "2024-02-29T12:00:00Z"],
  ["duration", "P1D"],
  ["email", "a@example.com"],
  ["hostname", "a.example"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["json-pointer", "/a"],
  ["json-pointer-uri-fragment", "#/a"],
  ["regex", "a"],
  ["relative-json-pointer", "0"],
  ["time", "12:00:00Z"],
  ["uri", "https://a.example/a"],
  ["uri-reference", "/a"],
  ["uri-template", "/{a}"],
  ["url", "https://a.example/a"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
]);

/** Returns strings that a shape may accept, including boundary cases; lengths are those that others accept or reject. */
export function sampleTexts(shape: Shape, lengths: readonly number[] = []): string[] {
  const formatted = shape.formats.flatMap(({ value }) => ofFormat.get(value) ?? []);
  const matching = shape.patterns.flatMap(({ value }) => [...fromPattern(value, 0), ...fromPattern(value, 3)]);
  const bounds = [shape.bounds.get("minLength")?.value, shape.bounds.get("maxLength")?.value, ...lengths];
  const long = bounds.flatMap((length) =>
    length !== undefined && length >= 0 && length <= longest ? stretch(matching, length) : [],
  );
  return [...formatted, ...matching, "a", "A b", "0", "", ...long];
}

/** Returns a string of the length, if possible with a last character that can be repeated. */
function stretch(texts: readonly string[], length: number): string[] {
  const stretched = texts.map((text) => (text === "" ? "a" : text).padEnd(length, text.at(-1) ?? "a").slice(0, length));
  return [...stretched, "a".repeat(length), "é".repeat(length)];
}

/** Returns a string that matches a pattern, unless the pattern has a lookahead or lookbehind. */
function fromPattern(pattern: string, repetitions: number): string[] {
  const { flags } = patternFlags(pattern);
  const node = flags === undefined ? undefined : parsePattern(pattern, flags);
  const text = node && write(node, repetitions);
  return text === undefined || text.length > longest ? [] : [text];
}

function write(node: PatternNode, repetitions: number): string | undefined {
  switch (node.kind) {
    case "characters":
      return pickCharacter(node.set);
    case "sequence": {
      const parts = node.items.map((item) => write(item, repetitions));
      return parts.includes(undefined) ? undefined : bounded(parts.join(""));
    }
    case "choice":
      return node.items.map((item) => write(item, repetitions)).find((text) => text !== undefined);
    case "repeat": {
      const times = Math.min(node.max, Math.max(node.min, repetitions));
      const body = times === 0 ? "" : write(node.body, repetitions);
      return body === undefined || body.length * times > longest ? undefined : body.repeat(Math.min(times, longest));
    }
    default:
      return "";
  }
}

function bounded(text: string): string | undefined {
  return text.length > longest ? undefined : text;
}

/** Returns a letter or digit if there is one. */
function pickCharacter(set: readonly (readonly [from: number, to: number])[]): string | undefined {
  for (const wanted of "aA0-_. ") {
    const code = wanted.codePointAt(0)!;
    for (const [from, to] of set) {
      if (code >= from && code <= to) return wanted;
      // Returns the first letter or digit of a range.
      if (from > code && from <= code + 25 && /[a-zA-Z0-9]/.test(String.fromCodePoint(from))) return String.fromCodePoint(from);
    }
  }
  return set[0] && String.fromCodePoint(set[0][0]);
}

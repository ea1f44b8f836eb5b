import { isMultipleOf } from "../../../templates/runtime/validators/guard.js";
import { toDecimal } from "./to-decimal.js";
import { ownString, type JsonObject } from "../../document/json-value.js";
import type { CharacterSet } from "../pattern/character-set.js";
import { parsePattern, type PatternNode } from "../pattern/parse-pattern.js";
import { patternFlags } from "../pattern/match-pattern.js";
import type { Random } from "./random.js";
import { largest, smallest } from "./conjuncts.js";

/** The length of the longest text to make, far beyond what a body may have. */
const longest = 16_777_216;

/** Returns a string that may be valid for all of some schemas; the caller validates it. */
export function sampleText(parts: readonly JsonObject[], random: Random): string {
  const pattern = parts.map((part) => ownString(part, "pattern")).find((text) => text !== undefined);
  const format = parts
    .map((part) => ownString(part, "format"))
    .find((name) => name !== undefined && Object.hasOwn(byFormat, name));
  const least = largest(parts, "minLength") ?? 0;
  const most = smallest(parts, "maxLength") ?? Math.max(least, 20);
  const text =
    pattern === undefined ? (format === undefined ? "example" : byFormat[format]!(random)) : samplePattern(pattern, random);
  if (pattern !== undefined || format !== undefined) return text;
  return text.padEnd(Math.min(least, longest), "example ").slice(0, Math.max(least, most));
}

/** Formats of numbers that are written as text (OpenAPI Format Registry). */
const numberFormats = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double", "decimal"];

const byFormat: Readonly<Record<string, (random: Random) => string>> = {
  ...Object.fromEntries(numberFormats.map((name) => [name, () => "1"])),
  byte: () => "ZXhhbXBsZQ==",
  date: () => "2026-01-15",
  "date-time": () => "2026-01-15T09:30:00Z",
  duration: () => "PT1H",
  email: () => "ada@example.com",
  hostname: () => "host.example.com",
  ipv4: () => "192.0.2.10",
  ipv6: () => "2001:db8::10",
  "json-pointer": () => "/example",
  "json-pointer-uri-fragment": () => "#/example",
  password: () => "example-secret-0001",
  regex: () => "^[a-z]+$",
  "relative-json-pointer": () => "0/example",
  time: () => "09:30:00Z",
  uri: () => "https://example.com/a",
  "uri-reference": () => "/a",
  "uri-template": () => "https://example.com/{id}",
  url: () => "https://example.com/a",
  uuid: (random) => sampleUuid(random),
};

function sampleUuid(random: Random): string {
  const digits = Array.from({ length: 30 }, () => random.below(16).toString(16)).join("");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
}

/** Returns a string that matches a pattern; with lookaheads or back references it may not match. */
function samplePattern(pattern: string, random: Random): string {
  const { flags } = patternFlags(pattern);
  const node = flags === undefined ? undefined : parsePattern(pattern, flags);
  return node ? textOf(node, random) : "example";
}

/** The maximum number of optional repetitions to write. */
const maxMore = 6;

function textOf(node: PatternNode, random: Random): string {
  switch (node.kind) {
    case "characters":
      return characterOf(node.set, random);
    case "sequence":
      return node.items.map((item) => textOf(item, random)).join("");
    case "choice":
      return node.items.length === 0 ? "" : textOf(random.pick(node.items), random);
    case "repeat": {
      const count = node.min + random.below(Math.min(node.max - node.min, maxMore) + 1);
      return Array.from({ length: count }, () => textOf(node.body, random)).join("");
    }
    default:
      return "";
  }
}

/** Prefers letters and digits, as the examples are for people. */
function characterOf(set: CharacterSet, random: Random): string {
  const readable = [..."abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./: "].filter((character) =>
    set.some(([from, to]) => from <= character.codePointAt(0)! && character.codePointAt(0)! <= to),
  );
  if (readable.length > 0) return random.pick(readable);
  const [from, to] = random.pick(set.length === 0 ? [[0x61, 0x61] as const] : set);
  return String.fromCodePoint(from + random.below(to - from + 1));
}

/** Returns a number within the limits of some schemas. */
export function sampleNumber(parts: readonly JsonObject[], isInteger: boolean, random: Random): number {
  const multiple = largest(parts, "multipleOf") ?? (isInteger ? 1 : 0.5);
  // Integers are multiples of 0.01 as well.
  const step = isInteger && multiple > 0 && isMultipleOf(1, multiple) ? 1 : multiple;
  const least = Math.max(largest(parts, "minimum") ?? -Infinity, (largest(parts, "exclusiveMinimum") ?? -Infinity) + step);
  const most = Math.min(smallest(parts, "maximum") ?? Infinity, (smallest(parts, "exclusiveMaximum") ?? Infinity) - step);
  const first = Math.ceil(toDecimal(least / step));
  const last = Math.floor(toDecimal(most / step));
  const start = least > -Infinity ? first : most < Infinity ? last - 10 : 1;
  const room = most < Infinity ? Math.max(0, last - start) : 10;
  return toDecimal((start + random.below(Math.min(room, 10) + 1)) * step);
}

import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { maxNesting } from "./limits.js";
import { createSpan, locationAt, type Locations, type TextFile } from "./locations.js";
import { rejectPrototypeKeys } from "./prototype-properties.js";
import { reportSyntax } from "./report-syntax.js";

class SyntaxProblem extends Error {}

class TooDeep extends Error {}

const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const literals = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;

/**
 * Parses JSON (RFC 8259) and records the location of every value. Stricter than `JSON.parse`: rejects duplicate keys,
 * `__proto__` keys (unless `onPrototypeKey` receives them), numbers beyond the range of a double, unpaired surrogates and excessive nesting.
 */
export function parseJson(
  file: TextFile,
  locations: Locations,
  problems: Report,
  onPrototypeKey = rejectPrototypeKeys(problems),
): JsonValue | undefined {
  const { text } = file;
  let at = 0;

  const skipSpace = () => {
    for (let code = text.charCodeAt(at); code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b && code !== 0x0c);) {
      code = text.charCodeAt(++at);
    }
  };
  const fail = (message: string): never => {
    throw new SyntaxProblem(message);
  };
  const unexpected = () =>
    at < text.length ? `unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at)!))}` : "unexpected end of the file";

  const readString = (): string => {
    const start = at;
    if (text[at] !== '"') fail(`${unexpected()}, expected a string in double quotes`);
    let hasEscape = false;
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === "\\") {
        escapePattern.lastIndex = at;
        if (!escapePattern.test(text)) fail("invalid escape in a string");
        at = escapePattern.lastIndex - 1;
        hasEscape = true;
      } else if (!(text.charCodeAt(at) >= 0x20)) {
        fail(
          at < text.length
            ? "unescaped line break, tab or other control character in a string"
            : "missing closing quote of a string",
        );
      }
    }
    at++;
    if (!hasEscape) return text.slice(start + 1, at - 1);
    const value = JSON.parse(text.slice(start, at)) as string;
    if (/\p{Surrogate}/u.test(value)) report(problems, "unpaired-surrogate", {}, locationAt(file, start, at));
    return value;
  };

  const readNumber = (): number => {
    numberPattern.lastIndex = at;
    if (!numberPattern.test(text)) fail(unexpected());
    const value = Number(text.slice(at, numberPattern.lastIndex));
    if (!Number.isFinite(value)) report(problems, "unsafe-number", {}, locationAt(file, at, numberPattern.lastIndex));
    at = numberPattern.lastIndex;
    return value;
  };

  const readValue = (depth: number): JsonValue => {
    if (depth > maxNesting) {
      report(problems, "nesting-limit", { limit: maxNesting }, locationAt(file, at));
      throw new TooDeep();
    }
    const first = text[at];
    if (first === "{") return readObject(depth);
    if (first === "[") return readArray(depth);
    if (first === '"') return readString();
    for (const [word, value] of literals) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return value;
      }
    }
    return readNumber();
  };

  /** Reads the entries of a map or list, and its closing bracket. */
  const readEntries = (close: string, readEntry: () => void) => {
    at++;
    skipSpace();
    while (text[at] !== close) {
      readEntry();
      skipSpace();
      if (text[at] !== "," && text[at] !== close) fail(`${unexpected()}, expected "," or ${JSON.stringify(close)}`);
      if (text[at] !== ",") continue;
      at++;
      skipSpace();
      if (text[at] === close) fail("unexpected comma before the closing bracket");
    }
    at++;
  };

  const readObject = (depth: number): JsonObject => {
    const start = at;
    const object: JsonObject = {};
    const keys: string[] = [];
    const spans: number[] = [];
    readEntries("}", () => {
      const keyStart = at;
      const key = readString();
      const keyEnd = at;
      skipSpace();
      if (text[at] !== ":") fail(`${unexpected()}, expected ":"`);
      at++;
      skipSpace();
      const valueStart = at;
      const value = readValue(depth + 1);
      if (Object.hasOwn(object, key)) report(problems, "duplicate-key", { key }, locationAt(file, keyStart, keyEnd));
      if (key === "__proto__") onPrototypeKey(object, value, locationAt(file, keyStart, keyEnd));
      else object[key] = value;
      keys.push(key);
      spans.push(keyStart, keyEnd, valueStart, at);
    });
    locations.set(object, createSpan(file, [start, at], keys, spans));
    return object;
  };

  const readArray = (depth: number): JsonValue[] => {
    const start = at;
    const array: JsonValue[] = [];
    const spans: number[] = [];
    readEntries("]", () => {
      const itemStart = at;
      array.push(readValue(depth + 1));
      spans.push(itemStart, at, itemStart, at);
    });
    locations.set(array, createSpan(file, [start, at], undefined, spans));
    return array;
  };

  try {
    skipSpace();
    const value = readValue(0);
    skipSpace();
    if (at < text.length) fail(`${unexpected()} after the end of the document`);
    return value;
  } catch (error) {
    if (error instanceof SyntaxProblem) reportSyntax(file, problems, { language: "JSON", detail: error.message }, at);
    else if (!(error instanceof TooDeep)) throw error;
    return undefined;
  }
}

import type { PartRule } from "./contract.js";
import { isJsonType, isUtf8 } from "./http.js";
import { JsonProblem, MalformedText, decodeText, decodeUtf8, parseJson, parseText } from "./text.js";

/** Reads a `multipart/form-data` body as an object; files are `File`s. Its parts are not validated. Throws `MalformedText`. */
export function readMultipart(
  bytes: Uint8Array,
  contentType: string,
  parts: Readonly<Record<string, PartRule>> = {},
  jsonDepth: number,
): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const part of splitParts(bytes, contentType)) {
    const { name } = part;
    if (name === "__proto__") throw new MalformedText("has a part __proto__, which is not allowed");
    const rule = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const value = readPart(part, rule, jsonDepth);
    const before = values.get(name);
    if (rule?.isList === true) {
      if (Array.isArray(before)) before.push(value);
      else values.set(name, [value]);
    } else if (before !== undefined) throw new MalformedText("has the same part twice");
    else values.set(name, value);
  }
  return Object.fromEntries(values);
}

/** One part of a form, as sent. */
interface Part {
  readonly name: string;
  /** Absent: the part is not a file. */
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly bytes: Uint8Array;
}

function readPart(part: Part, rule: PartRule | undefined, jsonDepth: number): unknown {
  const { filename, type = "text/plain" } = part;
  if (rule?.as === "file") return fileOf(part);
  // Some platforms only send the media type of a part that has a file name.
  const isText = filename === undefined || (rule !== undefined && (/^text\//i.test(type) || isJsonType(type)));
  if (!isText) return fileOf(part);
  const text = textOf(part);
  if (rule === undefined) return text;
  if (rule.as !== "json") return parseText(text, rule.as);
  try {
    return parseJson(text, jsonDepth);
  } catch (error) {
    if (error instanceof JsonProblem) throw new MalformedText(`has a part ${part.name} that is not acceptable JSON`);
    throw error;
  }
}

function fileOf({ filename, type, bytes }: Part): File {
  const content = bytes as Uint8Array<ArrayBuffer>; // no adapter shares memory
  return new File([content], filename ?? "", { type: type ?? (filename === undefined ? "" : "text/plain") });
}

function textOf({ bytes, type }: Part): string {
  const charset = type === undefined ? undefined : parseHeader(type).parameters.get("charset");
  if (!isUtf8(charset)) throw new MalformedText("has a part that is not UTF-8");
  return decode(bytes);
}

function decode(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw new MalformedText("has a part that is not UTF-8");
  }
}

const [tab, lineFeed, carriageReturn, space, dash] = [0x09, 0x0a, 0x0d, 0x20, 0x2d];

const emptyLine = new TextEncoder().encode("\r\n\r\n");

/** The maximum length of a part's headers, more than any client sends. */
const maxHeaders = 16_384;

const unsplit = "can't be split at the boundary that its content type names";

/**
 * The parts between the boundaries, by RFC 2046: text before the first and after the last one is ignored. The platform's
 * `formData()` supports less: no preamble, no unquoted names, no `filename*`, no short boundaries.
 */
function splitParts(bytes: Uint8Array, contentType: string): Part[] {
  const boundary = parseHeader(contentType).parameters.get("boundary") ?? "";
  if (!/^[ -~]{0,69}[!-~]$/.test(boundary)) throw new MalformedText(unsplit);
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  const found: Part[] = [];
  // The first one may have no preceding line.
  let at = isAt(bytes, 0, delimiter.subarray(2)) ? -2 : indexOf(bytes, delimiter, 0);
  let start: number | undefined;
  for (; at !== -1; at = indexOf(bytes, delimiter, at + 2)) {
    const after = at + delimiter.byteLength;
    const isLast = bytes[after] === dash && bytes[after + 1] === dash;
    const next = endOfLine(bytes, isLast ? after + 2 : after, isLast);
    // A longer line that begins like the boundary belongs to the part.
    if (next === undefined) continue;
    if (start !== undefined) found.push(parsePart(bytes.subarray(start, at)));
    if (isLast) return found;
    start = next;
  }
  throw new MalformedText(unsplit);
}

/** The start of the next line, if only blanks precede it. */
function endOfLine(bytes: Uint8Array, from: number, mayEnd: boolean): number | undefined {
  let at = from;
  while (bytes[at] === space || bytes[at] === tab) at++;
  if (mayEnd && at === bytes.byteLength) return at;
  return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 2 : undefined;
}

/** For patterns that begin with the end of a line. */
function indexOf(bytes: Uint8Array, pattern: Uint8Array, from: number): number {
  let at = bytes.indexOf(carriageReturn, Math.max(0, from));
  while (at !== -1 && !isAt(bytes, at, pattern)) at = bytes.indexOf(carriageReturn, at + 1);
  return at;
}

function isAt(bytes: Uint8Array, at: number, pattern: Uint8Array): boolean {
  for (let index = 0; index < pattern.byteLength; index++) {
    if (bytes[at + index] !== pattern[index]) return false;
  }
  return true;
}

/** A part without an empty line has headers only. */
function parsePart(bytes: Uint8Array): Part {
  const end = indexOf(bytes.subarray(0, maxHeaders + emptyLine.byteLength), emptyLine, 0);
  const head = end === -1 ? bytes : bytes.subarray(0, end);
  if (head.byteLength > maxHeaders) throw new MalformedText("has a part with headers that are too long");
  const headers = parseHeaders(decode(head));
  const { value, parameters } = parseHeader(headers.get("content-disposition") ?? "");
  const name = nameIn(parameters, "name");
  if (value !== "form-data" || name === undefined) throw new MalformedText("has a part without a name");
  const encoding = headers.get("content-transfer-encoding") ?? "binary";
  if (!/^(?:7bit|8bit|binary)$/i.test(encoding)) throw new MalformedText("has a part with a transfer encoding");
  const content = end === -1 ? new Uint8Array(0) : bytes.subarray(end + emptyLine.byteLength);
  return { name, filename: nameIn(parameters, "filename"), type: headers.get("content-type"), bytes: content };
}

const malformedHeader = "has a part with a malformed header";

/** Values by name, in lower case. A line that begins with a blank continues the previous one. */
function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.replaceAll(/\r\n(?=[ \t])/g, "").split("\r\n")) {
    if (line === "") continue;
    const at = line.indexOf(":");
    const name = line.slice(0, Math.max(0, at)).toLowerCase();
    if (!/^[!-9;-~]+$/.test(name) || headers.has(name)) throw new MalformedText(malformedHeader);
    headers.set(name, line.slice(at + 1).trim());
  }
  return headers;
}

/** `form-data; name="a"; filename=b.png`: the value in lower case and its parameters, their names in lower case. */
function parseHeader(text: string): { readonly value: string; readonly parameters: ReadonlyMap<string, string> } {
  const parameters = new Map<string, string>();
  const end = indexIn(text, ";", 0);
  for (let at = end; at < text.length; at = skipBlanks(text, at)) {
    if (text[at] !== ";") throw new MalformedText(malformedHeader);
    const [before, stop] = [at + 1, indexIn(text, ";", at + 1)];
    const segment = text.slice(before, stop);
    const equals = indexIn(segment, "=", 0);
    const name = segment.slice(0, equals).trim().toLowerCase();
    at = stop;
    if (name === "" && equals === segment.length) continue;
    if (parameters.has(name) || equals === segment.length) throw new MalformedText(malformedHeader);
    const start = skipBlanks(text, before + equals + 1);
    if (text[start] === '"') {
      at = closingQuote(text, start + 1) + 1;
      parameters.set(name, text.slice(start + 1, at - 1).replaceAll('\\"', '"'));
    } else parameters.set(name, text.slice(start, stop).trim());
  }
  return { value: text.slice(0, end).trim().toLowerCase(), parameters };
}

/** Browsers write a quote as `%22` and a backslash unchanged; others escape a quote with a backslash. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    const next = skipBlanks(text, at + 1);
    if (next === text.length || text[next] === ";") return at;
    if (text[at - 1] !== "\\") break;
  }
  throw new MalformedText(malformedHeader);
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** The index of a mark, or the end of the text. */
function indexIn(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at;
}

const escapes: Readonly<Record<string, string>> = { "%22": '"', "%0D": "\r", "%0A": "\n" };

/** A name as browsers escape it, or by RFC 5987, which takes precedence: `filename*=UTF-8''%e2%82%ac.txt`. */
function nameIn(parameters: ReadonlyMap<string, string>, key: string): string | undefined {
  const extended = parameters.get(`${key}*`);
  if (extended === undefined) return parameters.get(key)?.replaceAll(/%(?:22|0D|0A)/gi, (code) => escapes[code.toUpperCase()]!);
  const [, charset = "", text = ""] = /^([^']*)'[^']*'([^]*)$/.exec(extended) ?? [];
  if (/^utf-8$/i.test(charset)) return decodeText(text);
  if (!/^iso-8859-1$/i.test(charset)) throw new MalformedText(malformedHeader);
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

import { joinChunks } from "./http.js";
import { MalformedText, decodeText, skipBlanks } from "./text.js";

/** The headers of one part of a form. */
export interface PartHead {
  readonly name: string;
  /** Absent: the part is not a file. */
  readonly filename: string | undefined;
  readonly type: string | undefined;
}

/** What arrives of a form: the headers of a part, its content in pieces, and its end. */
export type PartEvent = PartHead | Uint8Array | "end";

const [tab, lineFeed, carriageReturn, space, dash] = [0x09, 0x0a, 0x0d, 0x20, 0x2d];

const emptyLine = new TextEncoder().encode("\r\n\r\n");

/** What precedes headers, so that an empty line follows also if there are none. */
const lineEnd = new Uint8Array([carriageReturn, lineFeed]);

/** The maximum length of a part's headers, more than any client sends. */
const maxHeaders = 16_384;

/** Reads the parts of a multipart body while it arrives: of a form, unless something names them. Throws `MalformedText`. */
export class PartReader {
  readonly #splitter: BoundarySplitter;
  /** What arrived of the headers; absent: they are complete. */
  #head: Uint8Array | undefined;
  readonly #nameOf: (() => string) | undefined;

  constructor(contentType: string, nameOf?: () => string) {
    this.#nameOf = nameOf;
    this.#splitter = new BoundarySplitter(boundaryIn(contentType));
  }

  *push(chunk: Uint8Array): Generator<PartEvent> {
    for (const piece of this.#splitter.push(chunk)) yield* this.#read(piece);
  }

  *end(): Generator<PartEvent> {
    for (const piece of this.#splitter.end()) yield* this.#read(piece);
  }

  *#read(piece: Piece): Generator<PartEvent> {
    if (piece === "start") this.#head = lineEnd;
    else if (piece === "end") {
      // A part without an empty line has headers only.
      if (this.#head) yield readHead(this.#head, this.#nameOf);
      yield "end";
    } else if (this.#head) yield* this.#readHead(joinTwo(this.#head, piece));
    else yield piece;
  }

  *#readHead(bytes: Uint8Array): Generator<PartEvent> {
    this.#head = bytes;
    const end = indexOf(bytes.subarray(0, maxHeaders + emptyLine.byteLength), emptyLine, 0);
    if (end === -1) {
      if (bytes.byteLength > maxHeaders) throw new MalformedText("has a part with headers that are too long");
      return;
    }
    this.#head = undefined;
    yield readHead(bytes.subarray(0, end), this.#nameOf);
    const content = bytes.subarray(end + emptyLine.byteLength);
    if (content.byteLength > 0) yield content;
  }
}

/** What is between two boundaries: its start, its bytes and its end. */
type Piece = "start" | Uint8Array | "end";

/** The maximum number of blanks behind a boundary. */
const maxBlanks = 1_024;

const unsplit = "can't be split at the boundary that its content type names";

/**
 * Splits a body at its boundaries, by RFC 2046: text before the first and after the last one is ignored. The platform's
 * `formData()` supports less: no preamble, no unquoted names, no `filename*`, no short boundaries.
 */
class BoundarySplitter {
  readonly #delimiter: Uint8Array;
  #state: "before" | "inside" | "over" = "before";
  /** Bytes that may be the start of a boundary. The first one may have no preceding line. */
  #rest: Uint8Array = lineEnd;

  constructor(boundary: string) {
    if (!/^[ -~]{0,69}[!-~]$/.test(boundary)) throw new MalformedText(unsplit);
    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  }

  push(chunk: Uint8Array): Generator<Piece> {
    return this.#split(joinTwo(this.#rest, chunk), false);
  }

  *end(): Generator<Piece> {
    yield* this.#split(this.#rest, true);
    if (this.#state !== "over") throw new MalformedText(unsplit);
  }

  /** Where a boundary may have begun that isn't complete yet. */
  #openEnd(bytes: Uint8Array, start: number): number {
    const at = bytes.indexOf(carriageReturn, Math.max(start, bytes.byteLength - this.#delimiter.byteLength + 1));
    return at === -1 ? bytes.byteLength : at;
  }

  *#split(bytes: Uint8Array, isEnd: boolean): Generator<Piece> {
    let start = 0;
    let search = 0;
    while (this.#state !== "over") {
      const at = indexOf(bytes, this.#delimiter, search);
      const after = at + this.#delimiter.byteLength;
      const isLast = bytes[after] === dash && bytes[after + 1] === dash;
      const next = at === -1 ? undefined : endOfLine(bytes, isLast ? after + 2 : after, isLast, isEnd);
      if (next === undefined || next === "unknown") {
        // A longer line that begins like the boundary belongs to the part.
        if (at !== -1 && next === undefined) {
          search = at + 2;
          continue;
        }
        const known = at === -1 ? this.#openEnd(bytes, start) : at;
        if (this.#state === "inside" && known > start) yield bytes.subarray(start, known);
        this.#rest = bytes.subarray(known);
        return;
      }
      if (this.#state === "inside") {
        if (at > start) yield bytes.subarray(start, at);
        yield "end";
      }
      this.#state = isLast ? "over" : "inside";
      if (!isLast) yield "start";
      start = search = next;
    }
  }
}

/** The start of the next line, if only blanks precede it; `undefined`: other text does. The end of the body may end the last line. */
function endOfLine(bytes: Uint8Array, from: number, mayEnd: boolean, isEnd: boolean): number | "unknown" | undefined {
  let at = from;
  while (bytes[at] === space || bytes[at] === tab) at++;
  if (at - from > maxBlanks) return undefined;
  if (isEnd && mayEnd && at === bytes.byteLength) return at;
  if (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) return at + 2;
  const isOpen = at >= bytes.byteLength || (bytes[at] === carriageReturn && at + 1 === bytes.byteLength);
  // A single dash may become the mark of the last boundary.
  const mayBeLast = !mayEnd && from === at && bytes[at] === dash && at + 1 === bytes.byteLength;
  return !isEnd && (isOpen || mayBeLast) ? "unknown" : undefined;
}

function joinTwo(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.byteLength === 0 ? other : joinChunks([one, other], one.byteLength + other.byteLength);
}

/** For patterns that begin with the end of a line. */
function indexOf(bytes: Uint8Array, pattern: Uint8Array, from: number): number {
  let at = bytes.indexOf(carriageReturn, from);
  while (at !== -1 && !isAt(bytes, at, pattern)) at = bytes.indexOf(carriageReturn, at + 1);
  return at;
}

function isAt(bytes: Uint8Array, at: number, pattern: Uint8Array): boolean {
  for (let index = 0; index < pattern.byteLength; index++) {
    if (bytes[at + index] !== pattern[index]) return false;
  }
  return true;
}

function readHead(bytes: Uint8Array, nameOf: (() => string) | undefined): PartHead {
  if (bytes.byteLength > maxHeaders) throw new MalformedText("has a part with headers that are too long");
  const headers = readHeaders(decodePart(bytes));
  const { value, parameters } = parseHeader(headers.get("content-disposition") ?? "");
  const name = nameOf ? nameOf() : nameIn(parameters, "name");
  if ((value !== "form-data" && !nameOf) || name === undefined) throw new MalformedText("has a part without a name");
  const encoding = headers.get("content-transfer-encoding") ?? "binary";
  if (!/^(?:7bit|8bit|binary)$/i.test(encoding)) throw new MalformedText("has a part with a transfer encoding");
  return { name, filename: nameIn(parameters, "filename"), type: headers.get("content-type") };
}

function boundaryIn(contentType: string): string {
  try {
    return parseHeader(contentType).parameters.get("boundary") ?? "";
  } catch {
    throw new MalformedText("has a content type with malformed parameters");
  }
}

/** Keeps a byte order mark: a part is data. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of some bytes of a part. */
export function decodePart(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new MalformedText("has a part that is not UTF-8");
  }
}

const malformedHeader = "has a part with a malformed header";

/** Values by name, in lower case. A line that begins with a blank continues the previous one. */
function readHeaders(text: string): Map<string, string> {
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
export function parseHeader(text: string): { readonly value: string; readonly parameters: ReadonlyMap<string, string> } {
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

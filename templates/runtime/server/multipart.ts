import { escapeSegment } from "../json.js";
import type { PartRule } from "./contract.js";
import { type PartEvent, type PartHead, PartReader, decodePart, parseHeader } from "./form-parts.js";
import { isInRange, isJsonType, isUtf8, joinChunks, parseMediaType } from "./http.js";
import { JsonProblem, MalformedText, parseJson, parseText } from "./text.js";

/**
 * Reads a `multipart/form-data` body as an object; files are `File`s. Only their sizes and media types are checked. Throws
 * `MalformedText`.
 */
export function readMultipart(
  bytes: Uint8Array,
  contentType: string,
  parts: Readonly<Record<string, PartRule>> = {},
  jsonDepth: number,
): Record<string, unknown> {
  const fields = new FormFields(parts, jsonDepth);
  const reader = new PartReader(contentType);
  for (const event of reader.push(bytes)) fields.take(event);
  for (const event of reader.end()) fields.take(event);
  return fields.read();
}

/** The fields of a form, from the events of its parts. */
export class FormFields {
  readonly #rules: Readonly<Record<string, PartRule>>;
  readonly #jsonDepth: number;
  readonly #values = new Map<string, unknown>();
  #head: PartHead | undefined;
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(rules: Readonly<Record<string, PartRule>>, jsonDepth: number) {
    this.#rules = rules;
    this.#jsonDepth = jsonDepth;
  }

  take(event: PartEvent): void {
    if (event === "end") this.#addPart(this.#head!);
    else if (event instanceof Uint8Array) {
      this.#chunks.push(event);
      this.#size += event.byteLength;
    } else {
      this.#head = event;
      this.#chunks = [];
      this.#size = 0;
    }
  }

  /** Adds the value of a part. */
  add(name: string, value: unknown): void {
    if (name === "__proto__") throw new MalformedText("has a part __proto__, which is not allowed");
    const before = this.#values.get(name);
    if (this.ruleOf(name)?.isList === true) {
      if (Array.isArray(before)) before.push(value);
      else this.#values.set(name, [value]);
    } else if (before !== undefined) throw new MalformedText("has the same part twice");
    else this.#values.set(name, value);
  }

  ruleOf(name: string): PartRule | undefined {
    return Object.hasOwn(this.#rules, name) ? this.#rules[name] : undefined;
  }

  read(): Record<string, unknown> {
    return Object.fromEntries(this.#values);
  }

  #addPart(head: PartHead): void {
    this.add(head.name, readPart(head, joinChunks(this.#chunks, this.#size), this.ruleOf(head.name), this.#jsonDepth));
  }
}

/** The value of a part. */
export function readPart(head: PartHead, bytes: Uint8Array, rule: PartRule | undefined, jsonDepth: number): unknown {
  const { name, filename, type = "text/plain" } = head;
  if (rule?.as === "file") {
    checkType(head, rule);
    checkSize(name, bytes.byteLength, rule);
    return fileOf(head, bytes);
  }
  // Some platforms only send the media type of a part that has a file name.
  const isText = filename === undefined || (rule !== undefined && (/^text\//i.test(type) || isJsonType(type)));
  if (!isText) return fileOf(head, bytes);
  const text = textOf(head, bytes);
  if (rule === undefined) return text;
  if (rule.as !== "json") return parseText(text, rule.as);
  try {
    return parseJson(text.replace(/^\uFEFF/, ""), jsonDepth);
  } catch (error) {
    if (error instanceof JsonProblem)
      throw new MalformedText(`has a part ${name} that ${error.message.slice("The body ".length, -1)}`);
    throw error;
  }
}

/** Rejects a file of a media type that the contract doesn't declare. */
export function checkType({ name, type }: PartHead, { types }: PartRule): void {
  const sent = parseMediaType(type ?? "application/octet-stream")?.essence ?? "";
  if (types && !types.some((range) => isInRange(sent, range)))
    throw problemOf(name, "contentType", `must be ${types.join(" or ")}`);
}

/** Rejects a file that is larger than the contract allows. */
export function checkSize(name: string, size: number, { maxBytes }: PartRule): void {
  if (maxBytes !== undefined && size > maxBytes) throw problemOf(name, "maxLength", `must have at most ${maxBytes} bytes`);
}

function problemOf(name: string, rule: string, message: string): MalformedText {
  return new MalformedText(`has a part ${name}, which ${message}`, { pointer: `/${escapeSegment(name)}`, rule, message });
}

function fileOf({ filename, type }: PartHead, bytes: Uint8Array): File {
  const content = bytes as Uint8Array<ArrayBuffer>; // no adapter shares memory
  return new File([content], filename ?? "", { type: type ?? (filename === undefined ? "" : "text/plain") });
}

function textOf({ type }: PartHead, bytes: Uint8Array): string {
  const charset = type === undefined ? undefined : parseHeader(type).parameters.get("charset");
  if (!isUtf8(charset)) throw new MalformedText("has a part that is not UTF-8");
  return decodePart(bytes);
}

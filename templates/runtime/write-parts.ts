import type { PartRule } from "./server/contract.js";
import { isJsonType } from "./server/http.js";
import { isList, isObjectShape, parseText } from "./server/text.js";

/** How the parts of a list are read and written: by position, and `*` for all others. */
export type PartRules = Readonly<Record<string, PartRule>>;

/** How the parts of an operation's bodies are written, by status and by media type in lower case. */
export type PartResponses = Readonly<Record<string, Readonly<Record<string, PartRules>>>>;

/** The rule for the part at a position; `undefined`: its media type decides. */
export function ruleAt(rules: PartRules, index: number): PartRule | undefined {
  return Object.hasOwn(rules, index) ? rules[index] : rules["*"];
}

/** A multipart body, and its media type with the boundary between its parts. Throws a `TypeError` for a value that is no part. */
export function writeParts(list: readonly unknown[], type: string, rules: PartRules, at = ""): { content: Blob; type: string } {
  const boundary = crypto.randomUUID();
  // Unlike `map`, this has holes as `undefined`.
  const parts = Array.from(list, (value, index) => writePart(value, ruleAt(rules, index), `${at}${index}`));
  const pieces = parts.flatMap(([head, content]) => [`--${boundary}\r\n${head}\r\n\r\n`, content, "\r\n"]);
  return {
    content: new Blob([...pieces, `--${boundary}--\r\n`]),
    type: `${withoutBoundary(type)}; boundary=${boundary}`,
  };
}

const parameter = /;([^=;"]*)=(?:"(?:[^"\\]|\\.)*"|[^;]*)/g;

/** A media type without a boundary that the contract declares. */
function withoutBoundary(type: string): string {
  return type.replaceAll(parameter, (text, name: string) => (name.trim().toLowerCase() === "boundary" ? "" : text));
}

/** The headers of a part, and its content. */
function writePart(value: unknown, rule: PartRule | undefined, at: string): [head: string, content: string | Blob] {
  const [type = ""] = rule?.types ?? [];
  if (rule?.nested && Array.isArray(value)) {
    const nested = writeParts(value, type, rule.nested, `${at}/`);
    return [`content-type: ${nested.type}`, nested.content];
  }
  if (value instanceof Blob || value instanceof Uint8Array) {
    const content = value instanceof Blob ? value : new Blob([value as Uint8Array<ArrayBuffer>]);
    return [`content-type: ${fileType(content, rule)}${nameOf(value)}`, content];
  }
  const isText = rule === undefined ? typeof value === "string" : rule.as !== "json" && Object(value) !== value;
  const text = isText ? String(value) : (JSON.stringify(value) as string | undefined);
  if (rule?.as === "file" || value === undefined || text === undefined)
    throw new TypeError(`has a part ${at} that can't be written`);
  if (!isText) return [`content-type: ${jsonType(rule)}`, text];
  if (rule && !isReadAs(value, text, rule.as)) throw new TypeError(`has a part ${at} that would be read as another value`);
  const textType = onlyType(rule) || "text/plain";
  return [`content-type: ${textType}${textType === anyBytes ? "" : "; charset=utf-8"}`, text];
}

const anyBytes = "application/octet-stream";

/** The media type that a file is sent with: its own, or else the declared one. */
export function fileType({ type }: { readonly type?: string }, rule: PartRule | undefined): string {
  return type || onlyType(rule) || anyBytes;
}

/** The only media type of a part; empty: there are several ones. */
function onlyType({ types: [type = "", ...others] = [] }: Partial<PartRule> = {}): string {
  return others.length > 0 || type.includes("*") ? "" : type;
}

/** Whether a text is read as the value that it is of. */
function isReadAs(value: unknown, text: string, shape: PartRule["as"]): boolean {
  if (shape === "file" || shape === "json" || isList(shape) || isObjectShape(shape)) return true;
  const read = parseText(text, shape);
  return read === value || (typeof value === "bigint" && typeof read === "number");
}

function jsonType({ types = [] }: Partial<PartRule> = {}): string {
  return types.find((type) => isJsonType(type) && !type.includes("*")) ?? "application/json";
}

/** The header with the name of a file, escaped as browsers do. */
function nameOf(value: object): string {
  const name = value instanceof File ? value.name.replaceAll(/[\u0022\r\n]/g, encodeURIComponent) : "";
  return name === "" ? "" : `\r\ncontent-disposition: attachment; filename="${name}"`;
}

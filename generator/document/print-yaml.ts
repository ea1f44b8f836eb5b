import { isObject, type JsonValue } from "./json-value.js";

/** The maximum length of a collection on a single line. */
const maxLine = 100;

/** The maximum number of nested collections on a single line. */
const maxLineDepth = 3;

/** Levels that are always blocks: a list, and each of its elements. */
const blockLevels = 3;

/**
 * Prints data as readable YAML 1.2: short lists and maps on one line, all others in blocks. Quotes strings that
 * YAML 1.1 parsers would misinterpret.
 */
export function printYaml(value: JsonValue): string {
  return `${block(value, "", 0).replace(/^\n/, "").trimStart()}\n`;
}

/** Prints a value after its key or dash: on the same line, or on lines of its own. */
function block(value: JsonValue, indent: string, level: number): string {
  const line = flow(value);
  const isCollection = typeof value === "object" && value !== null;
  const isShort = indent.length + line.length <= maxLine && depthOf(value) <= maxLineDepth && level >= blockLevels;
  if (!isCollection || isShort || line.length <= 2) return ` ${line}`;
  const entries = Array.isArray(value)
    ? value.map((item) => `\n${indent}-${inDash(item, indent, level)}`)
    : Object.entries(value).map(([key, item]) => `\n${indent}${scalar(key)}:${block(item, `${indent}  `, level + 1)}`);
  return entries.join("");
}

/** Moves the first line of a block next to the dash. */
function inDash(item: JsonValue, indent: string, level: number): string {
  const text = block(item, `${indent}  `, level + 1);
  return text.startsWith("\n") ? ` ${text.slice(indent.length + 3)}` : text;
}

function flow(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (!isObject(value)) return scalar(value);
  const entries = Object.entries(value).map(([key, item]) => `${scalar(key)}: ${flow(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function depthOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Control characters that JSON doesn't escape, and those that would show a reviewer other text than parsers read. */
const unseen = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Prints a plain scalar if no parser can misinterpret it. JSON strings are valid YAML. */
function scalar(value: string | number | boolean | null): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = /^[A-Za-z0-9_/.$<][\w ./:@+$<>()=?-]*$/.test(value) && !/: |:$| $/.test(value) && !isAmbiguous(value);
  return isPlain ? value : JSON.stringify(value).replace(unseen, escape);
}

function isAmbiguous(text: string): boolean {
  return /^(?:[-+.\d][\d._]*(?:e[-+]?\d+)?|0[box][\da-f_]+|[-+]?\.(?:inf|nan)|true|false|yes|no|on|off|y|n|null|\d[\d_]*(?::\d+)+(?:\.[\d_]*)?|\d{4}-\d\d?-\d.*|<<)$/i.test(
    text,
  );
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

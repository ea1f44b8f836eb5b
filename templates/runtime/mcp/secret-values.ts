import { toBase64 } from "../base64.js";
import type { Arguments } from "../client/call.js";
import { plainName } from "../facts.js";
import { isObject, own, type JsonObject, type JsonValue } from "../json.js";
import type { Tool } from "./contract.js";
import type { ClientArguments } from "./split-arguments.js";

/** What stands in place of a secret. */
export const redacted = "[redacted]";

/** Removes what must not reach a model from what one call leads to. */
export interface Redaction {
  /** A result without what the contract marks as secret, and without the token. */
  result(value: unknown): JsonValue;
  /** A text without the token and the secrets among the arguments. */
  text(text: string): string;
  /** The arguments for a person to read, without what the contract marks as secret. */
  readonly shown: ClientArguments & { readonly body: JsonValue };
}

/** Shorter secrets would match parts of other words. */
const minSecret = 6;

/**
 * Creates the redaction of a call. `names`: of members with secrets anywhere in the contract; `secrets`: texts that are in no result, such
 * as the token of the API.
 */
export function createRedaction(
  names: readonly string[],
  secrets: readonly string[],
  { call, listed, secrets: of = {} }: Tool,
  { path, others, body = {} }: ClientArguments,
): Redaction {
  const given = new Set<string>();
  for (const part of [path, others, body]) collect(part as JsonValue, new Set(of.given), given);
  const texts = [...new Set([...secrets, ...given].flatMap(spellings))].sort((one, other) => other.length - one.length);
  const hide = (text: string) => texts.reduce((rest, secret) => rest.replaceAll(secret, redacted), text);
  // What the contract itself says of results is no secret, whatever a caller has sent: results stay what they are declared to be.
  let declaredTexts: ReadonlySet<string> | undefined;
  const hideUndeclared = (text: string) => {
    const hidden = hide(text);
    return hidden === text || (declaredTexts ??= textsOf(listed.outputSchema)).has(text) ? text : hidden;
  };
  const all = new Set(names);
  const shown = (args: unknown) => clean(args as JsonObject, all, given, hide);
  return {
    result: (value) => {
      // The client's secrets print themselves as redacted.
      const json = JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
      const declared = new Set(of.result);
      const found = new Set<string>();
      collect(call.kind === "action" ? (own(json, "result") ?? null) : json, declared, found);
      return clean(json, new Set([...names.filter((name) => !of.shown?.includes(name)), ...declared]), found, hideUndeclared);
    },
    text: hide,
    shown: { path: shown(path) as Arguments, others: shown(others) as Arguments, body: shown(body) },
  };
}

/** A value without the members of some names, and without secrets in texts. */
function clean(
  value: JsonValue,
  names: ReadonlySet<string>,
  found: ReadonlySet<string>,
  hide: (text: string) => string,
): JsonValue {
  if (typeof value === "string") return found.has(value) ? redacted : hide(value);
  if (Array.isArray(value)) return value.map((item) => clean(item, names, found, hide));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, item]): [string, JsonValue] => {
    return [hide(name), names.has(plainName(name)) && item !== null ? redacted : clean(item, names, found, hide)];
  });
  return Object.fromEntries(members);
}

/** The names and the fixed values that a schema has. */
function textsOf(schema: JsonValue | undefined, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const part of schema) textsOf(part, found);
  if (!isObject(schema ?? null)) return found;
  for (const [keyword, value] of Object.entries(schema as JsonObject)) {
    if (keyword === "enum") for (const text of value as readonly JsonValue[]) if (typeof text === "string") found.add(text);
    if (keyword === "properties") for (const name of Object.keys(value as JsonObject)) found.add(name);
    textsOf(keyword === "properties" ? Object.values(value as JsonObject) : value, found);
  }
  return found;
}

/** Adds the texts in the members of some names. */
function collect(value: JsonValue, names: ReadonlySet<string>, found: Set<string>, isWithin = names.has("")): void {
  if (typeof value === "string" && isWithin) found.add(value);
  if (Array.isArray(value)) for (const item of value) collect(item, names, found, isWithin);
  if (!isObject(value)) return;
  for (const [name, item] of Object.entries(value)) collect(item, names, found, isWithin || names.has(plainName(name)));
}

/** A secret as APIs repeat it: as it is, as JSON, percent-encoded and in base64. */
function spellings(secret: string): string[] {
  if (secret.length < minSecret) return [];
  const bytes = new TextEncoder().encode(secret);
  const encoded = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  const percent = encoded.join("");
  // As `encodeURIComponent` has it, which leaves more characters.
  const component = /\p{Surrogate}/u.test(secret) ? percent : encodeURIComponent(secret);
  const lower = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const base64 = toBase64(bytes);
  const inBase64 = [base64.slice(0, Math.ceil((bytes.length * 4) / 3)), within64(bytes, 1), within64(bytes, 2)];
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    lower(percent),
    component,
    lower(component),
    component.replaceAll("%20", "+"),
    base64,
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

/** The characters that bytes have in the base64 of a longer text, behind one or two bytes more than a multiple of three. */
function within64(bytes: Uint8Array, before: 1 | 2): string {
  const padded = new Uint8Array([...Array.from({ length: before }, () => 0), ...bytes]);
  return toBase64(padded).slice(before + 1, Math.floor((padded.length * 4) / 3));
}

import { own, type JsonValue } from "../document/json-value.js";

/** Whether a schema itself marks its values as ones that callers may send but never read: `format: password` or `writeOnly`. */
export function isSecret(schema: JsonValue | undefined): boolean {
  return own(schema, "format") === "password" || own(schema, "writeOnly") === true;
}

/** Whether a text says that something was left out. */
export function isPlaceholder(text: string): boolean {
  return text === "" || /^(?:\*+|[•.xX…-]{3,}|[<[{(].*[>\]})]|\$\{?[A-Z_][A-Z0-9_]*\}?|%[A-Z_]+%|redacted|hidden)$/i.test(text);
}

import { isObject, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";

/** One text of a document, as a key or as a value. */
export interface TextPosition {
  /** For the name of a test: `/info/title`, or `/info/title (key)`. */
  readonly name: string;
  /** The document with another text there. */
  readonly put: (text: string) => JsonObject;
}

/** Every text of a document: the values, then the names of its properties. */
export function textPositions(document: JsonObject): TextPosition[] {
  const found: TextPosition[] = [];
  const visit = (value: JsonValue, path: readonly string[]): void => {
    const name = `/${path.join("/")}`;
    if (typeof value === "string") found.push({ name, put: (text) => replaceAt(document, path, text) });
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, String(index)]);
    if (!isObject(value)) return;
    for (const [key, child] of Object.entries(value)) {
      visit(child, [...path, key]);
      found.push({ name: `${name}/${key} (key)`, put: (text) => renameAt(document, [...path, key], text) });
    }
  };
  visit(document, []);
  return found;
}

function replaceAt(document: JsonObject, path: readonly string[], text: string): JsonObject {
  const copy = structuredClone(document);
  (holderOf(copy, path) as Record<string, unknown>)[path.at(-1)!] = text;
  return copy;
}

function renameAt(document: JsonObject, path: readonly string[], text: string): JsonObject {
  const copy = structuredClone(document);
  const holder = holderOf(copy, path) as Record<string, unknown>;
  const entries = Object.entries(holder);
  for (const key of Object.keys(holder)) delete holder[key];
  for (const [key, value] of entries)
    // As JSON.parse does it: an own property, whatever its name.
    Object.defineProperty(holder, key === path.at(-1) ? text : key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}

function holderOf(document: JsonObject, path: readonly string[]): object {
  return path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as object;
}

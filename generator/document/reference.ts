import path from "node:path";
import { escapeSegment, parsePointer, unescapeSegment } from "../../templates/runtime/json-pointer.js";
import { own, ownString, type JsonObject, type JsonValue } from "./json-value.js";

/** Schemas by the name of their component: a section of a document, or those of a contract. */
export type SchemasByName = JsonObject | ReadonlyMap<string, JsonValue>;

/** A parsed `$ref`: the file it leads to (absent: the file it stands in) and the keys below that file's root. */
export interface Reference {
  readonly file: string | undefined;
  readonly segments: readonly string[];
}

/** Why a `$ref` can't be followed. */
export interface BadReference {
  readonly code: "ref-syntax" | "ref-remote" | "ref-outside-root";
  readonly reason: string;
}

/** Parses a `$ref` as RFC 3986 reference with an RFC 6901 JSON pointer as fragment; only relative paths are allowed. */
export function parseReference(ref: string, fromFile: string): Reference | BadReference {
  const bad = (reason: string): BadReference => ({ code: "ref-syntax", reason });
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(ref) || ref.startsWith("//")) return { code: "ref-remote", reason: "" };
  const hash = ref.indexOf("#");
  const filePart = decodeComponent(hash < 0 ? ref : ref.slice(0, hash));
  const fragment = decodeComponent(hash < 0 ? "" : ref.slice(hash + 1));
  if (filePart === undefined || fragment === undefined) return bad("has a broken percent escape");
  if (/[\u0000-\u001f\\]/.test(filePart)) return bad("has a backslash or control character in its path");
  if (ref.slice(0, hash < 0 ? ref.length : hash).includes("?")) return bad("has a query");
  if (path.isAbsolute(filePart)) return { code: "ref-outside-root", reason: "" };
  if (fragment !== "" && !fragment.startsWith("/")) return bad("names an anchor; only JSON pointers are supported");
  if (filePart === "" && hash < 0) return bad("is empty");
  if (/~(?![01])/.test(fragment)) return bad('has a "~" that is not "~0" (for ~) or "~1" (for /)');
  return {
    file: filePart === "" ? undefined : path.resolve(path.dirname(fromFile), filePart),
    segments: parsePointer(fragment),
  };
}

function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A local reference to a component. */
export function componentPointer(section: string, name: string): string {
  return `#/components/${section}/${escapeSegment(name)}`;
}

/** The name behind `#/components/<section>/<name>`, or `undefined` for anything else. */
export function componentName(ref: string, section: string): string | undefined {
  const prefix = `#/components/${section}/`;
  if (!ref.startsWith(prefix)) return undefined;
  const name = ref.slice(prefix.length);
  return name.includes("/") ? undefined : unescapeSegment(name);
}

/** The `$ref` of a schema, or of what stands for another object. */
export function referenceOf(value: JsonValue | undefined): string | undefined {
  return ownString(value, "$ref");
}

/** The name of the component that a `$ref` leads to. */
export function referencedName(value: JsonValue | undefined, section = "schemas"): string | undefined {
  const ref = referenceOf(value);
  return ref === undefined ? undefined : componentName(ref, section);
}

/** What the `$ref` of a schema leads to, one step on: it may have a `$ref` again, and keywords beside it that count. */
export function referencedSchema(schema: JsonValue | undefined, schemas: SchemasByName | undefined): JsonValue | undefined {
  const name = referencedName(schema);
  if (name === undefined) return undefined;
  return schemas instanceof Map ? schemas.get(name) : own(schemas as JsonObject | undefined, name);
}

/** The loader allows no longer chain and no circle; this only guards against a document that it has not seen. */
const maxSteps = 10_000;

/**
 * Follows the references of a schema to their end, or to the first that `isFollowed` says no to, such as one with keywords
 * beside it.
 */
export function resolveSchema(
  schema: JsonValue | undefined,
  schemas: SchemasByName | undefined,
  isFollowed: (reference: JsonObject) => boolean = () => true,
): JsonValue | undefined {
  let current = schema;
  for (let steps = 0; steps < maxSteps && referenceOf(current) !== undefined; steps++) {
    if (!isFollowed(current as JsonObject)) break;
    current = referencedSchema(current, schemas);
  }
  return current;
}

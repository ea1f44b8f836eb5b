/** Any JSON value. Objects created by the loader have own properties only, never `__proto__`. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads an own property, so that names such as `constructor` never reach a prototype. */
export function own(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
}

/** The value of a name in a record of any values. */
export function ownOf<Value>(values: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The own property if it is an object, else `undefined`. */
export function ownObject(value: JsonValue | undefined, key: string): JsonObject | undefined {
  const found = own(value, key);
  return isObject(found) ? found : undefined;
}

/** The own property if it is a string, else `undefined`. */
export function ownString(value: JsonValue | undefined, key: string): string | undefined {
  const found = own(value, key);
  return typeof found === "string" ? found : undefined;
}

/** The strings of an own array property; anything else in it is skipped. */
export function ownStrings(value: JsonValue | undefined, key: string): string[] {
  const found = own(value, key);
  return Array.isArray(found) ? found.filter((item) => typeof item === "string") : [];
}

/** The types of JSON Schema. */
export const jsonTypes: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
]);

/** The types that a schema's own `type` allows; absent if it is missing or contains anything but types. */
export function typesOf(schema: JsonValue): readonly string[] | undefined {
  const type = own(schema, "type");
  const list = Array.isArray(type) ? type : [type];
  return list.every((name): name is string => typeof name === "string" && jsonTypes.has(name)) ? list : undefined;
}

/** True if a value is of one of the types. */
export function hasType(value: JsonValue, types: readonly string[]): boolean {
  return types.some((type) => {
    if (type === "null") return value === null;
    if (type === "array") return Array.isArray(value);
    if (type === "object") return isObject(value);
    if (type === "number") return Number.isFinite(value);
    return type === "integer" ? Number.isInteger(value) : typeof value === type;
  });
}

/** A key as written in a JSON pointer (RFC 6901). */
export function escapeSegment(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The key that a segment of a JSON pointer names. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The keys of a JSON pointer: none for `""`, the whole value. */
export function parsePointer(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapeSegment);
}

/** The JSON pointer with some keys. */
export function formatPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${escapeSegment(String(key))}`).join("");
}

/** The part of a value that a JSON pointer names; `undefined` if it doesn't exist. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const key of parsePointer(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

/** Sets the part of an object that a JSON pointer names; `0` creates a list. No pointer: does nothing. */
export function writeAt(body: object, pointer: string | undefined, value: unknown): void {
  if (pointer === undefined) return;
  const keys = parsePointer(pointer);
  let holder = body as Record<string, unknown>;
  for (const [index, key] of keys.entries()) {
    const isLast = index === keys.length - 1;
    const existing = Object.hasOwn(holder, key) ? holder[key] : undefined;
    const next = isLast ? value : (existing ?? (keys[index + 1] === "0" ? [] : {}));
    // A key such as `__proto__` must become an own property.
    Object.defineProperty(holder, key, { value: next, writable: true, enumerable: true, configurable: true });
    // A value that is not an object has no members.
    if (typeof next !== "object" || next === null) return;
    holder = next as Record<string, unknown>;
  }
}

/** Sets parts of an object to values by their pointers; the values are copied. */
export function writeConstants(body: object, values: Readonly<Record<string, unknown>> | undefined): void {
  for (const pointer in values) {
    const value = values[pointer];
    writeAt(body, pointer, typeof value === "object" && value !== null ? structuredClone(value) : value);
  }
}

/** Lists at most `limit` errors of a value (default: 100); none: it is valid. */
export type ErrorLister = (value: unknown, limit?: number) => readonly ValidationError[];

/** An error of a value and its location. It names fields and rules but never contains the value. */
export interface ValidationError {
  /** JSON pointer to the invalid part of the value; empty: the value itself. */
  readonly instancePath: string;
  /** JSON pointer to the rule. */
  readonly schemaPath: string;
  readonly keyword: string;
  /** The parameters of the rule, such as `{ limit: 5 }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** Set if the name of a property is invalid, rather than its value. */
  readonly propertyName?: string;
}

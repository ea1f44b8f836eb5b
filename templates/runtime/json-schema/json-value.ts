/** What JSON can say. Objects made by the loader have own properties only, never `__proto__`. */
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

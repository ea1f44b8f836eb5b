/** A key as it is written in a JSON pointer (RFC 6901). */
export function escapeSegment(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The key that a segment of a JSON pointer names. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The keys that lead to what a JSON pointer names: none for `""`, the whole value. */
export function parsePointer(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapeSegment);
}

/** The JSON pointer to what some keys lead to. */
export function formatPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${escapeSegment(String(key))}`).join("");
}

/** What a JSON pointer names in a value; `undefined` where there is nothing. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const key of parsePointer(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

/** Puts a value where a JSON pointer leads in an object, which it changes; `0` makes a list. No pointer: nothing. */
export function writeAt(body: object, pointer: string | undefined, value: unknown): void {
  if (pointer === undefined) return;
  const keys = parsePointer(pointer);
  let holder = body as Record<string, unknown>;
  for (const [index, key] of keys.entries()) {
    const isLast = index === keys.length - 1;
    const held = Object.hasOwn(holder, key) ? holder[key] : undefined;
    const next = isLast ? value : (held ?? (keys[index + 1] === "0" ? [] : {}));
    // A key such as `__proto__` must become one of its own.
    Object.defineProperty(holder, key, { value: next, writable: true, enumerable: true, configurable: true });
    // What is no object holds nothing.
    if (typeof next !== "object" || next === null) return;
    holder = next as Record<string, unknown>;
  }
}

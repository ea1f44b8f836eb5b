/** Deeper values are left to JSON itself. */
const deepest = 32;

/**
 * Whether a value is made of what JSON has, so that `JSON.stringify` writes just what is there: no `toJSON`, no classes,
 * nothing that it leaves out or turns into null.
 */
export function isPlainJson(value: unknown, depth = deepest): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return value === null || (depth > 0 && isPlainObject(value, depth - 1));
    default:
      return false;
  }
}

function isPlainObject(value: object, depth: number): boolean {
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === "function") return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      if (!isPlainJson(value[index], depth)) return false;
    }
    return true;
  }
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const name in value) {
    if (!isPlainJson((value as Record<string, unknown>)[name], depth)) return false;
  }
  return true;
}

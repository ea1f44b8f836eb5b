/** Thrown for text that is no acceptable JSON. The message has no part of it. */
export class JsonProblem extends Error {}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Text of UTF-8 bytes. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new JsonProblem("The body is not UTF-8.");
  }
}

/**
 * Reads JSON that nests at most `depth` levels of lists and objects. Properties named `__proto__` are refused, as code
 * that copies them changes prototypes.
 */
export function parseJson(text: string, depth: number): unknown {
  if (exceedsDepth(text, depth)) throw new JsonProblem(`The body nests more than ${depth} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonProblem("The body is not JSON.");
  }
  if ((text.includes("__proto__") || text.includes("\\u")) && hasProto(value)) {
    throw new JsonProblem("The body has a property __proto__, which is not allowed.");
  }
  return value;
}

const quote = 0x22;
const backslash = 0x5c;

/** Looks at brackets outside strings. Text that is no JSON may get any answer. */
function exceedsDepth(text: string, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      for (index++; index < text.length && text.charCodeAt(index) !== quote; index++) {
        if (text.charCodeAt(index) === backslash) index++;
      }
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** The depth of the value is bounded already. */
function hasProto(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(hasProto);
}

import type { JsonObject } from "../../document/json-value.js";

const texts: ReadonlySet<string> = new Set(["description", "label", "summary"]);

const limits: ReadonlySet<string> = new Set([
  "exclusiveMaximum",
  "exclusiveMinimum",
  "maximum",
  "maxItems",
  "maxLength",
  "maxProperties",
  "minimum",
  "minItems",
  "minLength",
  "minProperties",
  "multipleOf",
]);

/** Keys whose values are data, which messages quote. */
const data: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/**
 * Prints a document as JSON for Redocly, with numbers in place of texts and limits: equal ones have the same number. Its
 * rules compare them at most, and a document in which only they have changed has the same outline. Texts with tags or
 * scripts stay, as a rule reads them.
 */
export function printOutline(document: JsonObject): string {
  const numbers = new Map<unknown, number>();
  const numberOf = (value: unknown): number => {
    const known = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, known);
    return known;
  };
  const inData = new WeakSet<object>();
  return JSON.stringify(document, function (this: object, key, value: unknown) {
    if (typeof value === "object" && value !== null) {
      if (data.has(key) || inData.has(this)) inData.add(value);
      return value;
    }
    if (inData.has(this)) return value;
    if (typeof value === "string" && texts.has(key) && isProse(value)) return `text ${numberOf(value)}`;
    return Number.isInteger(value) && (value as number) > 0 && limits.has(key) ? numberOf(value) : value;
  });
}

/** Returns whether a text has several words, refers to nothing and has none of the code that Redocly looks for. */
function isProse(text: string): boolean {
  return text.includes(" ") && !/^#|<|javascript:/i.test(text);
}

/** Describes a value in a message. Never includes the text of a string, which may be a secret. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value === "string") return "a string";
  return typeof value === "number" ? `the number ${value}` : String(value);
}

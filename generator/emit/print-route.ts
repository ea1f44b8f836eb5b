import { printLiteral, type Data } from "../typescript/encode.js";

/** Prints a route of a server or a client; `before` is the length of what is on the same line. */
export function printRoute(route: object, indent = "  ", before = 0): string {
  return `${printLiteral(route as Data, indent, before)}${namesObjectMember(route) ? " as const" : ""}`;
}

/**
 * Returns whether a key is the name of a member of every object, such as `constructor`. TypeScript expects a value of that member's type
 * there, whatever the index signature says, and would read `["string"]` as a list of any texts.
 */
function namesObjectMember(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesObjectMember);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key in Object.prototype || namesObjectMember(inner));
}

import type { Location } from "../diagnostic.js";
import { terminalText } from "./escape.js";

/** `file:line:column`, as terminals and editors make it a link. */
export function placeText({ path, line, column }: Location): string {
  return `${terminalText(path)}:${line}:${column}`;
}

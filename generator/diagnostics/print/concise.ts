import type { Diagnostic } from "../diagnostic.js";
import { terminalText } from "./escape.js";
import { placeText } from "./place-text.js";

/** One line: `file:line:column severity code: message`. */
export function printConcise({ severity, code, message, location }: Diagnostic): string {
  const where = location ? `${placeText(location)} ` : "";
  return `${where}${severity} ${code}: ${terminalText(message, 1000)}\n`;
}

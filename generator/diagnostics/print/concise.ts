import type { Diagnostic } from "../diagnostic.js";
import { locationText, terminalText } from "../escape.js";

/** One line: `file:line:column severity code: message`. */
export function printConcise({ severity, code, message, location }: Diagnostic): string {
  const where = location ? `${locationText(location)} ` : "";
  return `${where}${severity} ${code}: ${terminalText(message, 1000)}\n`;
}

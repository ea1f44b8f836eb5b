import { countedMessage, type Diagnostic } from "../diagnostic.js";
import { locationText, terminalText } from "../escape.js";

/** One line: `file:line:column severity code: message`. */
export function printConcise(diagnostic: Diagnostic): string {
  const { severity, code, location } = diagnostic;
  const where = location ? `${locationText(location)} ` : "";
  return `${where}${severity} ${code}: ${terminalText(countedMessage(diagnostic), 1000)}\n`;
}

import { locationText } from "../../../diagnostics/escape.js";
import { terminalText } from "../../../diagnostics/escape.js";
import { locationOf, type Change } from "../change.js";

/** Changes that harm nobody, a line each: `spec/openapi.yaml:6:1 info diff/action-deprecated: …`. */
export function printCompatible(changes: readonly Change[]): string {
  return changes
    .filter(({ severity }) => severity === "info")
    .map((change) => {
      const location = locationOf(change);
      const where = location ? `${locationText(location)} ` : "";
      return `${where}info diff/${change.rule.id}: ${terminalText(change.message, 1000)}\n`;
    })
    .join("");
}

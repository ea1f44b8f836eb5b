import { terminalText } from "../diagnostics/escape.js";
import type { Contract } from "../model/contract.js";

/** Returns the title and the version of a contract for a summary: on one line, with control characters escaped. */
export function contractTitle({ title, version }: Pick<Contract, "title" | "version">): string {
  return terminalText(`${title} ${version}`);
}

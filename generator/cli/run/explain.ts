import { catalog } from "../../diagnostics/catalog.js";
import { printExplanation } from "../../diagnostics/explain/print-explanation.js";
import { suggest } from "../../diagnostics/suggest.js";
import { printRule } from "../../tools/diff/print.js";
import { allRules } from "../../tools/diff/rules/index.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** `openapi-actions explain [code]`: cause, example and correction of one code, or the names of all. */
export function runExplain(code: string | undefined, terminal: Terminal): ExitCode {
  const codes = [...Object.keys(catalog), ...allRules.map(({ id }) => `diff/${id}`)].sort();
  const text = code === undefined ? `${codes.join("\n")}\n` : (printExplanation(code) ?? printChange(code));
  if (text === undefined) {
    const near = suggest(code ?? "", codes);
    const hint = near === undefined ? "openapi-actions explain lists all codes." : `Did you mean ${near}?`;
    throw new UsageError(`no problem has the code '${code}'\n(${hint})`);
  }
  terminal.out(text);
  return exitCodes.ok;
}

/** Explains a change that `diff` reports. */
function printChange(code: string): string | undefined {
  const rule = allRules.find(({ id }) => code === `diff/${id}`);
  return rule && printRule(rule);
}

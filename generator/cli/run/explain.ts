import { showExample } from "../../diagnostics/code-record.js";
import { suggest } from "../../diagnostics/suggest.js";
import { printRule } from "../../tools/diff/print.js";
import { allRules } from "../../tools/diff/rules/index.js";
import { catalog, explain } from "../catalog.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** `openapi-actions explain [code]`: cause, example and correction of one code, or the names of all. */
export function runExplain(code: string | undefined, terminal: Terminal): ExitCode {
  const codes = [...catalog.keys(), ...allRules.map(({ id }) => `diff/${id}`)].sort();
  const text = code === undefined ? `${codes.join("\n")}\n` : (printExplanation(code) ?? printChange(code));
  if (text === undefined) {
    const near = suggest(code ?? "", codes);
    const hint = near === undefined ? "openapi-actions explain lists all codes." : `Did you mean ${near}?`;
    throw new UsageError(`no problem has the code '${code}'\n(${hint})`);
  }
  terminal.out(text);
  return exitCodes.ok;
}

/** A code with everything that is known about it; absent for a code that nobody reports. */
function printExplanation(code: string): string | undefined {
  const explanation = explain(code);
  if (!explanation) return undefined;
  const { severity, cause, bad, good, at, hint } = explanation;
  const parts = [
    severity === undefined ? code : `${code} (${severity})`,
    cause,
    `Reported:\n\n${indented(showExample(bad, at))}`,
    `Put right:\n\n${indented(showExample(good, at))}`,
  ];
  return `${[...parts, ...(hint === undefined ? [] : [hint])].join("\n\n")}\n`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

/** Explains a change that `diff` reports. */
function printChange(code: string): string | undefined {
  const rule = allRules.find(({ id }) => code === `diff/${id}`);
  return rule && printRule(rule);
}

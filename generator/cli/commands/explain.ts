import { suggest } from "../../diagnostics/suggest.js";
import type { CliContext } from "../cli-context.js";
import { exitCodes, type ExitCode, UsageError } from "../exit-codes.js";
import type { Terminal } from "../terminal.js";

const examples = `
Examples:
  openapi-actions explain secret-only-on-reveal
  openapi-actions explain                          list all codes`;

/** `openapi-actions explain [code]`. */
export function declareExplain({ program, terminal, exitWith }: CliContext): void {
  program
    .command("explain")
    .description("say why a problem is reported and how to put it right")
    .argument("[code]", "the code of the problem, such as action-name")
    .addHelpText("after", examples)
    .action(async (code) => exitWith(await runExplain(code, terminal)));
}

/** Prints cause, example and correction of one code, or the names of all. */
async function runExplain(code: string | undefined, terminal: Terminal): Promise<ExitCode> {
  const { catalog } = await import("../../diagnostics/catalog.js");
  const { printExplanation } = await import("../../diagnostics/explain/print-explanation.js");
  const { allRules } = await import("../../tools/diff/rules/index.js");
  const codes = [...Object.keys(catalog), ...allRules.map(({ id }) => `diff/${id}`)].sort();
  const text = code === undefined ? `${codes.join("\n")}\n` : (printExplanation(code) ?? (await printChange(code)));
  if (text === undefined) {
    const near = suggest(code ?? "", codes);
    const hint = near === undefined ? "openapi-actions explain lists all codes." : `Did you mean ${near}?`;
    throw new UsageError(`no problem has the code '${code}'\n(${hint})`);
  }
  terminal.out(text);
  return exitCodes.ok;
}

const whom = { client: "clients", server: "servers", both: "clients and servers", nobody: "nobody" } as const;

/** A kind of change that `diff` reports; its rule says why. */
async function printChange(code: string): Promise<string | undefined> {
  const { defaultSeverity } = await import("../../tools/diff/rule.js");
  const { allRules } = await import("../../tools/diff/rules/index.js");
  const rule = allRules.find(({ id }) => code === `diff/${id}`);
  return rule && `${code} (${defaultSeverity(rule)})\n\n${rule.why}\n\nBreaks ${whom[rule.breaks]}.\n`;
}

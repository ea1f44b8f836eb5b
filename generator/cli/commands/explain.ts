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
    .description("explain why a problem is reported and how to fix it")
    .argument("[code]", "the code of the problem, such as action-name")
    .addHelpText("after", examples)
    .action(async (code) => exitWith(await runExplain(code, terminal)));
}

/** Prints the cause, an example and the fix of one code, or all codes. */
async function runExplain(code: string | undefined, terminal: Terminal): Promise<ExitCode> {
  const codes = await allCodes();
  const text = code === undefined ? `${codes.join("\n")}\n` : ((await printExplanation(code)) ?? (await printChange(code)));
  if (text === undefined) {
    const near = suggest(code ?? "", codes);
    const hint = near === undefined ? "openapi-actions explain lists all codes." : `Did you mean ${near}?`;
    throw new UsageError(`unknown code '${code}'\n(${hint})`);
  }
  terminal.out(text);
  return exitCodes.ok;
}

/** Every code that can be explained, sorted, except Redocly's. */
export async function allCodes(): Promise<readonly string[]> {
  const { catalog } = await import("../catalog.js");
  const { allRules } = await import("../../tools/diff/rules/index.js");
  return [...catalog.keys(), ...allRules.map(({ id }) => `diff/${id}`)].sort();
}

/** The explanation of a code; absent for an unknown code. */
async function printExplanation(code: string): Promise<string | undefined> {
  const { explain } = await import("../catalog.js");
  const explanation = explain(code);
  if (!explanation) return undefined;
  const { showExample } = await import("../../diagnostics/code-record.js");
  const { severity, optional, cause, bad, good, at, hint } = explanation;
  const parts = [
    severity === undefined ? code : `${code} (${severity}${optional ? ", off by default" : ""})`,
    cause,
    `Reported:\n\n${indented(showExample(bad, at))}`,
    `Fix:\n\n${indented(showExample(good, at))}`,
  ];
  return `${[...parts, ...(hint === undefined ? [] : [hint])].join("\n\n")}\n`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

/** Explains a change that `diff` reports. */
async function printChange(code: string): Promise<string | undefined> {
  const { printRule } = await import("../../tools/diff/print.js");
  const { allRules } = await import("../../tools/diff/rules/index.js");
  const rule = allRules.find(({ id }) => code === `diff/${id}`);
  return rule && printRule(rule);
}

import type { CliContext } from "../cli-context.js";

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
    .action(async (code) => {
      const { runExplain } = await import("../run/explain.js");
      exitWith(runExplain(code, terminal));
    });
}

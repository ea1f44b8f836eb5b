import { InvalidArgumentError } from "commander";
import type { CliContext } from "../cli-context.js";
import { formatOption, integersOption, prefixOption } from "../options.js";

const examples = `
Writes one file for each action and operation, <type>/<action>.yaml: a valid exchange, and a request for each rule that the
schema has and that it breaks. A file that exists is never changed.

Examples:
  openapi-actions fixtures init
  openapi-actions fixtures init postgres auth.create_user --out test/fixtures`;

/** `openapi-actions fixtures init [names…]`. */
export function declareFixtures({ program, inSession }: CliContext): void {
  program
    .command("fixtures")
    .description("make fixtures")
    .command("init")
    .description("write valid and invalid examples of each action, for validate")
    .argument("[names...]", "service types, <type>.<action>, operation ids (default: all)")
    .option("--contract <contract>", "OpenAPI document, or a name in the config (default: the config's, or spec/openapi.yaml)")
    .option("--out <folder>", "where the files go", "fixtures")
    .option("--seed <number>", "another number chooses other fields to break", parseSeed, 1)
    .addOption(formatOption())
    .addOption(prefixOption())
    .addOption(integersOption())
    .addHelpText("after", examples)
    .action((names, flags) =>
      inSession(flags, async (session) => {
        const { runFixturesInit } = await import("../run/fixtures-init.js");
        return runFixturesInit(names, flags, session);
      }),
    );
}

function parseSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is a whole number, 0 or above.");
  return Number(text);
}

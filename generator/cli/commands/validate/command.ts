import { InvalidArgumentError } from "commander";
import type { CliContext } from "../../cli-context.js";
import { formatOption, integersOption, overlayOption, prefixOption, rootOption } from "../../options.js";

const examples = `
Files are fixtures in YAML or JSON, or recordings in HAR 1.2. Exit code 1: something does not fit the contract.

Examples:
  openapi-actions validate fixtures "test/**/*.har"
  openapi-actions validate fixtures --min-coverage 100 --coverage
  openapi-actions validate session.har --base-url https://api.example.com --service-type postgres
  openapi-actions validate --capabilities service.json
  openapi-actions validate --url https://api.example.com/v1/projects/p1/services/s1`;

/** `openapi-actions validate <files or globs…>`. */
export function declareValidate({ program, inSession }: CliContext): void {
  program
    .command("validate")
    .description("hold fixtures, recorded traffic and capabilities against a contract")
    .argument("[files...]", "files, folders and globs")
    .option("--contract <contract>", "OpenAPI document, or a name in the config (default: the config's, or spec/openapi.yaml)")
    .option("--base-url <url>", "where the API of recordings is; can be repeated", collect)
    .option("--service-type <type>", "type of the services of recordings, or <id>=<type>; can be repeated", collect)
    .option("--capabilities <file>", "a recorded service to hold against the contract; can be repeated", collect)
    .option("--url <url>", "a service to fetch and hold against the contract; can be repeated", collect)
    .option("--token-env <name>", "environment variable with the token or API key for --url (default: OPENAPI_ACTIONS_TOKEN)")
    .option("--coverage", "print what the exchanges show of each action", false)
    .option("--min-coverage <percent>", "less is an error", parsePercent)
    .addOption(formatOption())
    .addOption(overlayOption())
    .addOption(rootOption())
    .addOption(prefixOption())
    .addOption(integersOption())
    .addHelpText("after", examples)
    .action((files, flags) =>
      inSession(flags, async (session) => {
        const { runValidate } = await import("./run.js");
        return runValidate(files, flags, session);
      }),
    );
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function parsePercent(text: string): number {
  const percent = /^\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(percent <= 100)) throw new InvalidArgumentError("It is a number from 0 to 100.");
  return percent;
}

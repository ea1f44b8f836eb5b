import { InvalidArgumentError } from "commander";
import type { CliContext } from "../../cli-context.js";
import { addValueOptions, collect } from "../../options.js";

const examples = `
Files are fixtures in YAML or JSON, or recordings in HAR 1.2. Exit code 1: an exchange or a
service violates the contract, or coverage is below the minimum.

Examples:
  openapi-actions validate fixtures "test/**/*.har"
  openapi-actions validate fixtures --min-coverage 100 --coverage
  openapi-actions validate session.har --base-url https://api.example.com --service-type postgres
  openapi-actions validate --capabilities service.json
  openapi-actions validate --url https://api.example.com/v1/projects/p1/services/s1`;

/** `openapi-actions validate <files or globs…>`. */
export function declareValidate({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("validate")
      .description("validate fixtures, recorded traffic and capabilities against a contract")
      .argument("[files...]", "files, folders and globs")
      .option("--contract <contract>", "OpenAPI document, or a name in the config (default: the config's, or spec/openapi.yaml)")
      .option("--base-url <url>", "base URL of the API in recordings; can be repeated", collect)
      .option("--service-type <type>", "type of the services in recordings, or <id>=<type>; can be repeated", collect)
      .option("--capabilities <file>", "a recorded service to validate; can be repeated", collect)
      .option("--url <url>", "a service to fetch and validate; can be repeated", collect)
      .option("--token-env <name>", "environment variable with the token or API key for --url (default: OPENAPI_ACTIONS_TOKEN)")
      .option("--coverage", "print the coverage of each action and operation", false)
      .option("--min-coverage <percent>", "fail if coverage is below this percentage", parsePercent),
  )
    .addHelpText("after", examples)
    .action((files, flags) =>
      inSession(flags, async (session) => {
        const { runValidate } = await import("./run.js");
        return runValidate(files, flags, session);
      }),
    );
}

function parsePercent(text: string): number {
  const percent = /^\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(percent <= 100)) throw new InvalidArgumentError("Expected a number from 0 to 100.");
  return percent;
}

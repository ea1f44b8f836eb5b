import { InvalidArgumentError, Option } from "commander";
import type { CliContext } from "../../cli-context.js";
import { addValueOptions, contractArgument, parseNumber } from "../../options.js";

const examples = `
Examples:
  openapi-actions mock
  openapi-actions mock api.yaml --port 4010 --cors
  openapi-actions mock --state mock-state.json --tempo 500ms
  openapi-actions mock --explain`;

/** `openapi-actions mock [contract]`. */
export function declareMock({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("mock")
      .description("run an API that behaves as the contract says")
      .addArgument(contractArgument())
      .option("--port <port>", "the port; 0: any free one", parseNumber(65_535), 8080)
      .option("--host <address>", "the address to listen at", "127.0.0.1")
      .option("--seed <text>", "determines what is made up", "1")
      .addOption(
        new Option("--tempo <duration>", "the time until what was started is done: 2s, 500ms")
          .argParser(parseDuration)
          .default(2_000, "2s"),
      )
      .option("--state <file>", "a file with the state, which is kept there")
      .option("--tokens <file>", "a file with the scopes of tokens (default: any token may do everything)")
      .option("--replies <file>", "a file with replies to certain requests")
      .option("--handlers <file>", "a module with handlers of your own")
      .option("--no-control", "without the paths below /__mock/")
      .option("--cors", "let pages of other origins call it", false)
      .option("--explain", "print what is understood of each operation and exit", false),
  )
    .addHelpText("after", examples)
    .action((contract, flags) =>
      inSession(flags, async (session) => {
        const { runMock } = await import("./run.js");
        return runMock(contract, flags, session);
      }),
    );
}

function parseDuration(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError("Expected a number with s or ms, such as 2s.");
  return Number(number) * (unit === "s" ? 1_000 : 1);
}

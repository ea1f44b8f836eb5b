import { Option } from "commander";
import { effects } from "../../../tools/exchanges/conformance/targets.js";
import type { CliContext } from "../../cli-context.js";
import { addValueOptions, baselineOption, collect, contractArgument, maxWarningsOption, parseNumber } from "../../options.js";

const examples = `
Sends requests that the contract allows and forbids to a running server, and reports what it does otherwise. What the run makes, it removes.
Exit code 1: the server deviates from the contract.

Examples:
  openapi-actions test --url http://127.0.0.1:8080 --tokens tokens.yaml
  openapi-actions test --list
  openapi-actions test --url http://127.0.0.1:8080 --tokens tokens.yaml --only scope/postgres.add_ip
  openapi-actions test --url https://staging.example.com --tokens tokens.yaml --yes --rate 10 --report test.html`;

/** `openapi-actions test [contract] --url <url>`. */
export function declareTest({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("test")
      .description("hold a running server against a contract")
      .addArgument(contractArgument())
      .option("--url <url>", "the base URL of the API; nothing else is ever contacted")
      .option("--tokens <file>", "a file with the callers, and what the run may use")
      .option("--list", "print the cases without sending anything", false)
      .option("--only <case>", "only cases whose id is this or begins with it; can be repeated", collect)
      .addOption(new Option("--allow <effect>", "what cases may do (default: write on this machine, else read)").choices(effects))
      .option("--yes", "send to a server on another machine", false)
      .option("--seed <number>", "determines the values that are made up", parseNumber(4_294_967_295), 1)
      .option("--rate <count>", "the most requests a second; 0: any number", parseNumber(100_000), 0)
      .option("--max-requests <count>", "the most requests in all", parseNumber(10_000_000), 100_000)
      .option("--max-time <seconds>", "the longest time in all", parseNumber(86_400), 120)
      .option("--timeout <seconds>", "the longest time for a response", parseNumber(3_600), 30)
      .option("--report <file>", "write a report as an HTML page")
      .addOption(baselineOption())
      .option("--write-baseline", "write the problems to the baseline instead of reporting them", false)
      .addOption(maxWarningsOption()),
  )
    .addHelpText("after", examples)
    .action((contract, flags) =>
      inSession(flags, async (session) => {
        const { runTest } = await import("./run.js");
        return runTest(contract, flags, session);
      }),
    );
}

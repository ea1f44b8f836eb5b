import { Option } from "commander";
import type { CliContext } from "../../cli-context.js";
import { addValueOptions, collect, contractArgument, parseNumber } from "../../options.js";

const examples = `
Forwards to a running API and validates requests and responses against the contract, until it is interrupted (Ctrl-C, SIGTERM).
Exit code 1: the API or a caller violated the contract.

Examples:
  openapi-actions proxy http://localhost:8080
  openapi-actions proxy https://staging.example.com/api --port 9000 --enforce
  openapi-actions proxy http://localhost:8080 --record session.har --format junit=proxy.xml
  openapi-actions proxy http://localhost:8080 --record fixtures`;

/** `openapi-actions proxy <url> [contract]`. */
export function declareProxy({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("proxy")
      .description("forward to a running API and validate what passes against a contract")
      .argument("<url>", "URL of the API; nothing else is ever contacted")
      .addArgument(contractArgument())
      .option("--port <port>", "port to listen on; 0 chooses a free one", parseNumber(65_535), 8081)
      .option("--host <address>", "address to listen on", "127.0.0.1")
      .option("--record <path>", "record a .har file, or fixtures in a folder; secrets are masked")
      .option("--enforce", "reject invalid requests with 400 and invalid responses with 502", false)
      .option("--rewrite", "let Location and cookies of the API lead to the proxy", false)
      .option("--service-type <type>", "type of the services, or <id>=<type>; can be repeated", collect)
      .option("--coverage", "print the coverage of each action and operation", false)
      .option("--max-body <bytes>", "larger bodies pass unvalidated", parseNumber(1_073_741_824), 1_048_576)
      .option("--max-connections <count>", "further connections are closed", parseNumber(1_000_000), 1_000)
      .option("--timeout <seconds>", "time for the API to begin its response", parseNumber(86_400), 300)
      .addOption(new Option("--fail-on <severity>", "fail on findings of this severity").choices(failures).default("error")),
  )
    .addHelpText("after", examples)
    .action((url, contract, flags) =>
      inSession(flags, async (session) => {
        const { runProxy } = await import("./run.js");
        return runProxy(url, contract, flags, session);
      }),
    );
}

const failures = ["error", "warning", "never"] as const;

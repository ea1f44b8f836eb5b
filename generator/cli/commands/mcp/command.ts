import { Option } from "commander";
import { defaultBudget, defaultMaxResponse, destructiveModes, toolKinds } from "../../../../templates/runtime/mcp/settings.js";
import type { CliContext } from "../../cli-context.js";
import { addValueOptions, contractArgument, parseNumber } from "../../options.js";

const examples = `
Serves over stdin and stdout, or with --http at /mcp. Needs the package @modelcontextprotocol/server.

Examples:
  openapi-actions mcp --mock
  openapi-actions mcp --url https://api.example.com --token-env API_TOKEN
  openapi-actions mcp api.yaml --url https://api.example.com --token-env API_TOKEN --service p-1/s-1
  openapi-actions mcp --url http://localhost:8080 --scopes service:read --destructive refuse --http
  openapi-actions mcp --url https://api.example.com --http --authorization https://login.example.com`;

/** `openapi-actions mcp [contract]`. */
export function declareMcp({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("mcp")
      .description("serve the actions of an API to agents as tools (Model Context Protocol)")
      .addArgument(contractArgument())
      .option("--url <url>", "the base URL of the API; nothing else is ever contacted")
      .option("--mock", "call a mock of the contract in place of an API", false)
      .option("--token-env <name>", "the environment variable with the token of the API")
      .addOption(new Option("--tools <tools>", "what is made into tools").choices(toolKinds).default("all"))
      .option("--scopes <scopes>", "the scopes of the token, separated by commas: only tools that it may call")
      .option("--service <id>", "only this service; the values of all parameters of its path, separated by slashes")
      .option("--type <type>", "only actions of this service type")
      .addOption(
        new Option("--destructive <mode>", "whether destructive calls are asked about, rejected or made")
          .choices(destructiveModes)
          .default("prompt"),
      )
      .option("--wait <seconds>", "the longest time that a call waits for what it started", parseNumber(86_400), 60)
      .option("--timeout <seconds>", "the longest time of each request to the API", parseNumber(86_400), 60)
      .option(
        "--max-response <bytes>",
        "the longest response of the API; of longer ones there is only an error",
        parseNumber(1_073_741_824),
        defaultMaxResponse,
      )
      .option(
        "--budget <tokens>",
        "with more, three tools find, describe and call all others",
        parseNumber(10_000_000),
        defaultBudget,
      )
      .option("--http", "serve streamable HTTP on this machine instead of stdin and stdout", false)
      .option("--port <port>", "the port of --http; 0: any free one", parseNumber(65_535), 8082)
      .option(
        "--authorization <issuer>",
        "callers of --http have tokens of this authorization server, with which the API is called",
      )
      .option("--resource <url>", "the URL under which callers know this server; default: the one of --http"),
  )
    .addHelpText("after", examples)
    .action((contract, flags) =>
      inSession(flags, async (session) => {
        const { runMcp } = await import("./run.js");
        return runMcp(contract, flags, session);
      }),
    );
}

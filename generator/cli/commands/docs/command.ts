import { InvalidArgumentError, Option } from "commander";
import type { CliContext } from "../../cli-context.js";
import { addValueOptions, baselineOption, collect, contractArgument, maxWarningsOption, parseNumber } from "../../options.js";
import { date } from "../../../../templates/runtime/formats.js";
import { tagOption } from "../../tags.js";

const examples = `
Examples:
  openapi-actions docs
  openapi-actions docs api/openapi.yaml --out site --name "Control API" --pages guides
  openapi-actions docs --source-url "https://git.example.com/api/blob/main/{path}#L{line}"
  openapi-actions docs --previous git:v1.1.0 --previous git:v1.0.0
  openapi-actions docs --try --mock
  openapi-actions docs --check`;

/** `openapi-actions docs [contract]`. */
export function declareDocs({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("docs")
      .description("write a documentation site: a page for every action and operation, as HTML and Markdown")
      .addArgument(contractArgument())
      .option("--out <folder>", "output folder (default: docs/ in the contract's output)")
      .option("--check", "write nothing; exit with 3 if a page would change", false)
      .option("--name <name>", "the name on each page (default: the contract's title)")
      .option("--logo <file>", "an SVG file to show next to the name")
      .option("--accent <colour>", "the colour of links on light pages, as #rrggbb")
      .option("--accent-dark <colour>", "the colour of links on dark pages, as #rrggbb")
      .option("--source-url <address>", "URL of a line of the contract, with {path} in the repository and {line}")
      .option("--pages <folder>", "your own Markdown files, which become pages")
      .option("--hide-handlers", "omit how actions are implemented, for API consumers only")
      .option("--try", "add a form to each page of an action or operation, which calls the API")
      .option("--try-server <url>", "a base URL that the forms may call, before the contract's; can be repeated", collect)
      .option("--previous <version>", "an earlier version to document as well, as diff reads them; can be repeated", collect)
      .option("--released <day>", "the day of this version's release, such as 2027-01-31", parseDay)
      .option("--site-url <url>", "the URL of the site, for a feed of changes")
      .option("--mock", "with --try: serve the site and a mock of the API instead of writing files", false)
      .addOption(
        new Option("--port <port>", "with --mock: the port; 0: any free one").argParser(parseNumber(65_535)).default(8080),
      )
      .addOption(tagOption())
      .addOption(new Option("--html <renderer>", "add a page by another renderer, which must be installed").choices(["redoc"]))
      .addOption(maxWarningsOption())
      .addOption(baselineOption()),
  )
    .addHelpText("after", examples)
    .action((contract, flags) =>
      inSession(flags, async (session) => {
        const { runDocs } = await import("./run.js");
        return runDocs(contract, flags, session);
      }),
    );
}

function parseDay(text: string): string {
  if (!date(text)) throw new InvalidArgumentError("Expected a day such as 2027-01-31.");
  return text;
}

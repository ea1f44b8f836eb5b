import { InvalidArgumentError, Option } from "commander";
import type { CliContext } from "../../cli-context.js";
import { formats, parseTarget, type ReportTarget } from "../../formats.js";
import { integersOption, overlayOption, prefixOption, rootOption } from "../../options.js";
import type { MarkdownTarget, Severities } from "./run.js";

const examples = `
A version is a file, a folder, or git:<ref>[:<path>], with the path relative to the root of the repository. Without a
revision, the base is compared with the same path in the working tree. git:<ref> without a path compares all contracts of
the config, unless the revision is the name of one of them. Exit code 4: a change breaks clients.

Examples:
  openapi-actions diff git:main
  openapi-actions diff git:main billing
  openapi-actions diff git:v1.2.0:spec/openapi.yaml git:v1.3.0:spec/openapi.yaml --all
  openapi-actions diff old/openapi.yaml new/openapi.yaml --format markdown=comment.md
  openapi-actions diff git:main --severity response-enum-value-added=warning
  openapi-actions diff git:main --baseline accepted.json --accept "agreed with the clients" --until 2027-06-30
  openapi-actions diff git:v1.2.0 --next-version`;

/** `openapi-actions diff <base> [revision]`. */
export function declareDiff({ program, inSession }: CliContext): void {
  program
    .command("diff")
    .description("compare two versions of the contract and report who each change breaks")
    .argument("<base>", "the version before the change")
    .argument("[revision]", "the version after the change (default: the base's path in the working tree)")
    .option("--all", "also print compatible changes", false)
    .option("--severity <rule=severity>", "error, warning, info or off for a rule; can be repeated", parseSeverity)
    .option("--baseline <file>", "ignore the changes that this file accepts")
    .option("--accept <reason>", "accept the breaking changes: add them to the baseline with this reason")
    .option("--until <day>", "the last day on which they are accepted, such as 2027-01-31")
    .option("--next-version", "print the level of the changes and the next version number", false)
    .addOption(diffFormatOption())
    .addOption(overlayOption())
    .addOption(rootOption())
    .addOption(prefixOption())
    .addOption(integersOption())
    .addHelpText("after", examples)
    .action((base, revision, flags) => {
      const targets: readonly (ReportTarget | MarkdownTarget)[] = flags.format ?? [];
      const format = targets.filter((target) => target.format !== "markdown");
      const markdown = targets.filter((target) => target.format === "markdown");
      return inSession({ ...flags, format }, async (session) => {
        const { runDiff } = await import("./run.js");
        return runDiff(base, revision, { ...flags, markdown }, session);
      });
    });
}

function diffFormatOption(): Option {
  return new Option("--format <format>", "report format; <format>=<file> writes to a file; can be repeated")
    .choices([...formats, "markdown"])
    .env("OPENAPI_ACTIONS_FORMAT")
    .argParser(parseDiffTarget);
}

function parseDiffTarget(
  text: string,
  before: readonly (ReportTarget | MarkdownTarget)[] = [],
): (ReportTarget | MarkdownTarget)[] {
  const match = /^markdown(?:=(.*))?$/s.exec(text);
  if (!match) return [...before, ...parseTarget(text)];
  if (match[1] === "") throw new InvalidArgumentError("Specify the file: markdown=<file>.");
  return [...before, { format: "markdown", ...(match[1] !== undefined && { file: match[1] }) }];
}

const severities = ["error", "warning", "info", "off"] as const;

function parseSeverity(text: string, before: Severities = {}): Severities {
  const [, rule, name] = /^(?:diff\/)?([a-z-]+)=(.*)$/.exec(text) ?? [];
  const severity = severities.find((known) => known === name);
  if (rule === undefined || !severity)
    throw new InvalidArgumentError("Expected <rule>=<severity>, where the severity is error, warning, info or off.");
  return { ...before, [rule]: severity };
}

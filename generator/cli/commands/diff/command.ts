import { InvalidArgumentError, Option } from "commander";
import type { CliContext } from "../../cli-context.js";
import { formats, parseTarget, type ReportTarget } from "../../formats.js";
import { integersOption, overlayOption, prefixOption, rootOption } from "../../options.js";
import type { MarkdownTarget, Severities } from "./run.js";

const examples = `
A version is a file, a folder, or git:<ref>[:<path>], the path from the root of the repository. Without a revision the base is
compared with the same path as it is now. Exit code 4: a change breaks clients.

Examples:
  openapi-actions diff git:main
  openapi-actions diff git:v1.2.0:spec/openapi.yaml git:v1.3.0:spec/openapi.yaml --all
  openapi-actions diff old/openapi.yaml new/openapi.yaml --format markdown=comment.md
  openapi-actions diff git:main --severity response-enum-value-added=warning
  openapi-actions diff git:main --baseline accepted.json --accept "agreed with the clients" --until 2027-06-30
  openapi-actions diff git:v1.2.0 --next-version`;

/** `openapi-actions diff <base> [revision]`. */
export function declareDiff({ program, inSession }: CliContext): void {
  program
    .command("diff")
    .description("say what a change of the contract breaks, and for whom")
    .argument("<base>", "the version before")
    .argument("[revision]", "the version after (default: the base's path as it is now)")
    .option("--all", "also print the changes that break nobody", false)
    .option("--severity <rule=severity>", "error, warning, info or off for a rule; can be repeated", parseSeverity)
    .option("--baseline <file>", "leave out the changes that this file accepts")
    .option("--accept <reason>", "accept the breaking changes: write them into the baseline, with the reason")
    .option("--until <day>", "how long they are accepted, such as 2027-01-31")
    .option("--next-version", "print the level of the changes and the next version", false)
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
  return new Option("--format <format>", "how to report changes; <format>=<file> for a file; can be repeated")
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
  if (match[1] === "") throw new InvalidArgumentError("The file is missing: markdown=<file>.");
  return [...before, { format: "markdown", ...(match[1] !== undefined && { file: match[1] }) }];
}

const severities = ["error", "warning", "info", "off"] as const;

function parseSeverity(text: string, before: Severities = {}): Severities {
  const [, rule, name] = /^(?:diff\/)?([a-z-]+)=(.*)$/.exec(text) ?? [];
  const severity = severities.find((known) => known === name);
  if (rule === undefined || !severity) throw new InvalidArgumentError("It is <rule>=error, warning, info or off.");
  return { ...before, [rule]: severity };
}

import { InvalidArgumentError } from "commander";
import { suggest } from "../diagnostics/suggest.js";

/** The formats of reports: the first is for terminals, the last four are for other programs. */
export const formats = ["pretty", "concise", "json", "sarif", "junit", "github", "gitlab"] as const;

export type Format = (typeof formats)[number];

/** The destination of a report: the terminal or a file. */
export interface ReportTarget {
  readonly format: Format;
  readonly file?: string;
}

/** Parses one `--format`: `json`, or `sarif=out.sarif` for a file. */
export function parseTarget(text: string, before: readonly ReportTarget[] = []): ReportTarget[] {
  const at = text.indexOf("=");
  const name = at < 0 ? text : text.slice(0, at);
  const file = at < 0 ? undefined : text.slice(at + 1);
  const format = formats.find((known) => known === name);
  if (!format) {
    const near = suggest(name, formats);
    throw new InvalidArgumentError(near ? `Did you mean ${near}?` : `Expected one of ${formats.join(", ")}.`);
  }
  if (file === "") throw new InvalidArgumentError(`Specify the file: ${name}=<file>.`);
  return [...before, { format, ...(file !== undefined && { file }) }];
}

/**
 * The destinations of this run's reports. Files are additional: the terminal gets the format given for it, or `pretty`, and
 * in GitHub's workflows also `github`.
 */
export function chooseTargets(asked: readonly ReportTarget[], environment: NodeJS.ProcessEnv): readonly ReportTarget[] {
  if (asked.some(({ file }) => file === undefined)) return asked;
  const byItself: ReportTarget[] = environment["GITHUB_ACTIONS"] === "true" ? [{ format: "github" }] : [];
  return [{ format: "pretty" }, ...byItself, ...asked];
}

/** Formats that print a document to stdout; the others print lines to stderr. */
export function isDocument(format: Format): boolean {
  return format === "json" || format === "sarif" || format === "junit" || format === "gitlab";
}

import { InvalidArgumentError } from "commander";
import { suggest } from "../diagnostics/suggest.js";

/** How problems can be printed; the first is for people at a terminal, the last four are for other programs. */
export const formats = ["pretty", "concise", "json", "sarif", "junit", "github", "gitlab"] as const;

export type Format = (typeof formats)[number];

/** Where problems go: in a format to the terminal, or into a file. */
export interface ReportTarget {
  readonly format: Format;
  readonly file?: string;
}

/** Reads one `--format`: `json`, or `sarif=out.sarif` for a file. */
export function parseTarget(text: string, before: readonly ReportTarget[] = []): ReportTarget[] {
  const at = text.indexOf("=");
  const name = at < 0 ? text : text.slice(0, at);
  const file = at < 0 ? undefined : text.slice(at + 1);
  const format = formats.find((known) => known === name);
  if (!format) {
    const near = suggest(name, formats);
    throw new InvalidArgumentError(near ? `Did you mean ${near}?` : `Formats are ${formats.join(", ")}.`);
  }
  if (file === "") throw new InvalidArgumentError(`The file is missing: ${name}=<file>.`);
  return [...before, { format, ...(file !== undefined && { file }) }];
}

/**
 * Where problems go in this run. Files are in addition: the terminal gets what was asked for it, or else `pretty`, and
 * in GitHub's workflows `github` besides.
 */
export function chooseTargets(asked: readonly ReportTarget[], environment: NodeJS.ProcessEnv): readonly ReportTarget[] {
  if (asked.some(({ file }) => file === undefined)) return asked;
  const byItself: ReportTarget[] = environment["GITHUB_ACTIONS"] === "true" ? [{ format: "github" }] : [];
  return [{ format: "pretty" }, ...byItself, ...asked];
}

/** Formats that are a document of their own on stdout; the others are lines on stderr. */
export function isDocument(format: Format): boolean {
  return format === "json" || format === "sarif" || format === "junit" || format === "gitlab";
}

import type { Location } from "../../diagnostics/diagnostic.js";
import { terminalText } from "../../diagnostics/escape.js";
import { locationText } from "../../diagnostics/escape.js";
import { type Change, explainChange, locationOf, type LocatedPointer, describeBreaks } from "./change.js";
import type { DiffReport } from "./diff-versions.js";
import { defaultSeverity, type Rule } from "./rule.js";

/** Returns a report as data for the JSON output: every change, including compatible ones. */
export function reportData({ baseName, revisionName, open, accepted, level, nextVersion }: DiffReport): object {
  const changes = [
    ...open.map((change) => changeData(change)),
    ...accepted.map(({ change, reason }) => ({ ...changeData(change), accepted: reason })),
  ];
  return { base: baseName, revision: revisionName, level, ...(nextVersion !== undefined && { nextVersion }), changes };
}

function changeData({ rule, severity, message, before, after, pointer, uses, witness, isCertain }: Change): object {
  return {
    rule: rule.id,
    severity,
    breaks: rule.breaks,
    message,
    why: rule.why,
    pointer,
    ...sideData("before", before),
    ...sideData("after", after),
    ...(uses.length > 0 && { uses }),
    ...(witness !== undefined && { witness }),
    certain: isCertain,
  };
}

function sideData(side: "before" | "after", located: LocatedPointer | undefined): object {
  return located?.location ? { [side]: locationData(located.location) } : {};
}

function locationData({ path, line, column }: Location): object {
  return { path, line, column };
}

/** Returns the description of a rule as text for a terminal. */
export function printRule(rule: Rule): string {
  const example = rule.example.replace(/^(?=.)/gm, "  ");
  const parts = [`diff/${rule.id} (${defaultSeverity(rule)})`, rule.why, `${describeBreaks(rule)}.`, `Reported:\n\n${example}`];
  return `${parts.join("\n\n")}\n`;
}

/** Returns the compatible changes, one per line: `spec/openapi.yaml:6:1 info diff/action-deprecated: …`. */
export function printCompatible(changes: readonly Change[]): string {
  return changes
    .filter(({ severity }) => severity === "info")
    .map((change) => {
      const location = locationOf(change);
      const where = location ? `${locationText(location)} ` : "";
      return `${where}info diff/${change.rule.id}: ${terminalText(change.message, 1000)}\n`;
    })
    .join("");
}

/**
 * Returns a report for a pull request: breaking changes in full, the others folded. Text of a contract only appears as
 * code. `name` is that of the contract if there are several.
 */
export function printMarkdown(report: DiffReport, name?: string): string {
  const { open, accepted } = report;
  const of = (severity: Change["severity"]) => open.filter((change) => change.severity === severity);
  const [errors, warnings, infos] = [of("error"), of("warning"), of("info")];
  const sections = [
    `## Contract changes${name === undefined ? "" : `: ${code(name)}`}\n\n${code(report.baseName)} → ${code(report.revisionName)}: ${summary(report, errors.length)}`,
    errors.length > 0 ? `### Breaking\n\n${list(errors, true)}` : "",
    folded(`Warnings (${warnings.length})`, warnings, list(warnings, true)),
    folded(`Compatible (${infos.length})`, infos, list(infos, false)),
    folded(
      `Accepted (${accepted.length})`,
      accepted,
      accepted.map(({ change, reason }) => `${item(change, false)}\n  Accepted: ${code(reason)}`).join("\n"),
    ),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function summary({ open, level, nextVersion }: DiffReport, errors: number): string {
  if (level === "none") return "no changes.";
  const what =
    errors > 0
      ? `**${errors} breaking ${errors === 1 ? "change" : "changes"}.**`
      : open.length > 0
        ? "no breaking changes."
        : "no noticeable changes.";
  return `${what} Next version: ${nextVersion === undefined ? `a ${level} one` : `${code(nextVersion)} (${level})`}.`;
}

function folded(title: string, of: readonly unknown[], content: string): string {
  return of.length === 0 ? "" : `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`;
}

function list(changes: readonly Change[], isDetailed: boolean): string {
  return changes.map((change) => item(change, isDetailed)).join("\n");
}

function item(change: Change, isDetailed: boolean): string {
  const { rule, message, before, after } = change;
  const locations = [codeLocation(after), codeLocation(before)].filter((text) => text !== undefined);
  const where = locations.length === 0 ? "" : ` (${locations[0]}${locations.length > 1 ? `, before ${locations[1]}` : ""})`;
  const why = isDetailed ? `\n  ${sentence(explainChange(change))}` : "";
  return `- **${rule.id}**: ${sentence(message)}${where}${why}`;
}

function codeLocation(located: LocatedPointer | undefined): string | undefined {
  const location = located?.location;
  return location && code(`${location.path}:${location.line}`);
}

/** Formats quoted names and the value after "For example:" as code, and escapes our own words. */
function sentence(text: string): string {
  const [words = "", example] = text.split(" For example: ");
  const escaped = words
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : part.replace(/[\\`*_[\]<>&~|#@]/g, "\\$&")))
    .join("");
  return example === undefined ? escaped : `${escaped} For example: ${code(example)}`;
}

/** Returns inline code, in as many backticks as necessary. */
function code(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const ticks = "`".repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const space = line === "" || /^`|`$/.test(line) ? " " : "";
  return `${ticks}${space}${line}${space}${ticks}`;
}

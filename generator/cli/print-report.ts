import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { locationText } from "../diagnostics/escape.js";
import { printConcise } from "../diagnostics/print/concise.js";
import { printPretty, type Palette } from "../diagnostics/print/pretty.js";
import { version } from "../package.js";
import type { Format } from "./formats.js";

/** The number of locations that are printed for warnings that aren't shown in full. */
const namedPlaces = 3;

/**
 * Prints a report for a terminal. Errors come last, each in full. Of the warnings of one kind only the first is printed, with a
 * count of the others and some of their locations, so that a hundred of them don't hide the rest. `isVerbose` prints all.
 */
export function printForPeople(
  format: "pretty" | "concise",
  diagnostics: readonly Diagnostic[],
  palette: Palette,
  isVerbose = false,
): string {
  if (format === "concise") return diagnostics.map(printConcise).join("");
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  const groups = isVerbose ? warnings.map((warning) => [warning]) : groupsOf(warnings);
  return [...groups.map((group) => printGroup(group, palette)), ...errors.map((error) => printPretty(error, palette))]
    .map((text) => `${text}\n`)
    .join("");
}

/** Codes whose findings each concern a word of the contract, so that each is a separate problem. */
const namingCodes: ReadonlySet<string> = new Set(["redocly/struct", "unknown-keyword"]);

/** Groups warnings by code, or by code and message, in the order in which the kinds first occur. */
function groupsOf(warnings: readonly Diagnostic[]): Diagnostic[][] {
  const groups = new Map<string, Diagnostic[]>();
  for (const warning of warnings) {
    const { code, message } = warning;
    const kind = namingCodes.has(code) ? `${code} ${message}` : code;
    const group = groups.get(kind);
    if (group) group.push(warning);
    else groups.set(kind, [warning]);
  }
  return [...groups.values()];
}

/** Prints the first of a group in full, then the number of the others and the locations of the next ones. */
function printGroup([first, ...others]: readonly Diagnostic[], palette: Palette): string {
  const text = printPretty(first!, palette);
  if (others.length === 0) return text;
  const places = others.flatMap(({ location }) => (location ? [locationText(location)] : []));
  const named = places.slice(0, namedPlaces).join(", ");
  const colon = named === "" ? "" : `: ${named}${others.length > namedPlaces ? ", …" : ""}`;
  return `${text}  ${palette.dim(`and ${others.length} more of this kind${colon} (--verbose shows all)`)}\n`;
}

const plain: Palette = { red: String, yellow: String, blue: String, bold: String, dim: String };

/** Returns a whole report as text, for a file or another program. Loads only the printer it needs. */
export async function printReport(
  format: Format,
  diagnostics: readonly Diagnostic[],
  attached: Readonly<Record<string, object>> = {},
): Promise<string> {
  switch (format) {
    case "pretty":
      return diagnostics.map((diagnostic) => printPretty(diagnostic, plain)).join("\n");
    case "concise":
      return printForPeople("concise", diagnostics, plain);
    case "json":
      return (await import("../diagnostics/print/json.js")).printJson(diagnostics, attached);
    case "sarif":
      return printWithRules(diagnostics);
    case "junit":
      return (await import("../diagnostics/print/junit.js")).printJunit(diagnostics);
    case "github":
      return (await import("../diagnostics/print/github.js")).printGithub(diagnostics);
    case "gitlab":
      return (await import("../diagnostics/print/gitlab.js")).printGitlab(diagnostics);
    default:
      return format satisfies never;
  }
}

async function printWithRules(diagnostics: readonly Diagnostic[]): Promise<string> {
  const { printSarif } = await import("../diagnostics/print/sarif.js");
  const { explain } = await import("./catalog.js");
  const describe = (code: string) => {
    const explanation = explain(code);
    return explanation && { cause: explanation.cause, help: [explanation.cause, explanation.hint ?? ""].join("\n\n").trimEnd() };
  };
  return printSarif(diagnostics, { version, describe });
}

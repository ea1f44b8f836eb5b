import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { printConcise } from "../diagnostics/print/concise.js";
import { printPretty, type Palette } from "../diagnostics/print/pretty.js";
import { version } from "../package.js";
import type { Format } from "./formats.js";

/** Warnings that a terminal gets in full before the rest is only counted. */
const shownWarnings = 50;

/** What people at a terminal get to read. */
export function printForPeople(format: "pretty" | "concise", diagnostics: readonly Diagnostic[], palette: Palette): string {
  if (format === "concise") return diagnostics.map(printConcise).join("");
  let warnings = 0;
  const shown = diagnostics.filter(({ severity }) => severity === "error" || ++warnings <= shownWarnings);
  const hidden = diagnostics.length - shown.length;
  const rest = hidden > 0 ? `… and ${hidden} more warning${hidden === 1 ? "" : "s"} (--format concise shows all)\n\n` : "";
  return `${shown.map((diagnostic) => `${printPretty(diagnostic, palette)}\n`).join("")}${rest}`;
}

const plain: Palette = { red: String, yellow: String, blue: String, bold: String, dim: String };

/** A whole report as text: what goes into a file, or to another program. Loads only the printer it needs. */
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

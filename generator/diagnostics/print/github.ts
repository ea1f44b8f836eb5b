import { countedMessage, type Diagnostic, type Severity } from "../diagnostic.js";
import { terminalText } from "../escape.js";

/**
 * Workflow commands, which GitHub Actions shows as annotations of the lines they name:
 *
 *     ::error file=spec/a.yaml,line=6,col=1,endColumn=27,title=extension-near-miss::"x-plaform-…" looks like …
 *
 * Errors come first, because only the first ten of a step are shown.
 */
export function printGithub(diagnostics: readonly Diagnostic[]): string {
  const of = (severity: Severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity);
  return [...of("error"), ...of("warning")].map(command).join("");
}

function command(diagnostic: Diagnostic): string {
  const { severity, code, location, hint } = diagnostic;
  const properties = [
    ...(location
      ? [
          `file=${property(location.path)}`,
          `line=${location.line}`,
          `col=${location.column}`,
          ...(location.endColumn === undefined ? [] : [`endColumn=${location.endColumn}`]),
        ]
      : []),
    `title=${property(code)}`,
  ];
  const text = [countedMessage(diagnostic), ...(hint === undefined ? [] : [hint])]
    .map((line) => terminalText(line, 1000))
    .join("\n");
  return `::${severity} ${properties.join(",")}::${data(text)}\n`;
}

/** Escapes what follows the second `::`. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes the value of a property. */
function property(text: string): string {
  return data(terminalText(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

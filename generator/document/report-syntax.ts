import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { locationAt, type TextFile } from "./locations.js";

/** Reports text that can't be parsed: a merge conflict if it contains one, otherwise the parser's message. */
export function reportSyntax(
  file: TextFile,
  problems: Report,
  { language, detail }: { readonly language: "JSON" | "YAML"; readonly detail: string },
  start: number,
  end?: number,
): void {
  const conflict = /^<{7}(?= |\r?$)/m.exec(file.text);
  if (!conflict) report(problems, "syntax", { language, detail }, locationAt(file, start, end));
  else report(problems, "merge-conflict", {}, locationAt(file, conflict.index, conflict.index + conflict[0].length));
}

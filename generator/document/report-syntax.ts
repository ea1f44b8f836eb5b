import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { locationAt, type TextFile } from "./locations.js";

/** Reports text that a parser can't read: by the merge conflict in it, if there is one, and by what the parser says otherwise. */
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

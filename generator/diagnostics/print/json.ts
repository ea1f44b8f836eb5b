import type { Diagnostic, Location } from "../diagnostic.js";
import { jsonText } from "../escape.js";

/** The version of the document that `printJson` writes; a change that could break a reader raises it. */
export const reportVersion = 1;

/** One JSON document, as `schemas/report.schema.json` describes it; `attached` is added beside the problems. */
export function printJson(diagnostics: readonly Diagnostic[], attached: Readonly<Record<string, object>> = {}): string {
  const report = { version: reportVersion, diagnostics: diagnostics.map(withoutText), ...attached };
  return jsonText(report);
}

/** The line's text is for code frames; a machine has the file. */
function withoutText(diagnostic: Diagnostic): object {
  const { location, related } = diagnostic;
  return {
    ...diagnostic,
    ...(location && { location: placeOnly(location) }),
    related: related.map((place) => ({ ...place, location: placeOnly(place.location) })),
  };
}

function placeOnly({ path, line, column, endColumn }: Location): Location {
  return { path, line, column, ...(endColumn !== undefined && { endColumn }) };
}

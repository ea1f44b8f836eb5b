import type { Diagnostic, Location } from "../diagnostic.js";
import { jsonText } from "../escape.js";

/** The version of the document that `printJson` writes; incremented by a change that could break readers. */
export const reportVersion = 1;

/** Prints one JSON document, as `schemas/report.schema.json` describes it; `attached` is added next to the problems. */
export function printJson(diagnostics: readonly Diagnostic[], attached: Readonly<Record<string, object>> = {}): string {
  const report = { version: reportVersion, diagnostics: diagnostics.map(withoutText), ...attached };
  return jsonText(report);
}

/** The text of a line is for code frames; programs have the file. */
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

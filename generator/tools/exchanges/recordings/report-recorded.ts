import { quote } from "../../../diagnostics/escape.js";
import type { RelatedLocation } from "../../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import type { Report } from "../../../diagnostics/report.js";
import type { TextFile } from "../../../document/locations.js";
import { detailsOf, reportFinding } from "../finding.js";
import type { CheckedCall } from "./check-call.js";
import { createEntryLocator, type EntryLocator } from "./entry-location.js";
import type { BadEntry } from "./read-recording.js";

/**
 * Reports the violations of a recorded call. Returns whether the API kept to its contract: it rejected an invalid request,
 * and its response is valid.
 */
export function reportRecorded(call: CheckedCall, locate: EntryLocator, problems: Report): boolean {
  const { findings, status, target } = call;
  if (!target) {
    const related = [describeEntry(call, locate)];
    report(problems, "har-service-type", {}, locate("/request/url", ""), { related });
    return false;
  }
  const wasRejected = status >= 400 && status < 500;
  let isKept = true;
  for (const finding of findings) {
    const { pointer, rule, message } = finding;
    const location = locate(pointer, rule);
    const related = [describeEntry(call, locate)];
    if (wasRejected && pointer.startsWith("/request")) {
      const parameters = { pointer, rule, problem: message, status };
      report(problems, "request-refused", parameters, location, detailsOf(finding, { related }));
    } else {
      isKept = false;
      reportFinding(finding, location, problems, { related });
    }
  }
  return isKept;
}

/** Reports an entry that can't be validated against an operation. */
export function reportEntry(source: TextFile, entry: BadEntry, problems: Report): void {
  const locate = createEntryLocator(source, entry.span, new Set());
  if (entry.kind === "broken") {
    report(problems, "har-shape", { wrong: entry.wrong }, locate(entry.pointer, ""));
    return;
  }
  const { recorded, methods, span } = entry;
  const { method, status, url } = recorded;
  if (status < 400) report(problems, "har-unmatched", { method, path: pathOf(url), methods }, locate("/request/url", ""));
  else {
    const problem = methods.length === 0 ? "is not a path of the contract" : `only supports ${methods.join(", ")}`;
    const parameters = { pointer: "/request/url", rule: "operation", problem, status };
    const related = [describeEntry({ span, method, url }, locate)];
    report(problems, "request-refused", parameters, locate("/request/url", ""), { related });
  }
}

const maxShown = 60;

/** Recordings have no line breaks, so a line number alone is of little use. */
function describeEntry(
  { span, method, url }: Pick<CheckedCall, "span" | "method" | "url">,
  locate: EntryLocator,
): RelatedLocation | undefined {
  const location = locate("", "");
  const path = pathOf(url);
  // The end of a path is more specific than its beginning.
  const shown = path.length > maxShown ? `…${path.slice(-maxShown)}` : path;
  return location && { message: `in entry ${span.number}, ${method} ${quote(shown)}`, location };
}

/** Removes the query, which may contain tokens. */
function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
}

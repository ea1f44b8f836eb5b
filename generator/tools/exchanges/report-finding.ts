import { quote } from "../../diagnostics/escape.js";
import type { Location } from "../../diagnostics/diagnostic.js";
import type { Details, Report } from "../../diagnostics/report.js";
import { report } from "./diagnostics.js";
import type { Finding } from "./finding.js";

/** Reports a finding where it stands; the contract's place goes with it. */
export function reportFinding(finding: Finding, location: Location | undefined, problems: Report, details: Details = {}): void {
  const { pointer, rule, message } = finding;
  report(problems, codeOf(pointer, rule), { pointer, rule, problem: message }, location, detailsOf(finding, details));
}

/** What goes with a finding, whatever its code is. */
export function detailsOf({ suggestion, contractPlace }: Finding, { hint, related = [] }: Details = {}): Details {
  const place = contractPlace && { message: "the contract says so here", location: contractPlace };
  return { related: [place, ...related], hint: suggestion === undefined ? hint : `Did you mean ${quote(suggestion)}?` };
}

function codeOf(pointer: string, rule: string) {
  if (rule === "secret") return "response-secret";
  if (rule === "unchecked") return "exchange-unchecked";
  if (pointer.startsWith("/request")) return "request-invalid";
  return pointer.startsWith("/response") ? "response-invalid" : "service-invalid";
}

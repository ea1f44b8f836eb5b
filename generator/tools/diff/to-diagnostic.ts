import type { Diagnostic, RelatedLocation } from "../../diagnostics/diagnostic.js";
import { locationOf, type Change } from "./change.js";

/** Longest witness that a hint shows. */
const mostShown = 200;

/** A change as a diagnostic, for those that weigh as errors or warnings. */
export function toDiagnostic(change: Change & { severity: "error" | "warning" }): Diagnostic {
  const { rule, severity, message, before, after } = change;
  const location = locationOf(change);
  const related: RelatedLocation[] =
    before?.location && after?.location ? [{ message: "before", location: before.location }] : [];
  return {
    code: `diff/${rule.id}`,
    severity,
    message,
    ...(location && { location }),
    related,
    hint: explainChange(change),
  };
}

/** Whom the change breaks, why, and a value that shows it. */
export function explainChange({ rule, witness, isCertain }: Change): string {
  const text = witness === undefined ? undefined : JSON.stringify(witness);
  const example = text === undefined || text.length > mostShown ? "" : ` For example: ${text}`;
  const doubt = isCertain ? "" : " No value was found that shows it, so it may do no harm.";
  return `${whom[rule.breaks]}. ${rule.why}${example}${doubt}`;
}

const whom = {
  client: "Breaks clients",
  server: "Breaks servers",
  both: "Breaks clients and servers",
  nobody: "Breaks nobody",
} as const;

import { quote } from "../../diagnostics/escape.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import { suggest } from "../../diagnostics/suggest.js";
import { own, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { schemaKeywords } from "../schema-keywords.js";
import { segmentsOf } from "./closed-references.js";
import type { RuleFailure } from "./guard-visitors.js";
import { placeOfPointer } from "./pointer-place.js";
import type { Problem } from "./redocly-types.js";
import { severityOf } from "./severities.js";

const longestMessage = 300;
const mostSuggestions = 3;

/** A finding of Redocly as a diagnostic, at its place in the source. */
export function problemDiagnostic(problem: Problem, contract: LoadedContract): Diagnostic {
  const { ruleId, message } = problem;
  const [main, ...others] = problem.location.map((at) => placeOfPointer(contract, at.pointer ?? "#/", at.reportOnKey === true));
  const hint = hintFor(problem, contract);
  return {
    code: `redocly/${ruleId}`,
    severity: severityOf(problem),
    message: printable(message),
    ...(main?.location && { location: main.location }),
    related: [
      ...(main?.related ?? []),
      ...others.flatMap(({ location }) => (location ? [{ message: "and here", location }] : [])),
    ],
    ...(hint && { hint }),
  };
}

/** Says that a rule of Redocly couldn't do its work; what the others found is still reported. */
export function failureDiagnostic({ ruleId, pointer, reason }: RuleFailure, contract: LoadedContract): Diagnostic {
  const { location, related } = placeOfPointer(contract, pointer, false);
  const who = ruleId === undefined ? "Redocly" : `Redocly's rule ${ruleId}`;
  const found: Diagnostic[] = [];
  report(found, "redocly-failed", { who, reason: printable(reason) }, location, { related });
  return found[0]!;
}

/** What to do about a finding. Redocly suggests names for a short key that have nothing in common with it. */
function hintFor({ message, suggest: names, location }: Problem, { document }: LoadedContract): string | undefined {
  const unexpected = /^Property `([^`]+)` is not expected here/.exec(message)?.[1];
  if (unexpected === undefined) return names.length > 0 ? didYouMean(names) : undefined;
  const near = names.filter((name) => suggest(unexpected, [name]) !== undefined);
  if (near.length > 0) return didYouMean(near);
  const segments = segmentsOf(location[0]?.pointer ?? "").slice(0, -1);
  const holder = segments.reduce((value: JsonValue | undefined, key) => own(value, key), document);
  // Parameters had the keywords of their schemas in OpenAPI 2.
  const isParameter = own(holder, "in") !== undefined && own(holder, "name") !== undefined;
  return isParameter && schemaKeywords.has(unexpected) ? "Put it into `schema`." : undefined;
}

function didYouMean(names: readonly string[]): string {
  const shown = names.slice(0, mostSuggestions).map((name) => quote(String(name)));
  return `Did you mean ${shown.join(" or ")}?`;
}

/** Redocly puts names of the contract into its messages as they are. */
function printable(text: string): string {
  const line = text
    .split(/\n\s*/)
    .map((part) => part.trimEnd())
    .join(" ")
    .replace(/\.$/, "");
  const short = line.length > longestMessage ? `${line.slice(0, longestMessage - 3)}...` : line;
  return short.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

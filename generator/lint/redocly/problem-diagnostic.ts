import type { Diagnostic, Location, RelatedLocation } from "../../diagnostics/diagnostic.js";
import { quote, terminalText } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { own, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { report } from "../diagnostics.js";
import { schemaKeywords } from "../../document/schema-keywords.js";
import { segmentsOf } from "./bundled-references.js";
import { placeOf, whereItBelongs, type FieldPlace } from "./misplaced-fields.js";
import type { Problem, RuleFailure } from "./redocly-types.js";
import { isWithoutSchema, meantField, severityOf, unexpectedField } from "./severities.js";

const maxMessage = 300;

const maxSuggestions = 3;

/** A finding of Redocly as a diagnostic, at its place in the source. */
export function problemDiagnostic(problem: Problem, contract: LoadedContract): Diagnostic {
  const { ruleId, message } = problem;
  const [main, ...others] = problem.location.map((at) =>
    locationOfPointer(contract, at.pointer ?? "#/", at.reportOnKey === true),
  );
  const place = placeOf(contract.document, segmentsOf(problem.location[0]?.pointer ?? ""));
  const hint = hintFor(problem, place);
  const severity = severityOf(problem, place);
  return {
    code: `redocly/${ruleId}`,
    severity,
    message: printable(message) + (severity === "warning" ? treatmentOf(problem) : ""),
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
  const { location, related } = locationOfPointer(contract, pointer, false);
  const who = ruleId === undefined ? "Redocly" : `Redocly's rule ${ruleId}`;
  const found: Diagnostic[] = [];
  report(found, "redocly-failed", { who, reason: printable(reason) }, location, { related });
  return found[0]!;
}

/** What is done with something wrong that is accepted. */
function treatmentOf(problem: Problem): string {
  if (isWithoutSchema(problem)) return "; any value is accepted";
  const isOfWrongType = problem.ruleId === "struct" && problem.message.startsWith("Expected type");
  return isOfWrongType || unexpectedField(problem) !== undefined ? "; it is ignored" : "";
}

/** What to do about a finding. Redocly suggests names for a short key that have nothing in common with it. */
function hintFor(problem: Problem, place: FieldPlace): string | undefined {
  const { suggest: names } = problem;
  const unexpected = unexpectedField(problem);
  if (unexpected === undefined) return names.length > 0 ? didYouMean(names) : undefined;
  const belongs = whereItBelongs(unexpected, place);
  if (belongs !== undefined) return belongs;
  const holder = place.holders.at(-1);
  const meant = meantField(unexpected, names, place);
  const near = names.filter((name) => own(holder, name) === undefined && suggest(unexpected, [name]) !== undefined);
  if (near.length > 0 || meant !== undefined) return didYouMean(near.length > 0 ? near : [meant!]);
  // Parameters had the keywords of their schemas in OpenAPI 2.
  const isParameter = own(holder, "in") !== undefined && own(holder, "name") !== undefined;
  return isParameter && schemaKeywords.has(unexpected) ? "Move it to `schema`." : undefined;
}

function didYouMean(names: readonly string[]): string {
  const shown = names.slice(0, maxSuggestions).map((name) => quote(String(name)));
  return `Did you mean ${shown.join(" or ")}?`;
}

/** Redocly puts names of the contract into its messages as they are. */
function printable(text: string): string {
  const line = text
    .split(/\n\s*/)
    .map((part) => part.trimEnd())
    .join(" ")
    .replace(/\.$/, "");
  const short = line.length > maxMessage ? `${line.slice(0, maxMessage - 3)}...` : line;
  return terminalText(short);
}

/** Where something of a contract was written, and the references that put it there from other files. */
interface PointerLocation {
  readonly location: Location | undefined;
  readonly related: readonly RelatedLocation[];
}

/** Finds the place in the source for a JSON pointer into the bundled document; a missing key means its holder. */
export function locationOfPointer(
  { document, locations }: Pick<LoadedContract, "document" | "locations">,
  pointer: string,
  onKey: boolean,
): PointerLocation {
  const related: RelatedLocation[] = [];
  let value: JsonValue = document;
  let file = locations.span(document)?.file;
  let valuePlace = locations.value(document);
  let keyPlace = valuePlace;
  for (const segment of segmentsOf(pointer)) {
    const child = own(value, segment);
    if (child === undefined) break;
    const holder = locations.span(value as object);
    const entry = holder?.entry(segment);
    const isWritten = entry !== undefined;
    const inner = typeof child === "object" && child !== null ? locations.span(child) : undefined;
    const written = isWritten ? locations.value(value as object, segment) : undefined;
    if (inner && inner.file !== file) {
      const reference = entry?.file === inner.file ? undefined : (written ?? (holder ? undefined : valuePlace));
      if (reference) related.push({ message: "referenced here", location: reference });
      file = inner.file;
    }
    // What a reference brought in stands in its own place; the holder has only the reference, or nothing.
    valuePlace = inner ? locations.value(child as object) : (written ?? valuePlace);
    keyPlace = isWritten ? locations.key(value as object, segment) : valuePlace;
    value = child;
  }
  // A key stands beside its reference already.
  if (onKey && keyPlace && related.at(-1)?.location.path === keyPlace.path && related.at(-1)?.location.line === keyPlace.line)
    related.pop();
  return { location: onKey ? keyPlace : valuePlace, related };
}

import type { Diagnostic, Location, RelatedLocation } from "../../diagnostics/diagnostic.js";
import { quote, terminalText } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { own, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { report } from "../diagnostics.js";
import { schemaKeywords } from "../../document/schema-keywords.js";
import { placeOf, segmentsOf, whereItBelongs, type FieldPlace } from "./misplaced-fields.js";
import type { Problem, RuleFailure } from "./redocly-types.js";
import { isWithoutSchema, meantField, severityOf, unexpectedField } from "./severities.js";

const maxMessage = 300;

const maxSuggestions = 3;

/** Converts a finding of Redocly to a diagnostic at its location in the source. */
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

/** Reports a failed rule of Redocly; the findings of the others are still reported. */
export function failureDiagnostic({ ruleId, pointer, reason }: RuleFailure, contract: LoadedContract): Diagnostic {
  const { location, related } = locationOfPointer(contract, pointer, false);
  const who = ruleId === undefined ? "Redocly" : `Redocly's rule ${ruleId}`;
  const found: Diagnostic[] = [];
  report(found, "redocly-failed", { who, reason: printable(reason) }, location, { related });
  return found[0]!;
}

/** Returns how an accepted violation is treated. */
function treatmentOf(problem: Problem): string {
  if (isWithoutSchema(problem)) return "; any value is accepted";
  const isOfWrongType = problem.ruleId === "struct" && problem.message.startsWith("Expected type");
  return isOfWrongType || unexpectedField(problem) !== undefined ? "; it is ignored" : "";
}

/** Returns the hint for a finding. For short keys, Redocly suggests names that have nothing in common with them. */
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
  // In OpenAPI 2, parameters had the keywords of their schemas.
  const isParameter = own(holder, "in") !== undefined && own(holder, "name") !== undefined;
  return isParameter && schemaKeywords.has(unexpected) ? "Move it to `schema`." : undefined;
}

function didYouMean(names: readonly string[]): string {
  const shown = names.slice(0, maxSuggestions).map((name) => quote(String(name)));
  return `Did you mean ${shown.join(" or ")}?`;
}

/** Redocly includes names of the contract in its messages unescaped. */
function printable(text: string): string {
  const line = text
    .split(/\n\s*/)
    .map((part) => part.trimEnd())
    .join(" ")
    .replace(/\.$/, "");
  const short = line.length > maxMessage ? `${line.slice(0, maxMessage - 3)}...` : line;
  return terminalText(short);
}

/** The source location of a part of a contract, and the references from other files that lead to it. */
interface PointerLocation {
  readonly location: Location | undefined;
  readonly related: readonly RelatedLocation[];
}

/** Returns the source location of a JSON pointer into the bundled document; of the parent if the key is missing. */
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
    // The target of a reference has its own location; its holder contains only the reference, or nothing.
    valuePlace = inner ? locations.value(child as object) : (written ?? valuePlace);
    keyPlace = isWritten ? locations.key(value as object, segment) : valuePlace;
    value = child;
  }
  // A key next to its reference needs no related location.
  if (onKey && keyPlace && related.at(-1)?.location.path === keyPlace.path && related.at(-1)?.location.line === keyPlace.line)
    related.pop();
  return { location: onKey ? keyPlace : valuePlace, related };
}

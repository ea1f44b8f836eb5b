import type { Severity } from "../../diagnostics/diagnostic.js";
import { editDistance, suggest } from "../../diagnostics/suggest.js";
import { own, type JsonObject } from "../../document/json-value.js";
import type { documentCodes } from "../../document/diagnostics.js";
import { structure } from "../../document/visitor.js";
import type { RuleCode } from "../rules/index.js";
import { placeOf, segmentsOf, whereItBelongs, type FieldPlace } from "./misplaced-fields.js";
import type { Problem } from "./redocly-types.js";

/**
 * Rules of Redocly whose findings stop `generate`, each with the consequence for the output. All others are warnings,
 * however strict Redocly's preset is: they are about style, documentation or examples.
 */
const meaningful: Readonly<Record<string, string>> = {
  "operation-parameters-unique": "only one of two parameters of the same name could be read",
  struct: "what has the wrong type is not compiled",
};

/** Rules of Redocly that are left out, because these codes cover them in more detail. */
export const coveredBy: Readonly<Record<string, readonly (RuleCode | keyof typeof documentCodes)[]>> = {
  "no-duplicated-enum-values": ["enum-value"],
  "no-enum-type-mismatch": ["enum-value"],
  "no-identical-paths": ["operation-clash"],
  "no-invalid-media-type-examples": ["example-mismatch"],
  "no-invalid-parameter-examples": ["example-mismatch"],
  "no-invalid-schema-examples": ["example-mismatch"],
  "no-unresolved-refs": ["ref-unresolved", "ref-kind", "ref-remote", "ref-outside-root"],
  "operation-operationId-unique": ["operation-id-unique"],
  "operation-operationId-url-safe": ["operation-id"],
  "path-declaration-must-exist": ["path-syntax"],
  "path-not-include-query": ["path-syntax"],
  "path-parameters-defined": ["path-parameters"],
  "security-scopes-defined": ["scope-undeclared"],
  "security-defined": ["operation-security", "security-undefined"],
  "spec-querystring-parameters": ["querystring"],
  "spec-components-invalid-map-name": ["component-name", "component-name-nonstandard"],
};

/** Parts of a document that are for people only. */
const textSections = new Set(["info", "servers", "tags", "externalDocs"]);
const textKeys = new Set(["description", "summary", "title", "example", "examples", "externalDocs", "tags"]);

/** Returns the unknown field of an OpenAPI object that a finding is about. */
export function unexpectedField({ ruleId, message }: Problem): string | undefined {
  return ruleId === "struct" ? /^Property `([^`]+)` is not expected here/.exec(message)?.[1] : undefined;
}

/** Returns whether a finding is about a parameter or header without schema and content, which accepts any value. */
export function isWithoutSchema({ ruleId, message }: Problem): boolean {
  return ruleId === "struct" && message.startsWith("Must contain at least one of the following fields: schema");
}

/** Returns the missing required field that a finding is about. */
function missingField(problem: Problem): string | undefined {
  if (isWithoutSchema(problem)) return "schema";
  return problem.ruleId === "struct" ? /^The field `([^`]+)` must be present/.exec(problem.message)?.[1] : undefined;
}

/** Leaves out consequences of a mistyped field: the intended one is missing. */
export function withoutConsequences(problems: readonly Problem[], document: JsonObject): Problem[] {
  const placed = problems.map((problem) => ({ problem, segments: segmentsOf(problem.location[0]?.pointer ?? "") }));
  const meant = new Set<string>();
  for (const { problem, segments } of placed) {
    const unexpected = unexpectedField(problem);
    const field = unexpected && meantField(unexpected, problem.suggest, placeOf(document, segments));
    if (field) meant.add(JSON.stringify([...segments.slice(0, -1), field]));
  }
  const isConsequence = ({ problem, segments }: (typeof placed)[number]) => {
    const field = missingField(problem);
    return field !== undefined && meant.has(JSON.stringify([...segments, field]));
  };
  const isStatus = ({ problem, segments }: (typeof placed)[number]) =>
    problem.ruleId === "struct" && placeOf(document, segments).kind === "responses" && unexpectedField(problem) !== undefined;
  // The rule response-status reports the mistyped status; that there is none of 2XX follows from it.
  const withBadStatus = new Set(placed.filter(isStatus).map(({ segments }) => JSON.stringify(segments.slice(0, -1))));
  const isOfStatus = (item: (typeof placed)[number]) =>
    isStatus(item) || (item.problem.ruleId.startsWith("operation-") && withBadStatus.has(JSON.stringify(item.segments)));
  return placed.filter((item) => !isConsequence(item) && !isOfStatus(item)).map(({ problem }) => problem);
}

/**
 * Redocly compares each alternative of a `oneOf` with each other one: the first pair demonstrates the mistake.
 * `discriminator-property` reports alternatives that a discriminator doesn't distinguish.
 */
export function withoutOtherPairs(problems: readonly Problem[]): Problem[] {
  const reported = new Set<string>();
  return problems.filter(({ ruleId, message, location }) => {
    if (ruleId !== "no-illogical-composition-keywords" || !message.includes("Found overlapping schemas")) return true;
    if (message.includes("the `discriminator` cannot read")) return false;
    const pointer = location[0]?.pointer ?? "";
    return !reported.has(pointer) && reported.add(pointer);
  });
}

/**
 * Returns the field that was probably meant by a mistyped one, if the object lacks it and it would change the output.
 */
export function meantField(unexpected: string, candidates: readonly string[], { kind, holders }: FieldPlace): string | undefined {
  // Redocly's suggestions are case-sensitive.
  const fields = kind === undefined ? [] : Object.keys(structure[kind].fields);
  const sameLetters = fields.filter((name) => name.toLowerCase() === unexpected.toLowerCase());
  const missing = [...candidates, ...sameLetters].filter(
    (name) => !textKeys.has(name) && own(holders.at(-1), name) === undefined,
  );
  const near = suggest(unexpected, missing);
  const isNear = near !== undefined && editDistance(unexpected.toLowerCase(), near.toLowerCase()) <= maxMistakes;
  return isNear ? near : undefined;
}

/** The effects by which a mistyped field becomes an error. */
const maxMistakes = 2;

/** Returns the severity of a finding that Redocly calls `error` or `warn`. */
export function severityOf(problem: Problem, place: FieldPlace): Severity {
  const { ruleId, severity, location } = problem;
  if (severity !== "error" || !Object.hasOwn(meaningful, ruleId)) return "warning";
  if (ruleId !== "struct") return "error";
  const segments = segmentsOf(location[0]?.pointer ?? "");
  const [first] = segments;
  const unexpected = unexpectedField(problem);
  if (unexpected !== undefined && whereItBelongs(unexpected, place) !== undefined) {
    // Documents of OpenAPI 2 had keywords there. The parameter has a schema, so it accepts what that says.
    return place.kind === "parameter" && own(place.holders.at(-1), "schema") !== undefined ? "warning" : "error";
  }
  // Without paths there is nothing to serve, but types are still generated.
  if (first === undefined || textSections.has(first)) return "warning";
  if (unexpected !== undefined) {
    const meant = meantField(unexpected, problem.suggest, place);
    // An operation without an id gets a name.
    return meant === undefined || meant === "operationId" ? "warning" : "error";
  }
  if (isWithoutSchema(problem)) return "warning";
  const field = missingField(problem) ?? segments.at(-1)!;
  return textKeys.has(field) ? "warning" : "error";
}

import { compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { isObject, own, ownObject, type JsonValue } from "../../document/json-value.js";
import type { ContainerSpan } from "../../document/locations.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { segmentsOf } from "./misplaced-fields.js";
import { failureDiagnostic, problemDiagnostic } from "./problem-diagnostic.js";
import type { Problem } from "./redocly-types.js";
import { runRules } from "./run-rules.js";
import { actionBindingKey } from "../../document/action-endpoint.js";
import { httpMethods } from "../../document/visitor.js";
import type { RuleCode } from "../rules/index.js";
import { withoutConsequences, withoutOtherPairs } from "./severities.js";

/**
 * Returns the findings of Redocly's `recommended` rules about a contract, each at its location in the source. Uses the
 * bundled document only: reads no file, no config, no environment.
 */
export async function lintWithRedocly(contract: LoadedContract, timeLimit?: number): Promise<Diagnostic[]> {
  const { problems, failures } = await runRules(contract, timeLimit);
  const diagnostics = [
    ...withoutConsequences(withoutOtherPairs(problems), contract.document)
      .filter((problem) => !isMistaken(problem, contract))
      .map((problem) => problemDiagnostic(problem, contract)),
    ...failures.map((failure) => failureDiagnostic(failure, contract)),
  ].sort(compareDiagnostics);
  return diagnostics.filter((diagnostic, index) => {
    if (contract.locations.isReplaced(diagnostic.location)) return false;
    const before = diagnostics[index - 1];
    return !before || compareDiagnostics(before, diagnostic) !== 0;
  });
}

/** Leaves out findings for which a rule of the project reports the same location in more detail. */
export function withoutRepeats(findings: readonly Diagnostic[], own: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.filter(
    ({ code, location }) =>
      !own.some(
        (other) =>
          other.code === repeats[code] &&
          other.location?.path === location?.path &&
          other.location?.line === location?.line &&
          other.location?.column === location?.column,
      ),
  );
}

/** Findings of Redocly that a rule of the project repeats only in some cases, by code. */
const repeats: Readonly<Record<string, RuleCode>> = {
  "redocly/no-required-schema-properties-undefined": "impossible-schema",
};

/**
 * Returns whether a finding is a false positive: `default` covers all of 4XX; in a bundled document, references to
 * `$defs`, which the rule takes for components, lead elsewhere, and those to media types are gone; operations that
 * became actions use components that no operation uses any more; a required `__proto__` is not looked for; a schema with dynamic
 * references is used by its copies, and a metaschema by the schemas that name it as their dialect; and a path that ends in a verb is distinct from the path before the verb.
 */
function isMistaken({ ruleId, message, location }: Problem, contract: LoadedContract): boolean {
  const { document, written } = contract;
  if (ruleId === "no-ambiguous-paths") return isPathOfVerbs(message, contract);
  const segments = segmentsOf(location[0]?.pointer ?? "");
  if (ruleId === "no-unused-components") {
    const isUsed = written !== document && pointersIn(contract).has(`#${location[0]?.pointer?.replace(/^#/, "")}`);
    return isUsed || segments.length > 3 || segments[1] === "mediaTypes" || isUsedAsWritten(segments, contract);
  }
  // A property of this name is a pattern in the bundled document.
  if (ruleId === "no-required-schema-properties-undefined" && message.includes("'__proto__'")) return true;
  if (ruleId !== "operation-4xx-response") return false;
  const responses = segments.reduce((value: JsonValue | undefined, key) => own(value, key), document);
  return own(responses, "default") !== undefined;
}

const knownPointers = new WeakMap<LoadedContract, ReadonlySet<string>>();

/** The pointers that a contract contains before actions are derived from it: its references, also those of discriminators. */
function pointersIn(contract: LoadedContract): ReadonlySet<string> {
  const known = knownPointers.get(contract);
  if (known) return known;
  const pointers = new Set<string>();
  const collect = (value: JsonValue): void => {
    if (typeof value === "string" && value.startsWith("#/")) pointers.add(value);
    if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  collect(contract.written);
  knownPointers.set(contract, pointers);
  return pointers;
}

/** Returns whether another component is a copy of this one, for the meaning of its dynamic references, or it is a metaschema. */
function isUsedAsWritten([, section, name]: readonly string[], contract: LoadedContract): boolean {
  const component = own(ownObject(ownObject(contract.document, "components"), section!), name!);
  const span = isObject(component) ? contract.locations.span(component) : undefined;
  if (span?.entry("$vocabulary")) return true;
  return span !== undefined && (copiedSpans(contract).get(span) ?? 0) > 1;
}

const knownSpans = new WeakMap<LoadedContract, ReadonlyMap<ContainerSpan, number>>();

/** How many components of a contract are read from the same text. */
function copiedSpans(contract: LoadedContract): ReadonlyMap<ContainerSpan, number> {
  const known = knownSpans.get(contract);
  if (known) return known;
  const counts = new Map<ContainerSpan, number>();
  for (const section of Object.values(ownObject(contract.document, "components") ?? {})) {
    for (const component of isObject(section) ? Object.values(section) : []) {
      const span = isObject(component) ? contract.locations.span(component) : undefined;
      if (span) counts.set(span, (counts.get(span) ?? 0) + 1);
    }
  }
  knownSpans.set(contract, counts);
  return counts;
}

/**
 * Returns whether a message is about two paths such as `/disks/{id}` and `/disks/{id}:{action}`, which the endpoint
 * distinguishes.
 */
function isPathOfVerbs(message: string, { document, extensionPrefix }: LoadedContract): boolean {
  const named = [...message.matchAll(/`([^`]+)`/g)].map(([, path]) => path!).sort((a, b) => a.length - b.length);
  const [before, whole] = named;
  if (before === undefined || whole === undefined || named.length !== 2) return false;
  const hasVerb = httpMethods.some((method) => {
    const binding = own(own(own(own(document, "paths"), whole), method), actionBindingKey(extensionPrefix));
    return own(own(binding, "action"), "in") === "path-suffix";
  });
  const shape = (path: string) => path.replace(/\{[^{}]*\}/g, "{}");
  return hasVerb && shape(before) === shape(whole).replace(/[^/{}]\{\}$/, "");
}

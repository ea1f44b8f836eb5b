import vm from "node:vm";
import { compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { resolveBundled, segmentsOf } from "./bundled-references.js";
import { extendTypes } from "./extend-types.js";
import { printOutline } from "./outline.js";
import { failureDiagnostic, problemDiagnostic } from "./problem-diagnostic.js";
import type {
  NodeType,
  Problem,
  RedoclyContext,
  RedoclyDocument,
  RedoclyEngine,
  Visitors,
  RuleFailure,
} from "./redocly-types.js";
import { actionBindingKey } from "../../document/action-endpoint.js";
import { httpMethods, openApiVersion, type OpenApiVersion } from "../../document/visitor.js";
import { noMemo, type Memo } from "../../memo.js";
import type { RuleCode } from "../rules/index.js";
import { coveredBy, withoutConsequences, withoutOtherPairs } from "./severities.js";

const maxRuns = 4;

/** Rules that compare parts of a contract, so that they are meaningful only when none is missing. */
const comparingRules: ReadonlySet<string> = new Set([
  "no-illogical-composition-keywords",
  "no-required-schema-properties-undefined",
  "no-unused-components",
]);

const usualLimit = 8_000;

/** Larger documents get more time, so that no legitimate one reaches the limit. */
const millisecondsPerCharacter = 0.01;

/**
 * Returns the findings of Redocly's `recommended` rules about a contract, each at its location in the source. Uses the
 * bundled document only: reads no file, no config, no environment.
 */
export async function lintWithRedocly(contract: LoadedContract, options: RedoclyOptions = {}): Promise<Diagnostic[]> {
  const { problems, failures } = await recallFindings(contract, options);
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
 * became actions use components that no operation uses any more; and a path that ends in a verb is distinct from the
 * path before the verb.
 */
function isMistaken({ ruleId, message, location }: Problem, contract: LoadedContract): boolean {
  const { document, written } = contract;
  if (ruleId === "no-ambiguous-paths") return isPathOfVerbs(message, contract);
  const segments = segmentsOf(location[0]?.pointer ?? "");
  if (ruleId === "no-unused-components") {
    const isUsed = written !== document && JSON.stringify(written).includes(`"#${location[0]?.pointer?.replace(/^#/, "")}"`);
    return isUsed || segments.length > 3 || segments[1] === "mediaTypes";
  }
  if (ruleId !== "operation-4xx-response") return false;
  const responses = segments.reduce((value: JsonValue | undefined, key) => own(value, key), document);
  return own(responses, "default") !== undefined;
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

/** The findings of a run, and the rules that failed. */
interface RuleFindings {
  readonly problems: readonly Problem[];
  readonly failures: readonly RuleFailure[];
}

interface RedoclyOptions {
  /** The results of earlier runs. */
  readonly memo?: Memo | undefined;
  /** The time limit of the rules for a small document in milliseconds; larger ones get more. */
  readonly timeLimit?: number;
}

/** Runs the rules over the outline of a contract, unless an earlier run has done so without failures. */
async function recallFindings(contract: LoadedContract, { memo = noMemo, timeLimit }: RedoclyOptions): Promise<RuleFindings> {
  const { document, extensionPrefix, isComplete } = contract;
  const outline = printOutline(document);
  let found: RuleFindings | undefined;
  const kept = await memo.recallLater(
    "redocly",
    () => JSON.stringify({ extensionPrefix, isComplete }) + outline,
    async () => {
      const engine = await import("./engine.js");
      found = runRules(engine, contract, JSON.parse(outline) as JsonObject, timeLimit);
      return found.failures.length === 0 ? JSON.stringify(found.problems, withoutSource) : undefined;
    },
  );
  return found ?? { problems: JSON.parse(kept!) as Problem[], failures: [] };
}

/** Leaves the source out of the locations of findings; it is always the outline. */
function withoutSource(key: string, value: unknown): unknown {
  return key === "source" ? undefined : value;
}

/**
 * Runs Redocly's recommended rules over the outline of a contract. If one takes too long, runs the others again without it.
 */
function runRules(
  engine: RedoclyEngine,
  contract: LoadedContract,
  outline: JsonObject,
  timeLimit: number = usualLimit,
): RuleFindings {
  const version = openApiVersion(contract.document);
  const specVersion = specVersions[version];
  const ownTypes = { "3.0": engine.Oas3Types, "3.1": engine.Oas3_1Types, "3.2": correctTypes(engine.Oas3_2Types) }[version];
  const extended = extendTypes(withoutVendorExtensions(ownTypes), contract.extensionPrefix);
  const types = engine.normalizeTypes(extended, { doNotResolveExamples: true });
  // The name is never shown; a constant one keeps paths of the machine out of ids and messages.
  const document: RedoclyDocument = { source: new engine.Source("/openapi.json", ""), parsed: outline };
  const resolvedRefMap = resolveBundled(document, engine);
  const characters = contract.files.reduce((sum, file) => sum + file.text.length, 0);
  const limit = timeLimit + Math.ceil(characters * millisecondsPerCharacter);
  const tooSlow = new Set<string>();
  const isLeftOut = (ruleId: string) => tooSlow.has(ruleId) || (!contract.isComplete && comparingRules.has(ruleId));

  for (let run = 1; ; run++) {
    const problems: RedoclyContext["problems"] = [];
    const failures = [...tooSlow].map(slowFailure);
    const running: RunningRule = { id: undefined };
    const normalizedVisitors: Visitors = engine.normalizeVisitors(chosenRules(engine, specVersion, isLeftOut), types);
    guardVisitors(normalizedVisitors, running, (failure) => failures.push(failure));
    const ctx = { problems, specVersion, visitorsData: {} } as const;
    let isDone = true;
    try {
      const rootType = types["Root"]!;
      isDone = runLimited(limit, () => engine.walkDocument({ document, rootType, normalizedVisitors, resolvedRefMap, ctx }));
    } catch (error) {
      failures.push({ pointer: "#/", reason: reasonOf(error) });
    }
    if (isDone) return { problems, failures };
    if (running.id === undefined || run === maxRuns) return { problems, failures: [...failures, slowFailure(running.id)] };
    tooSlow.add(running.id);
  }
}

function slowFailure(ruleId: string | undefined): RuleFailure {
  return { ...(ruleId !== undefined && { ruleId }), pointer: "#/", reason: "it takes too long" };
}

/**
 * Corrects three errors in Redocly's types of 3.2: the type of a flow's scopes and that of a discriminator's field
 * don't exist, and media types among the components count as maps of media types.
 */
function correctTypes(types: RedoclyEngine["Oas3_2Types"]): Record<string, NodeType> {
  const { scopes } = types.ClientCredentials.properties;
  const device = { ...types.DeviceAuthorization, properties: { ...types.DeviceAuthorization.properties, scopes } };
  const discriminator = { ...types.Discriminator.properties, defaultMapping: { type: "string" as const } };
  return {
    ...types,
    DeviceAuthorization: device,
    Discriminator: { ...types.Discriminator, properties: discriminator },
    NamedMediaTypes: { properties: {}, additionalProperties: () => "MediaType" },
  };
}

/** Redocly validates some `x-` keys, mainly its own; this tool doesn't. */
function withoutVendorExtensions(types: Readonly<Record<string, NodeType>>): Record<string, NodeType> {
  const isOwn = ([key]: [string, unknown]) => !key.startsWith("x-");
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => {
      const properties = Object.fromEntries(Object.entries(type.properties).filter(isOwn)) as NodeType["properties"];
      return [name, { ...type, properties }];
    }),
  );
}

/**
 * Runs a function with a time limit: a contract's regular expressions and unions can keep a rule busy for years, and
 * nothing else in a single thread can stop a regular expression. Returns whether the function completed.
 */
export function runLimited(milliseconds: number, run: () => void): boolean {
  let error: unknown;
  const guarded = () => {
    try {
      run();
    } catch (thrown) {
      error = thrown;
    }
  };
  try {
    vm.runInNewContext("guarded()", { guarded }, { timeout: milliseconds });
  } catch {
    return false;
  }
  if (error) throw error;
  return true;
}

/** Redocly's names of the versions of OpenAPI that are compiled. */
const specVersions = { "3.0": "oas3_0", "3.1": "oas3_1", "3.2": "oas3_2" } as const satisfies Record<OpenApiVersion, string>;

type SpecVersion = (typeof specVersions)[OpenApiVersion];

type RuleResult = ReturnType<RedoclyEngine["rules"]["struct"]>;

type Visitor = Exclude<RuleResult, readonly unknown[]>;

/** A rule that is set up for one run. */
interface ChosenRule {
  readonly ruleId: string;
  readonly severity: "error" | "warn";
  readonly visitor: Visitor;
}

/** Returns the rules of Redocly's `recommended` preset with their settings, except for those left out. */
function chosenRules(engine: RedoclyEngine, version: SpecVersion, isLeftOut: (ruleId: string) => boolean): ChosenRule[] {
  const { rules, recommended } = engine;
  const settings = { ...recommended.rules, ...recommended[`${version}Rules`] };
  return Object.entries(settings).flatMap(([ruleId, setting]): ChosenRule[] => {
    const options = typeof setting === "string" ? { severity: setting } : { severity: "error" as const, ...setting };
    const { severity } = options;
    const rule = Object.hasOwn(rules, ruleId) ? rules[ruleId as keyof typeof rules] : undefined;
    if (!rule || severity === "off" || Object.hasOwn(coveredBy, ruleId) || isLeftOut(ruleId)) return [];
    return [rule(options)].flat().map((visitor) => {
      return { ruleId, severity, visitor: ruleId === "struct" ? considerate(visitor) : visitor };
    });
  });
}

/**
 * Our own rules check keywords of schemas and their values (`unknown-keyword`, `keyword-value`). Redocly's `struct`
 * rule still has to visit them: it keeps other rules away from malformed objects. Elsewhere, one malformed field
 * doesn't make its object malformed: rules that have skipped an operation would treat its parameters as those of its
 * path.
 */
function considerate(struct: Visitor): Visitor {
  const visit = struct.any;
  if (typeof visit !== "function") throw new TypeError("Redocly's rule struct has no visitor for all objects");
  const nothing = () => {};
  return {
    ...struct,
    any: (node, context, ...rest) => {
      const { type } = context;
      if (type.name === "Schema") return visit(node, { ...context, report: nothing }, ...rest);
      const isWhole = isObject(node) && type.items === undefined;
      return visit(node, isWhole ? { ...context, ignoreNextVisitorsOnNode: nothing } : context, ...rest);
    },
  };
}

/** The rule that is running, so that a failing one can be named. */
interface RunningRule {
  id: string | undefined;
}

interface GuardedVisitor {
  readonly ruleId: string;
  visit(node: unknown, context: VisitContext, ...rest: unknown[]): void;
}

interface VisitContext {
  readonly type?: { readonly name?: string };
  readonly location: { readonly pointer: string };
}

/**
 * Returns whether a rule failed because of a property named `hasOwnProperty`, which any schema may have: the rule can't
 * check that schema, and there is nothing to correct in it.
 */
function isNameOfProperty(error: unknown, { type }: VisitContext): boolean {
  return type?.name === "Schema" && /\.hasOwnProperty is not a function/.test(reasonOf(error));
}

/**
 * Guards every visitor: a rule that throws skips one object instead of ending the run. Reports the first failure of
 * each rule.
 */
function guardVisitors(visitors: Visitors, running: RunningRule, onFailure: (failure: RuleFailure) => void): void {
  const failed = new Set<string>();
  for (const { enter, leave } of Object.values(visitors) as { enter: GuardedVisitor[]; leave: GuardedVisitor[] }[]) {
    for (const visitor of [...enter, ...leave]) {
      const { visit, ruleId } = visitor;
      visitor.visit = (node, context, ...rest) => {
        running.id = ruleId;
        try {
          visit(node, context, ...rest);
        } catch (error) {
          if (failed.has(ruleId) || isNameOfProperty(error, context)) return;
          failed.add(ruleId);
          onFailure({ ruleId, pointer: context.location.pointer, reason: reasonOf(error) });
        }
      };
    }
  }
}

/** Returns the message of a thrown value. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

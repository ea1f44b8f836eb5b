import vm from "node:vm";
import { compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { isObject, own, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { resolveBundled, segmentsOf } from "./bundled-references.js";
import { extendTypes } from "./extend-types.js";
import { failureDiagnostic, problemDiagnostic } from "./problem-diagnostic.js";
import type { NodeType, Problem, RedoclyDocument, RedoclyEngine, Visitors, RuleFailure } from "./redocly-types.js";
import { actionBindingKey } from "../../document/action-endpoint.js";
import { httpMethods, openApiVersion, type OpenApiVersion } from "../../document/visitor.js";
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

/** More time for more text, so that no honest document ever reaches the limit. */
const millisecondsPerCharacter = 0.01;

/**
 * What the `recommended` rules of Redocly say about a contract, with every finding at its place in the source. Works
 * on the bundled document only: reads no file, no config, no environment.
 */
export async function lintWithRedocly(contract: LoadedContract, options?: RedoclyOptions): Promise<Diagnostic[]> {
  const engine = await import("./engine.js");
  const { problems, failures } = runRules(engine, contract, options);
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

/** Leaves out what a rule of the project reports at the same location, and knows more about. */
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

/** Findings of Redocly that a rule of the project repeats in some cases only, by code. */
const repeats: Readonly<Record<string, RuleCode>> = {
  "redocly/no-required-schema-properties-undefined": "impossible-schema",
};

/**
 * Whether a rule overlooks something: `default` stands for all 4XX, and in a bundled document references to `$defs`, which it takes
 * for components, lead elsewhere, those to media types are gone, operations that
 * became actions use what no operation does any more, and a path with a verb at its end is told from the path before the verb.
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

/** Whether a message about two paths names `/disks/{id}` and `/disks/{id}:{action}`, whose endpoint tells them apart. */
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

/** What a run found, and the rules that couldn't do their work. */
interface RuleFindings {
  readonly problems: readonly Problem[];
  readonly failures: readonly RuleFailure[];
}

interface RedoclyOptions {
  /** Milliseconds that the rules may take on a small document; larger ones get more. */
  readonly timeLimit?: number;
}

/** Runs Redocly's recommended rules over a bundled document; a rule that takes too long is left out of a second run. */
function runRules(engine: RedoclyEngine, contract: LoadedContract, options: RedoclyOptions = {}): RuleFindings {
  const version = openApiVersion(contract.document);
  const specVersion = specVersions[version];
  const ownTypes = { "3.0": engine.Oas3Types, "3.1": engine.Oas3_1Types, "3.2": correctTypes(engine.Oas3_2Types) }[version];
  const extended = extendTypes(withoutVendorExtensions(ownTypes), contract.extensionPrefix);
  const types = engine.normalizeTypes(extended, { doNotResolveExamples: true });
  // The name is never shown; one that never varies keeps the machine's paths out of ids and messages.
  const document: RedoclyDocument = { source: new engine.Source("/openapi.json", ""), parsed: contract.document };
  const resolvedRefMap = resolveBundled(document, engine);
  const characters = contract.files.reduce((sum, file) => sum + file.text.length, 0);
  const limit = (options.timeLimit ?? usualLimit) + Math.ceil(characters * millisecondsPerCharacter);
  const tooSlow = new Set<string>();
  const isLeftOut = (ruleId: string) => tooSlow.has(ruleId) || (!contract.isComplete && comparingRules.has(ruleId));

  for (let run = 1; ; run++) {
    const problems: Problem[] = [];
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
 * Redocly's types of 3.2, but for three faults: the scopes of one flow and a field of discriminators are of a type that is not among
 * them, and media types among the components are taken for maps of media types.
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

/** Redocly knows the shape of some `x-` keys, its own ones above all; what they hold is not this tool's business. */
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
 * Runs a function, but not for longer than a time: regular expressions and unions of a contract can keep a rule busy
 * for years, and nothing else in one thread can stop a regular expression. True if it came to its end.
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

/** The versions of OpenAPI that are compiled, as Redocly calls them. */
const specVersions = { "3.0": "oas3_0", "3.1": "oas3_1", "3.2": "oas3_2" } as const satisfies Record<OpenApiVersion, string>;

type SpecVersion = (typeof specVersions)[OpenApiVersion];

type RuleResult = ReturnType<RedoclyEngine["rules"]["struct"]>;

type Visitor = Exclude<RuleResult, readonly unknown[]>;

/** One rule, set up for one run. */
interface ChosenRule {
  readonly ruleId: string;
  readonly severity: "error" | "warn";
  readonly visitor: Visitor;
}

/** The rules of Redocly's `recommended` preset with the settings that it gives them, but for those left out. */
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
 * The keywords of schemas and their values are the business of rules of our own (`unknown-keyword`, `keyword-value`).
 * Redocly's still has to go there: it keeps other rules away from what is malformed. Elsewhere an object is not malformed for
 * one field that is: rules that have not entered an operation would take its parameters for those of its path.
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

/** What is known of the rule that runs, so that one which fails can be named. */
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
 * Whether a rule fell over a schema that has a property called `hasOwnProperty`, which any schema may have: the rule can't
 * judge that schema, and whoever wrote it has nothing to correct.
 */
function isNameOfProperty(error: unknown, { type }: VisitContext): boolean {
  return type?.name === "Schema" && /\.hasOwnProperty is not a function/.test(reasonOf(error));
}

/**
 * Puts a guard around every visitor: a rule that throws loses that one object, not the whole run. Reports the first
 * failure of each rule.
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

/** What a thrown value says. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

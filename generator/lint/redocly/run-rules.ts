import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { isObject } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { openApiVersion, type OpenApiVersion } from "../../document/visitor.js";
import { extendTypes } from "./extend-types.js";
import type {
  NodeType,
  Oas3Rule,
  Oas3Visitor,
  Problem,
  RedoclyConfig,
  RedoclyEngine,
  RuleFailure,
  Visitors,
} from "./redocly-types.js";
import { coveredBy } from "./severities.js";

/** Rules that compare parts of a contract, so that they are meaningful only when none is missing. */
const comparingRules: ReadonlySet<string> = new Set([
  "no-illogical-composition-keywords",
  "no-required-schema-properties-undefined",
  "no-unused-components",
]);

const defaultLimit = 8_000;

/** Larger documents get more time, so that no legitimate one reaches the limit. */
const millisecondsPerCharacter = 0.01;

/** Redocly's names of the versions of OpenAPI that are compiled. */
const specVersions = { "3.0": "oas3_0", "3.1": "oas3_1", "3.2": "oas3_2" } as const satisfies Record<OpenApiVersion, string>;

/** The findings of a run, and the rules that failed. */
export interface RuleFindings {
  readonly problems: readonly Problem[];
  readonly failures: readonly RuleFailure[];
}

/**
 * Runs Redocly's recommended rules over the bundled document, as its `lintDocument` does. A rule that throws skips one
 * object; a time limit ends the walk, with the findings up to then.
 */
export async function runRules(contract: LoadedContract, timeLimit: number = defaultLimit): Promise<RuleFindings> {
  const engine = await import("./engine.js");
  const { document: parsed, extensionPrefix, isComplete } = contract;
  const version = openApiVersion(parsed);
  const specVersion = specVersions[version];
  const config = await engine.createConfig({ extends: ["recommended"] }, { configPath: ownConfig });
  config.skipRules([...Object.keys(coveredBy), ...(isComplete ? [] : comparingRules)]);
  const ownTypes = { "3.0": engine.Oas3Types, "3.1": engine.Oas3_1Types, "3.2": correctTypes(engine.Oas3_2Types) }[version];
  const extended = withPlainExtensions(extendTypes(withoutVendorExtensions(ownTypes), extensionPrefix));
  const types = engine.normalizeTypes(extended, { doNotResolveExamples: true });
  // The name is never shown; a constant one keeps paths of the machine out of ids and messages.
  const document = { source: new engine.Source("/openapi.json", ""), parsed };
  const problems: Problem[] = [];
  const failures: RuleFailure[] = [];
  const running: RunningRule = { id: undefined };
  try {
    const rootType = types["Root"]!;
    const resolvedRefMap = await engine.resolveDocument({
      rootDocument: document,
      rootType,
      externalRefResolver: createOfflineResolver(engine),
    });
    const normalizedVisitors: Visitors = engine.normalizeVisitors(chosenRules(config, specVersion), types);
    guardVisitors(normalizedVisitors, running, (failure) => failures.push(failure));
    const ctx = { problems: problems as never[], specVersion, config, visitorsData: {} };
    const characters = contract.files.reduce((sum, file) => sum + file.text.length, 0);
    const limit = timeLimit + Math.ceil(characters * millisecondsPerCharacter);
    const isDone = runLimited(limit, () => engine.walkDocument({ document, rootType, normalizedVisitors, resolvedRefMap, ctx }));
    if (!isDone) failures.push({ ruleId: running.id, pointer: "#/", reason: "it takes too long" });
  } catch (error) {
    failures.push({ pointer: "#/", reason: reasonOf(error) });
  }
  return { problems, failures };
}

/** Where a config would be: beside this module, for Redocly runs a plugin that it finds in the folder of the config. */
const ownConfig = fileURLToPath(new URL("redocly.yaml", import.meta.url));

/** A resolver that reads no file and opens no connection: references in data may lead anywhere. */
function createOfflineResolver({ BaseResolver }: RedoclyEngine): InstanceType<RedoclyEngine["BaseResolver"]> {
  return new (class extends BaseResolver {
    override loadExternalRef(): Promise<never> {
      return Promise.reject(new Error("a bundled document is complete"));
    }
  })();
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

/** Extensions are data: Redocly follows references in them, and fails at one that leads to itself. */
function withPlainExtensions(types: Readonly<Record<string, NodeType>>): Record<string, NodeType> {
  const plain = (value: unknown) => (isObject(value) && !Object.hasOwn(value, "$ref") ? "Extension" : { resolvable: false });
  type PropType = Exclude<NodeType["items"], (...args: never[]) => unknown>;
  const changed = ({ extensionsPrefix: prefix, additionalProperties: others, ...type }: NodeType): NodeType => ({
    ...type,
    additionalProperties: (value: unknown, key: string) => {
      if (prefix !== undefined && key.startsWith(prefix)) return plain(value);
      const kind: PropType = typeof others === "function" ? others(value, key) : others;
      return kind === "SpecExtension" ? plain(value) : kind;
    },
  });
  const isOpen = (type: NodeType) => type.extensionsPrefix !== undefined || type.additionalProperties !== undefined;
  const entries = Object.entries(types).map(([name, type]) => [name, isOpen(type) ? changed(type) : type]);
  return { ...Object.fromEntries(entries), Extension: { properties: {}, additionalProperties: { resolvable: false } } };
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

/** A rule that is set up for one run. */
interface ChosenRule {
  readonly ruleId: string;
  readonly severity: "error" | "warn";
  readonly visitor: Oas3Visitor;
}

/** Returns the rules that a config turns on. */
function chosenRules(config: RedoclyConfig, version: (typeof specVersions)[OpenApiVersion]): ChosenRule[] {
  const rules = Object.assign({}, ...(config.getRulesForSpecVersion("oas3") ?? [])) as Record<string, Oas3Rule>;
  return Object.entries(rules).flatMap(([ruleId, rule]): ChosenRule[] => {
    const settings = config.getRuleSettings(ruleId, version);
    const { severity } = settings;
    if (severity === "off") return [];
    return [rule(settings)].flat().map((visitor) => {
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
function considerate(struct: Oas3Visitor): Oas3Visitor {
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

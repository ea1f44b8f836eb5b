import { catalog } from "../catalog.js";
import { quote } from "../../diagnostics/escape.js";
import { compareDiagnostics, type Diagnostic, type Location } from "../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import type { Report } from "../../diagnostics/report.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { escapeSegment, parsePointer } from "../../../templates/runtime/json.js";
import { createInstanceEvaluator } from "../../json-schema/interpreter.js";
import type { InstanceError } from "../../json-schema/instance-errors.js";
import { isAdjustableCode } from "./adjustable.js";
import { configSchema, textPatterns } from "./config-schema.js";

/** The location of an entry of a config or of its key. In a config that is code: the file. */
export type Locate = (holder: object, key: string, side: "key" | "value") => Location;

/** Reports unknown settings and invalid values in a config. */
export function checkConfig(config: unknown, locate: Locate, problems: Report): void {
  const found: Diagnostic[] = [];
  const { data, functions } = splitFunctions(config, "");
  for (const { pointer, problem } of functions) {
    const target = find(config, pointer);
    report(found, "config-value", { key: target.path, problem }, locate(target.holder, target.name, "value"));
  }
  for (const error of evaluate(data as JsonValue)) reportError(error, find(config, error.pointer), locate, found);
  for (const diagnostic of found.sort(compareDiagnostics)) problems.push(diagnostic);
}

let validateConfig: ((config: JsonValue) => readonly InstanceError[]) | undefined;

/** Validates a config against its JSON Schema. */
function evaluate(config: JsonValue): readonly InstanceError[] {
  if (!validateConfig) {
    // The interpreter resolves references as in OpenAPI documents.
    const text = JSON.stringify(configSchema()).replaceAll("#/$defs/", "#/components/schemas/");
    const { $defs: schemas, ...schema } = JSON.parse(text) as JsonObject;
    const limits = { steps: 10_000_000, stepsInAll: Infinity, errors: 100 };
    const check = createInstanceEvaluator({ components: { schemas: schemas! } }, limits);
    validateConfig = (value) => check(schema, value).errors;
  }
  return validateConfig(config);
}

/** A value in a config, and its holder; `path` is its name in messages, such as `contracts.api.out`. */
interface Target {
  readonly holder: object;
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
}

/** Follows a JSON pointer. */
function find(config: unknown, pointer: string): Target {
  let target: Target = { holder: { config }, name: "config", path: "", value: config };
  for (const key of parsePointer(pointer)) target = entryOf(target, key);
  return target;
}

function entryOf({ path, value: holder }: Target, name: string): Target {
  const shown = Array.isArray(holder) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
  return { holder: holder as object, name, path: shown, value: (holder as Record<string, unknown>)[name] };
}

function reportError(error: InstanceError, target: Target, locate: Locate, problems: Report): void {
  const { keyword, property, suggestion } = error;
  const schema = error.schema === false ? {} : error.schema;
  const reject = ({ holder, name, path }: Target, problem: string, hint?: string) =>
    report(problems, "config-value", { key: path || "the config", problem }, locate(holder, name, "value"), { hint });
  if (keyword === "additionalProperties") {
    const entry = entryOf(target, property!);
    const settings = Object.keys(ownObject(schema, "properties") ?? {});
    const hint = didYouMean(suggest(property!, settings)) ?? `Use one of ${settings.join(", ")}.`;
    report(problems, "config-key", { key: entry.path }, locate(entry.holder, property!, "key"), { hint });
  } else if (keyword === "required") reject(target, `needs ${quote(property!)}`);
  else if (keyword === "propertyNames") {
    const entry = entryOf(target, property!);
    if (target.name === "severities") reportCode(property!, entry, locate(entry.holder, property!, "key"), problems);
    else reject(entry, `has a name that is not ${textPatterns.name[1]}`);
  } else if (/^\/(?:.*\/)?suppressions\/\d+\/code$/.test(error.pointer)) {
    if (typeof target.value !== "string") reject(target, "must be a code");
    else reportCode(target.value, target, locate(target.holder, target.name, "value"), problems);
  } else reject(target, mustBe(schema), didYouMean(suggestion));
}

/** Describes the valid values. */
function mustBe(schema: JsonObject): string {
  const values = ownStrings(schema, "enum");
  if (values.length > 0) return `must be one of ${values.join(", ")}`;
  const text = Object.values(textPatterns).find(([pattern]) => pattern === schema["pattern"]);
  if (text) return `must be ${text[1]}`;
  if (schema["type"] === "integer") return "must be a whole number, 0 or above";
  if (schema["type"] === "boolean") return "must be true or false";
  if (schema["type"] !== "array") return "must be a map";
  return schema["minItems"] === undefined ? "must be a list" : "must be a list with at least one item";
}

/** Checks that a config may change a code. */
function reportCode(code: string, { path }: Target, location: Location, problems: Report): void {
  if (catalog.has(code) && !isAdjustableCode(code)) report(problems, "severity-fixed", { code }, location);
  else {
    const hint = didYouMean(suggest(code, [...catalog.keys()])) ?? "openapi-actions explain lists all codes.";
    const problem = `names the unknown code ${quote(code)}`;
    report(problems, "config-value", { key: path, problem }, location, { hint });
  }
}

function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean ${quote(name)}?`;
}

/** A config as JSON, and the problems of the functions that only a config in code can contain. */
interface SplitConfig {
  readonly data: unknown;
  readonly functions: readonly { readonly pointer: string; readonly problem: string }[];
}

/** Removes undefined values, and the items of `rules` and `emitters`, which are checked here. */
function splitFunctions(config: unknown, at: string): SplitConfig {
  if (!isObject(config)) return { data: config, functions: [] };
  const functions: { pointer: string; problem: string }[] = [];
  const data: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(withoutUndefined(config))) {
    data[name] = value;
    const problemOf = functionChecks[name];
    if (problemOf && Array.isArray(value)) {
      data[name] = [];
      for (const [index, item] of value.entries()) {
        const problem = problemOf(item);
        if (problem !== undefined) functions.push({ pointer: `${at}/${name}/${index}`, problem });
      }
    } else if (name === "contracts" && at === "" && isObject(value)) {
      const contracts = Object.entries(value).map(([contract, settings]) => {
        const split = splitFunctions(settings, `/contracts/${escapeSegment(contract)}`);
        functions.push(...split.functions);
        return [contract, split.data] as const;
      });
      data[name] = Object.fromEntries(contracts);
    }
  }
  return { data, functions };
}

const functionChecks: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  rules: (value) => (isRule(value) ? undefined : 'must be a rule: { code: "<project>/<name>", severity, check(context) {…} }'),
  emitters: (value) => (typeof value === "function" ? undefined : "must be a function: (contract, context) => files"),
};

function isRule(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { code, severity, check }: Record<string, unknown> = value;
  const isOwnCode = typeof code === "string" && /^(?!redocly\/)[a-z0-9-]+\/[a-z0-9-]+$/.test(code);
  return isOwnCode && (severity === "error" || severity === "warning") && typeof check === "function";
}

function withoutUndefined(object: object): Record<string, unknown> {
  const given = Object.entries(object).filter(([, value]) => value !== undefined);
  // Settings that are maps themselves: docs, severities.
  return Object.fromEntries(
    given.map(([key, value]) => [key, isObject(value) && key !== "contracts" ? withoutUndefined(value) : value]),
  );
}

import type { AnySchema } from "ajv/dist/types/index.js";
import type { Branch } from "../../../templates/runtime/validators/checks.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { isObject, own, type JsonObject, type JsonValue, ownObject, ownString, ownStrings } from "../../document/json-value.js";
import { componentName, referencedName, resolveSchema } from "../../document/reference.js";
import { longestText } from "../../json-schema/pattern/longest-text.js";
import { inPlace, isMeaningful, shapes } from "./keyword-shapes.js";
import type { Inlined, Limited, Limit } from "./keywords/reference.js";
import { compilePattern } from "./keywords/codegen.js";
import { recalledSchemas } from "./recalled-schemas.js";
import type { Mode } from "./vocabulary.js";
import type { Discriminator } from "./keywords/combining.js";

type Prepared = { [keyword: string]: unknown };

/** Where a schema stands. */
interface EvaluationScope {
  /** Inside a schema that keeps account of what is evaluated, and about the same value. */
  readonly isEvaluating: boolean;
  /** Components whose schemas are being inlined. */
  readonly within: readonly string[];
}

const outside: EvaluationScope = { isEvaluating: false, within: [] };

/**
 * Rewrites a schema of the contract for `compileSchema`: annotations and keywords that say nothing are gone, names are
 * in a fixed order, references are names of components, and what needs a keyword of ours has it.
 */
export function prepareSchema(schema: JsonValue, schemas: ReadonlyMap<string, JsonValue>, mode: Mode): AnySchema {
  return prepare(schema, outside);

  function prepare(value: JsonValue, scope: EvaluationScope): AnySchema {
    if (!isObject(value)) return value !== false;
    const keepsAccount = own(value, "unevaluatedProperties") !== undefined || own(value, "unevaluatedItems") !== undefined;
    if (keepsAccount && !scope.isEvaluating) return { $evaluating: prepare(value, { isEvaluating: true, within: [] }) };
    const prepared = prepareKeywords(value, scope);
    const limits = findLimits(value, schemas);
    addLongestTexts(prepared, value, limits);
    const hasStages = limits.length > 0 && needsStages(prepared, mode);
    if (scope.isEvaluating) prepared["$account"] = true;
    if (!hasStages) return prepared;
    for (const keyword of limitKeywords) delete prepared[keyword];
    return { $limited: { limits, schema: prepared } satisfies Limited };
  }

  /** Adds the length of the longest text that a pattern is matched against, unless limits of the schema keep longer ones out. */
  function addLongestTexts(prepared: Prepared, schema: JsonObject, limits: readonly Limit[]): void {
    const most = Math.min(...limits.flatMap(({ keyword, value }) => (textLimits.includes(keyword) ? [value] : [])));
    const longest = typeof prepared["pattern"] === "string" ? longestText(schemas, prepared["pattern"]) : undefined;
    if (longest !== undefined && longest < most) prepared["$longestText"] = longest;
    const names = Object.keys(ownObject(schema, "patternProperties") ?? {}).flatMap((pattern) => {
      const longestName = longestText(schemas, pattern);
      return longestName === undefined ? [] : [[pattern, longestName] as const];
    });
    if (names.length > 0) prepared["$longestNames"] = new Map(names);
  }

  function prepareKeywords(schema: JsonObject, scope: EvaluationScope): Prepared {
    const prepared: Prepared = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const shape = shapes.get(keyword);
      const below: EvaluationScope = inPlace.has(keyword) ? scope : outside;
      if (shape === "check") prepareCheck(prepared, keyword, value, scope);
      else if (shape === "schema") prepared[keyword] = prepare(value, below);
      else if (shape === "schemas" && Array.isArray(value)) {
        if (value.length > 0) prepared[keyword] = value.map((item) => prepare(item, below));
      } else if (shape === "schemaMap" && isObject(value)) prepared[keyword] = prepareMap(keyword, value, below);
    }
    const discriminator = scope.isEvaluating ? undefined : findDiscriminator(schema, schemas);
    if (discriminator) prepared["discriminator"] = discriminator;
    if (mode === "all" && !scope.isEvaluating) {
      for (const keyword of ["anyOf", "oneOf"] as const) {
        const branches = keyword === "oneOf" && discriminator ? undefined : findBranches(own(schema, keyword), schemas);
        if (branches) prepared["$branches"] = { ...(prepared["$branches"] as object | undefined), [keyword]: branches };
      }
    }
    return prepared;
  }

  function prepareCheck(prepared: Prepared, keyword: string, value: JsonValue, scope: EvaluationScope): void {
    if (!isMeaningful(keyword, value)) return;
    if (keyword === "pattern" && !compilePattern(value as string)) return;
    if (keyword !== "$ref") {
      prepared[keyword === "type" && Array.isArray(value) ? "$types" : keyword] = value;
      return;
    }
    const component = componentName(value as string, "schemas");
    const target = component === undefined ? undefined : schemas.get(component);
    if (component === undefined || target === undefined) return;
    const mustInline = scope.isEvaluating && !scope.within.includes(component);
    if (mustInline) {
      const schema = prepare(target, { isEvaluating: true, within: [...scope.within, component] });
      prepared["$inlined"] = { component, schema } satisfies Inlined;
    } else prepared[recalledSchemas(schemas).has(component) ? "$recall" : "$ref"] = component;
  }

  function prepareMap(keyword: string, map: JsonObject, scope: EvaluationScope): Prepared {
    const prepared: Prepared = {};
    for (const name of Object.keys(map).sort(compare)) {
      if (name === "__proto__") continue;
      if (keyword === "patternProperties" && !compilePattern(name)) continue;
      prepared[name] = prepare(map[name]!, scope);
    }
    return prepared;
  }
}

/** What a `$ref` becomes. */
const references = new Set(["$ref", "$recall", "$inlined"]);

/**
 * Whether a schema with limits has something that could run before they are checked. A validator that stops at the first
 * error checks the limits of a schema before all but the schemas that it combines; one that goes on checks everything.
 */
function needsStages(prepared: Prepared, mode: Mode): boolean {
  const rest = Object.keys(prepared).filter(
    (keyword) => keyword !== "type" && keyword !== "$types" && !limitKeywords.includes(keyword),
  );
  const combining = rest.filter((keyword) => references.has(keyword) || inPlace.has(keyword));
  const isReference = rest.length === 1 && references.has(rest[0]!) && !limitKeywords.some((keyword) => keyword in prepared);
  if (isReference) return false;
  return mode === "all" ? rest.length > 0 : combining.length > 0;
}

/**
 * The discriminator of a `oneOf`, if following it can't change the verdict: every schema of the list is an object that
 * must have the property, as one of some strings, and no string occurs twice.
 */
function findDiscriminator(schema: JsonObject, schemas: ReadonlyMap<string, JsonValue>): Discriminator | undefined {
  const property = ownString(own(schema, "discriminator"), "propertyName");
  const branches = own(schema, "oneOf");
  if (property === undefined || property === "__proto__" || !Array.isArray(branches) || branches.length === 0) return undefined;
  const values = branches.map((branch) => selectingValues(branch, property, schemas));
  if (!values.every((own) => own !== undefined && own.length > 0)) return undefined;
  const all = values.flat();
  return new Set(all).size === all.length ? { property, values: values as string[][] } : undefined;
}

// A reference with siblings allows less than its target: what the target requires is still required.
function selectingValues(branch: JsonValue, property: string, schemas: ReadonlyMap<string, JsonValue>): string[] | undefined {
  const schema = resolveSchema(branch, schemas);
  if (own(schema, "type") !== "object" || !ownStrings(schema, "required").includes(property)) return undefined;
  const selector = resolveSchema(own(ownObject(schema, "properties"), property), schemas);
  const fixed = own(selector, "const");
  const allowed = fixed === undefined ? own(selector, "enum") : [fixed];
  if (!Array.isArray(allowed) || !allowed.every((value) => typeof value === "string")) return undefined;
  return [...new Set(allowed)];
}

/** What tells alternatives apart; `undefined` where nothing does. */
function findBranches(list: JsonValue | undefined, schemas: ReadonlyMap<string, JsonValue>): Branch[] | undefined {
  if (!Array.isArray(list) || list.length < 2) return undefined;
  const branches = list.map((branch): Branch => {
    const schema = resolve(branch, schemas);
    const type = own(schema, "type");
    const types = (typeof type === "string" ? [type] : ownStrings(schema, "type")).map((name) =>
      name === "integer" ? "number" : name,
    );
    const properties = Object.entries(ownObject(schema, "properties") ?? {}).map(([name, property]) => {
      return [name, allowedValues(resolve(property, schemas))] as const;
    });
    const isClosed = own(schema, "additionalProperties") === false && own(schema, "patternProperties") === undefined;
    return {
      ...(types.length > 0 ? { types } : {}),
      required: ownStrings(schema, "required"),
      properties: Object.fromEntries(properties.filter(([name]) => name !== "__proto__")),
      ...(isClosed ? { isClosed } : {}),
    };
  });
  const texts = new Set(branches.map((branch) => JSON.stringify(branch)));
  return texts.size > 1 ? branches : undefined;
}

/** The values that a schema lists, if it does. */
function allowedValues(schema: JsonObject | undefined): readonly JsonValue[] | null {
  const fixed = own(schema, "const");
  const allowed = fixed === undefined ? own(schema, "enum") : [fixed];
  return Array.isArray(allowed) ? allowed : null;
}

/** A reference with siblings allows less than its target: what the target requires is still required. */
function resolve(schema: JsonValue | undefined, schemas: ReadonlyMap<string, JsonValue>): JsonObject | undefined {
  const target = resolveSchema(schema, schemas);
  return isObject(target) ? target : undefined;
}

/** The keywords that limit how much there is to check. */
const limitKeywords: readonly string[] = ["x-max-utf8-bytes", "maxLength", "maxItems", "maxProperties"];

/** Those that limit how many characters a text has. */
const textLimits: readonly string[] = ["x-max-utf8-bytes", "maxLength"];

/** The limits of a schema, those of its `allOf` and of what it refers to included. */
function findLimits(schema: JsonObject, schemas: ReadonlyMap<string, JsonValue>): Limit[] {
  const limits: Limit[] = [];
  const seen = new Set<JsonObject>();
  const collect = (current: JsonValue | undefined, path: string): void => {
    if (!isObject(current) || seen.has(current)) return;
    seen.add(current);
    for (const keyword of limitKeywords) {
      const value = own(current, keyword);
      if (typeof value === "number") limits.push({ keyword, value, path });
    }
    const name = referencedName(current);
    if (name !== undefined) collect(schemas.get(name), `#/components/schemas/${name}`);
    const parts = own(current, "allOf");
    if (Array.isArray(parts)) parts.forEach((part, index) => collect(part, `${path}/allOf/${index}`));
  };
  collect(schema, "");
  return limits;
}

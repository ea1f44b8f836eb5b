import type { AnySchema } from "./ajv.js";
import { asksForRest } from "../../../templates/runtime/json-schema/check-schema.js";
import { findDiscriminator, findLimits, limitKeywords, type Limit } from "../../../templates/runtime/json-schema/alternatives.js";
import { escapeSegment } from "../../../templates/runtime/json.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { isObject, own, type JsonObject, type JsonValue, ownObject } from "../../document/json-value.js";
import { componentName, componentPointer, referencedName, resolveSchema, schemaReference } from "../../document/reference.js";
import { forEachSubschema } from "../../document/visitor.js";
import { longestText } from "../../json-schema/pattern/matching.js";
import { inPlace, isMeaningful, shapes } from "./keyword-shapes.js";
import type { Inlined, Limited } from "./keywords/reference.js";
import { compilePattern } from "../../json-schema/pattern/compile-pattern.js";

type Prepared = { [keyword: string]: unknown };

/** The context of a schema. */
interface EvaluationScope {
  /** Whether the schema is inside one that tracks evaluated properties, and applies to the same value. */
  readonly isEvaluating: boolean;
  /** Components whose schemas are being inlined. */
  readonly within: readonly string[];
}

const outside: EvaluationScope = { isEvaluating: false, within: [] };

/**
 * Rewrites a schema of the contract for `compileGuard`: removes annotations and keywords without effect, orders names, replaces
 * references by names of components, and adds our own keywords.
 */
export function prepareSchema(schema: JsonValue, schemas: ReadonlyMap<string, JsonValue>): AnySchema {
  return prepare(schema, outside);

  function prepare(value: JsonValue, scope: EvaluationScope): AnySchema {
    if (!isObject(value)) return value !== false;
    if (asksForRest(value) && !scope.isEvaluating) return { $evaluating: prepare(value, { isEvaluating: true, within: [] }) };
    const prepared = prepareKeywords(value, scope);
    const limits = findLimits(value, (reference) => schemas.get(referencedName(reference) ?? ""));
    addLongestTexts(prepared, value, limits);
    const hasStages = limits.length > 0 && needsStages(prepared);
    if (scope.isEvaluating) prepared["$account"] = true;
    if (!hasStages) return prepared;
    for (const keyword of limitKeywords) delete prepared[keyword];
    return { $limited: { limits, schema: prepared } satisfies Limited };
  }

  /** Adds the maximum length of text to match with a pattern, unless limits of the schema already exclude longer text. */
  function addLongestTexts(prepared: Prepared, schema: JsonObject, limits: readonly Limit[]): void {
    const maxLength = Math.min(...limits.flatMap(({ keyword, value }) => (textLimits.includes(keyword) ? [value] : [])));
    const longest = typeof prepared["pattern"] === "string" ? longestText(prepared["pattern"]) : undefined;
    if (longest !== undefined && longest < maxLength) prepared["$longestText"] = longest;
    const names = Object.keys(ownObject(schema, "patternProperties") ?? {}).flatMap((pattern) => {
      const longestName = longestText(pattern);
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
    const discriminator = scope.isEvaluating ? undefined : findDiscriminator(schema, (branch) => resolveSchema(branch, schemas));
    if (discriminator) prepared["discriminator"] = discriminator;
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

/** Keywords that replace a `$ref`. */
const references = new Set(["$ref", "$recall", "$inlined"]);

/**
 * Returns whether a schema with limits has keywords that could run before they are checked. A validator that stops at the first
 * error checks the limits of a schema before everything except the schemas that it combines.
 */
function needsStages(prepared: Prepared): boolean {
  const rest = Object.keys(prepared).filter(
    (keyword) => keyword !== "type" && keyword !== "$types" && !limitKeywords.includes(keyword),
  );
  const isReference = rest.length === 1 && references.has(rest[0]!) && !limitKeywords.some((keyword) => keyword in prepared);
  return !isReference && rest.some((keyword) => references.has(keyword) || inPlace.has(keyword));
}

/** Keywords that limit the number of characters of a text. */
const textLimits: readonly string[] = ["x-max-utf8-bytes", "maxLength"];

/** The schemas that each schema refers to, once per reference. */
type References = ReadonlyMap<string, readonly string[]>;

/** The maximum number of times that the references in a schema may check the same part of a value without recalling results. */
const maxChecks = 4;

const known = new WeakMap<ReadonlyMap<string, JsonValue>, ReadonlySet<string>>();

/**
 * Returns the names of the schemas whose validators should check each part of a value once: recursive ones, and those
 * whose references, transitive ones included, could check the same part many times, as nested alternatives do.
 */
export function recalledSchemas(schemas: ReadonlyMap<string, JsonValue>): ReadonlySet<string> {
  let recalled = known.get(schemas);
  if (!recalled) known.set(schemas, (recalled = findRecalled(schemas)));
  return recalled;
}

function findRecalled(schemas: ReadonlyMap<string, JsonValue>): ReadonlySet<string> {
  const references = new Map([...schemas].map(([name, schema]) => [name, referencesIn(schema)]));
  const referrers = invert(references);
  const recalled = new Set(schemas.keys());
  for (const name of endsFirst(recalled, references, referrers)) recalled.delete(name);
  // A schema that only leads to recursion is not recursive itself.
  for (const name of endsFirst(recalled, referrers, references)) recalled.delete(name);

  const others = new Set([...schemas.keys()].filter((name) => !recalled.has(name)));
  const checks = new Map<string, number>();
  for (const name of endsFirst(others, references, referrers)) {
    const count = countChecks(schemas.get(name)!, checks);
    if (count > maxChecks) recalled.add(name);
    else checks.set(name, Math.max(count, 1));
  }
  return recalled;
}

/** Keywords whose schemas never describe the same part. */
const disjoint: ReadonlySet<string> = new Set(["properties", "prefixItems"]);

/** Returns how often the references in a schema check the same part of a value at most; `checks`: those in other schemas. */
function countChecks(schema: JsonValue, checks: ReadonlyMap<string, number>): number {
  if (!isObject(schema)) return 0;
  const name = referencedName(schema);
  let count = name === undefined ? 0 : (checks.get(name) ?? 1);
  let most = 0;
  forEachSubschema(schema, (part, _keyword, { key }) => {
    const inPart = countChecks(part, checks);
    if (disjoint.has(key)) most = Math.max(most, inPart);
    else count += inPart;
  });
  return count + most;
}

function referencesIn(value: JsonValue, found: string[] = []): string[] {
  if (!isObject(value)) return found;
  const name = referencedName(value);
  if (name !== undefined) found.push(name);
  forEachSubschema(value, (part) => referencesIn(part, found));
  return found;
}

function invert(references: References): References {
  const referrers = new Map<string, string[]>([...references.keys()].map((name) => [name, []]));
  for (const [name, names] of references) for (const reference of names) referrers.get(reference)?.push(name);
  return referrers;
}

/** Returns the names among `names` that lead to an end, each after all that it leads to. Omits those in cycles. */
function endsFirst(names: ReadonlySet<string>, next: References, previous: References): string[] {
  const open = new Map([...names].map((name) => [name, next.get(name)!.filter((other) => names.has(other)).length]));
  const ends = [...names].filter((name) => open.get(name) === 0);
  // The list grows during the iteration.
  for (const end of ends) {
    for (const name of previous.get(end)!) {
      const left = (open.get(name) ?? 0) - 1;
      open.set(name, left);
      if (left === 0) ends.push(name);
    }
  }
  return ends;
}

type Schemas = ReadonlyMap<string, JsonValue>;

/**
 * Gives a name of their own, `Tree/properties/left`, to schemas within components that track what others evaluate, and refers
 * to them by it. Their references are compiled into them (`prepareSchema`) and may be recursive: a function can call
 * itself.
 */
export function hoistEvaluating(schemas: Schemas): Schemas {
  const all = new Map(schemas);
  for (const [name, schema] of schemas) {
    const hoisted = rewrite(schema, name, true);
    if (hoisted !== schema) all.set(name, hoisted);
  }
  return all;

  /** `isRoot`: the schema applies to the same value as the one that has a name. */
  function rewrite(value: JsonValue, at: string, isRoot: boolean): JsonValue {
    if (!isObject(value)) return value;
    const copy = mapParts(value, (part, key, keyword) => rewrite(part, `${at}/${key}`, isRoot && inPlace.has(keyword)));
    if (isRoot || !asksForRest(value) || !hasReference(value)) return copy;
    all.set(at, copy);
    return schemaReference(at);
  }
}

/** Returns the JSON pointer to a schema with this name. */
export function schemaPointer(name: string, schemas: Schemas): string {
  // Otherwise the name itself is the path.
  return schemas.has(name) ? componentPointer("schemas", name) : `#/components/schemas/${name}`;
}

/** Returns whether a schema, or one that it combines, contains a reference. */
function hasReference(schema: JsonValue): boolean {
  if (!isObject(schema)) return false;
  if (own(schema, "$ref") !== undefined) return true;
  let found = false;
  mapParts(schema, (part, _, keyword) => {
    found ||= inPlace.has(keyword) && hasReference(part);
    return part;
  });
  return found;
}

type Change = (part: JsonValue, key: string, keyword: string) => JsonValue;

/** Returns the schema with its parts replaced; the same object if none changes. */
function mapParts(schema: JsonObject, change: Change): JsonObject {
  let copy = schema;
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]!;
    const changed = mapKeyword(keyword, value, change);
    if (changed === value) continue;
    if (copy === schema) copy = { ...schema };
    copy[keyword] = changed;
  }
  return copy;
}

function mapKeyword(keyword: string, value: JsonValue, change: Change): JsonValue {
  const shape = shapes.get(keyword);
  if (shape === "schema") return change(value, keyword, keyword);
  if (shape === "schemas" && Array.isArray(value)) {
    const list = value.map((item, index) => change(item, `${keyword}/${index}`, keyword));
    return list.some((item, index) => item !== value[index]) ? list : value;
  }
  if (shape !== "schemaMap" || !isObject(value)) return value;
  const map = Object.entries(value).map(
    ([name, item]) => [name, change(item, `${keyword}/${escapeSegment(name)}`, keyword)] as const,
  );
  return map.some(([name, item]) => item !== value[name]) ? Object.fromEntries(map) : value;
}

import type { AnySchema } from "ajv/dist/types/index.js";
import { findDiscriminator, findLimits, limitKeywords, type Limit } from "../../../templates/runtime/json-schema/alternatives.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { isObject, own, type JsonObject, type JsonValue, ownObject } from "../../document/json-value.js";
import { componentName, referencedName, resolveSchema } from "../../document/reference.js";
import { longestText } from "../../json-schema/pattern/matching.js";
import { inPlace, isMeaningful, shapes } from "./keyword-shapes.js";
import type { Inlined, Limited } from "./keywords/reference.js";
import { compilePattern } from "./keywords/codegen.js";
import { recalledSchemas } from "./recalled-schemas.js";

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
    const keepsAccount = own(value, "unevaluatedProperties") !== undefined || own(value, "unevaluatedItems") !== undefined;
    if (keepsAccount && !scope.isEvaluating) return { $evaluating: prepare(value, { isEvaluating: true, within: [] }) };
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

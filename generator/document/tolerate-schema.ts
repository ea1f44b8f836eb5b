import { hasType, typesOf } from "../../templates/runtime/json.js";
import { own, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { isOwnDialect, isUnknownKeyword, reasonIgnored } from "./schema-keywords.js";
import { subschemaKeywords } from "./visitor.js";

/** A repair of an oddity in a schema, shared by all stages for a consistent result. */
export type Repair =
  /** Removes an unknown keyword. */
  | { readonly kind: "unknown"; readonly keyword: string }
  /** Removes a keyword without effect, unless it contains schemas: one of them may mark a secret. */
  | { readonly kind: "idle"; readonly keyword: string; readonly reason: string }
  /** Treats a boolean `nullable` as in 3.0: null is accepted; `enum` or `const` still exclude it; false has no effect. In 3.0 only reported if excluded. */
  | { readonly kind: "nullable"; readonly keyword: "nullable"; readonly effect: "accepted" | "excluded" | "none" }
  /** Treats a boolean `exclusiveMinimum` or `exclusiveMaximum` of 3.1 as in 3.0. */
  | { readonly kind: "bound"; readonly keyword: string; readonly limit: "minimum" | "maximum"; readonly hasLimit: boolean }
  /** Removes a value of `enum`. */
  | { readonly kind: "value"; readonly values: readonly JsonValue[]; readonly index: number; readonly problem: string };

/** A repaired schema, and its repairs. */
export interface RepairedSchema {
  readonly schema: JsonObject;
  readonly repair: Repair;
}

/** Finds oddities of an OpenAPI schema that have a single obvious meaning. */
export function findRepairs(schema: JsonObject, version: "3.0" | "3.1"): Repair[] {
  const repairs: Repair[] = [];
  // In 3.0, keywords next to a reference are ignored.
  const isReference = version === "3.0" && typeof schema["$ref"] === "string";
  for (const keyword of isReference ? ["nullable"] : Object.keys(schema)) {
    if (!Object.hasOwn(schema, keyword)) continue;
    if (isUnknownKeyword(keyword, schema)) repairs.push({ kind: "unknown", keyword });
    const reason = keyword === "$schema" && isOwnDialect(schema[keyword]) ? undefined : reasonIgnored(keyword, schema);
    if (reason !== undefined) repairs.push({ kind: "idle", keyword, reason });
  }
  if (isReference) return repairs;
  const nullable = own(schema, "nullable");
  if (typeof nullable === "boolean") {
    const effect = !nullable ? "none" : excludesNull(schema) ? "excluded" : "accepted";
    if (version === "3.1" || effect === "excluded") repairs.push({ kind: "nullable", keyword: "nullable", effect });
  }
  for (const limit of ["minimum", "maximum"] as const) {
    const keyword = limit === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
    if (version === "3.1" && typeof own(schema, keyword) === "boolean")
      repairs.push({ kind: "bound", keyword, limit, hasLimit: typeof own(schema, limit) === "number" });
  }
  return [...repairs, ...findStrayValues(schema)];
}

/** Returns whether the listed values of a schema exclude null, whatever `nullable` says (OpenAPI 3.0.3). */
export function excludesNull(schema: JsonObject): boolean {
  const values = own(schema, "enum");
  return (Array.isArray(values) && !values.includes(null)) || (own(schema, "const") ?? null) !== null;
}

/** Returns duplicate values of `enum`, and those that the schema's type excludes. If it excludes all, none can be removed. */
function findStrayValues(schema: JsonObject): Repair[] {
  const values = own(schema, "enum");
  if (!Array.isArray(values)) return [];
  const types = own(schema, "nullable") === true ? typesOf(schema)?.concat("null") : typesOf(schema);
  const fitting = types && values.some((value) => hasType(value, types)) ? types : undefined;
  const seen = new Set<string>();
  return values.flatMap((value, index): Repair[] => {
    // Keys are sorted when the document is loaded, so equal values have equal texts.
    const text = JSON.stringify(value);
    // Integers beyond the precision of a double can differ in text but be equal when parsed.
    const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
    if (!isRounded && seen.has(text)) return [{ kind: "value", values, index, problem: "is listed twice" }];
    seen.add(text);
    if (!fitting || hasType(value, fitting)) return [];
    return [{ kind: "value", values, index, problem: `is not of type ${fitting.join(" or ")}` }];
  });
}

/** Applies repairs to a schema, except for `nullable`, which may wrap it in another schema. */
export function applyRepairs(schema: JsonObject, repairs: readonly Repair[], locations: Locations): void {
  const strays = new Set<number>();
  for (const repair of repairs) {
    if (repair.kind === "nullable") continue;
    if (repair.kind === "value") strays.add(repair.index);
    else if (repair.kind === "bound") upgradeBound(schema, repair.limit, repair.keyword);
    else if (repair.kind === "unknown" || !Object.hasOwn(subschemaKeywords, repair.keyword)) delete schema[repair.keyword];
  }
  const values = schema["enum"];
  if (strays.size === 0 || !Array.isArray(values)) return;
  const kept = values.filter((_, index) => !strays.has(index));
  locations.borrow(values, kept);
  schema["enum"] = kept;
}

/** Converts a boolean `exclusiveMinimum` or `exclusiveMaximum` to a numeric limit. */
export function upgradeBound(schema: JsonObject, limit: string, exclusive: string): void {
  if (typeof schema[exclusive] !== "boolean") return;
  if (schema[exclusive] === true && typeof schema[limit] === "number") {
    schema[exclusive] = schema[limit];
    delete schema[limit];
  } else delete schema[exclusive];
}

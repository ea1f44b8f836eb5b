import { seenText, visibleLines } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referencedName, referencedSchema } from "../../document/reference.js";
import { subschemaKeywords } from "../../document/visitor.js";
import { isMeaningful, shapes } from "../validators/keyword-shapes.js";
import { compilePattern } from "../../json-schema/pattern/compile-pattern.js";
import type { Contract } from "../../model/contract.js";

/** Keywords whose values are copied: assertions about one value, and what models read. */
const copied: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "description",
  "default",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);

/** Keywords with schemas that providers accept below the top. All others only restrict values further. */
const kept: ReadonlySet<string> = new Set(["properties", "additionalProperties", "items", "anyOf"]);

/** Limits of one lowered schema: what is deeper, or comes after as many schemas, accepts any value. */
const maxDepth = 12;
const maxSchemas = 1_500;

/**
 * Returns a schema as all providers of models accept it, below the top too: without references, `oneOf`, `allOf`, conditions and
 * keywords of tools. It accepts every value that the schema accepts, and possibly more: the contract decides about a call.
 */
export function lowerSchema(
  schema: JsonValue | undefined,
  { schemas }: Pick<Contract, "schemas">,
  losses: Losses = { members: new Set(), isCut: false },
): JsonObject {
  return new Lowering(schemas, losses).lower(schema, []);
}

/** What lowered schemas don't describe, although it is a part of the contract: it is added while they are lowered. */
export interface Losses {
  /** Members with names that a provider rejects. */
  readonly members: Set<string>;
  /** Whether any part is too deep, or comes after too many others. */
  isCut: boolean;
}

class Lowering {
  readonly #components: ReadonlyMap<string, JsonValue>;
  readonly #losses: Losses;
  #count = 0;

  constructor(components: ReadonlyMap<string, JsonValue>, losses: Losses) {
    this.#components = components;
    this.#losses = losses;
  }

  /** `within`: the schemas around it, of which none may contain itself. */
  lower(schema: JsonValue | undefined, within: readonly JsonValue[]): JsonObject {
    if (schema === false) return { not: {} };
    if (!isObject(schema)) return {};
    if (within.includes(schema)) return {};
    if (within.length > maxDepth || ++this.#count > maxSchemas) {
      this.#losses.isCut ||= Object.keys(schema).length > 0;
      return {};
    }
    const inner = [...within, schema];
    const parts = [this.#own(schema, inner)];
    const target = referencedSchema(schema, this.#components);
    if (target !== undefined) parts.push(this.#target(schema, target, inner));
    for (const part of listOf(own(schema, "allOf"))) parts.push(this.lower(part, inner));
    return withoutOddNames(parts.reduce(both), this.#losses);
  }

  #target(schema: JsonObject, target: JsonValue, within: readonly JsonValue[]): JsonObject {
    if (!within.includes(target)) return this.lower(target, within);
    return { description: `Another ${referencedName(schema) ?? "one"}, as around it.` };
  }

  /** What a schema's own keywords say, without those whose values mean nothing. */
  #own(schema: JsonObject, within: readonly JsonValue[]): JsonObject {
    const lowered: Record<string, JsonValue> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === "description") lowered[keyword] = typeof value === "string" ? visibleLines(value) : "";
      else if (keyword === "const") lowered["enum"] = [value];
      else if (keyword === "required") lowered[keyword] = [...new Set(listOf(value))];
      else if (copied.has(keyword) && (!shapes.has(keyword) || isMeaningful(keyword, value))) lowered[keyword] = value;
      else if (keyword === "pattern" && isPortable(value)) lowered[keyword] = value;
      else if (keyword === "oneOf") lowered["anyOf"] = this.#below("anyOf", value, within);
      else if (kept.has(keyword)) lowered[keyword] = this.#below(keyword, value, within);
    }
    if (listOf(lowered["anyOf"]).length === 0) delete lowered["anyOf"];
    // What these leave out depends on keywords that are not kept.
    if (own(schema, "patternProperties") !== undefined) delete lowered["additionalProperties"];
    if (own(schema, "prefixItems") !== undefined) this.#joinItems(schema, lowered, within);
    return lowered;
  }

  /** A list whose first items have schemas of their own: each item matches one of all. */
  #joinItems(schema: JsonObject, lowered: Record<string, JsonValue>, within: readonly JsonValue[]): void {
    const rest = own(schema, "items") ?? true;
    delete lowered["items"];
    if (rest === true) return;
    const all = [...listOf(own(schema, "prefixItems")), ...(rest === false ? [] : [rest])];
    if (all.length > 0) lowered["items"] = { anyOf: all.map((one) => this.lower(one, within)) };
  }

  #below(keyword: string, value: JsonValue, within: readonly JsonValue[]): JsonValue {
    const { holds } = subschemaKeywords[keyword]!;
    if (holds === "list") return listOf(value).flatMap((one) => (one === false ? [] : [this.lower(one, within)]));
    if (holds === "one") return typeof value === "boolean" ? value : this.lower(value, within);
    const entries = Object.entries(isObject(value) ? value : {}).filter(([, part]) => part !== false);
    return Object.fromEntries(entries.map(([name, part]) => [name, this.lower(part, within)]));
  }
}

/** The names of members that all providers accept. */
const memberName = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Without members that have other names: the object may have any, and its description tells these. */
function withoutOddNames(schema: JsonObject, { members }: Losses): JsonObject {
  const { properties = {}, required, additionalProperties: _, description, ...rest } = schema;
  const names = Object.keys(properties as JsonObject);
  const odd = names.filter((name) => !memberName.test(name));
  if (odd.length === 0) return schema;
  for (const name of odd) members.add(name);
  const shown = Object.entries(properties as JsonObject).filter(([name]) => memberName.test(name));
  const needed = listOf(required).filter((name) => !odd.includes(String(name)));
  const told = `Other members: ${odd.map((name) => seenText(JSON.stringify(name))).join(", ")}.`;
  return {
    ...rest,
    description: description === undefined ? told : `${String(description)} ${told}`,
    properties: Object.fromEntries(shown),
    ...(needed.length > 0 && { required: needed }),
  };
}

/** Whether clients in any language compile a pattern: one that doesn't makes some of them reject the whole list. */
function isPortable(pattern: JsonValue): boolean {
  if (typeof pattern !== "string" || /\\[pPkc]|\\u\{|\(\?<[^=!]/.test(pattern)) return false;
  return compilePattern(pattern)?.unicode === true;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/**
 * A schema that accepts what both accept. Members and required names are those of both; of any other keyword the first one is kept,
 * which accepts more.
 */
export function both(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...ownObject(other, "properties"), ...ownObject(one, "properties") };
  for (const name of Object.keys(properties)) {
    const [first, second] = [own(ownObject(one, "properties"), name), own(ownObject(other, "properties"), name)];
    if (isObject(first) && isObject(second)) properties[name] = both(first, second);
  }
  const required = [...new Set([...listOf(own(one, "required")), ...listOf(own(other, "required"))])];
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { prototypePattern } from "../../document/prototype-properties.js";
import { referencedSchema } from "../../document/reference.js";
import { subschemasAt } from "../../document/visitor.js";
import { valuesIn } from "../../json-schema/schema-questions.js";
import type { Schemas } from "../../json-schema/schema.js";

/** Keywords by which other schemas may allow properties of the same value. */
const combining = ["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"];

/**
 * Describes the properties that a schema only names by a pattern or leaves to `unevaluatedProperties`, by `additionalProperties`. An
 * index signature applies to every name: it may only say more than `unknown` if all others are excluded (decision 159).
 */
export function describeRest(schema: JsonObject): void {
  const { unevaluatedProperties: rest } = schema;
  const patterns = namedByTypes(schema["patternProperties"]);
  if (patterns === undefined) delete schema["patternProperties"];
  else schema["patternProperties"] = patterns;
  const isCombined = combining.some((keyword) => Object.hasOwn(schema, keyword));
  if (schema["additionalProperties"] === undefined && rest !== undefined && (rest !== false || isObject(patterns))) {
    schema["additionalProperties"] = isCombined ? true : rest;
  }
  const others = schema["additionalProperties"];
  const isOpen = others === undefined || others === true || (isObject(others) && Object.keys(others).length === 0);
  if (!isOpen || !isObject(patterns) || Object.keys(patterns).length === 0) return;
  schema["additionalProperties"] = true;
  delete schema["patternProperties"];
}

/** Returns the patterns without that of `__proto__`: in a literal of this name, JavaScript sets the prototype instead. */
function namedByTypes(patterns: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(patterns) || !Object.hasOwn(patterns, prototypePattern)) return patterns;
  const { [prototypePattern]: _prototype, ...others } = patterns;
  return Object.keys(others).length > 0 ? others : undefined;
}

/** Declares the properties of a schema whose `propertyNames` lists them, as there are no others. `names`: that schema. */
export function declareNames(schema: JsonObject, names: JsonValue | undefined, schemas: Schemas): void {
  const listed = listedNames(names, schemas);
  if (!listed || !hasObjectType(schema) || Object.hasOwn(schema, "patternProperties")) return;
  const declared = ownObject(schema, "properties");
  const others = own(schema, "additionalProperties") ?? true;
  const allowed = listed.filter((name) => others !== false || own(declared, name) !== undefined);
  schema["properties"] = Object.fromEntries(allowed.map((name) => [name, own(declared, name) ?? others]));
  schema["additionalProperties"] = false;
}

function listedNames(names: JsonValue | undefined, schemas: Schemas): string[] | undefined {
  const listed = schemas
    .of(names)
    .all.map(valuesIn)
    .find((values) => values !== undefined);
  return listed?.filter((value) => typeof value === "string");
}

/**
 * Declares the properties that only conditions name (`if`, `then`, `else`, `dependentSchemas`), with any value: whether a condition
 * holds is unknown. `written`: the schema before it was rewritten; `declared`: the properties that need no declaration.
 */
export function declareConditional(
  schema: JsonObject,
  written: JsonObject,
  declared: ReadonlySet<string>,
  schemas: Schemas,
): void {
  const others = own(written, "additionalProperties");
  if (others !== undefined || !schemas.of(written).all.some(hasObjectType)) return;
  const names = [...conditionalNames(written, schemas)].filter((name) => !declared.has(name)).sort();
  if (names.length === 0) return;
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  if (hasObjectType(schema)) schema["properties"] = { ...ownObject(schema, "properties"), ...properties };
  else {
    const part = { anyOf: [{ type: "object", properties }, { type: "null" }] };
    schema["allOf"] = [...(Array.isArray(schema["allOf"]) ? schema["allOf"] : []), part];
  }
}

function hasObjectType(schema: JsonObject): boolean {
  const type = own(schema, "type");
  return type === "object" || ownStrings(schema, "type").includes("object");
}

/** Returns the names of properties below the conditions of a schema and those it combines. */
function conditionalNames(schema: JsonObject, schemas: Schemas): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (part: JsonValue | undefined, isConditional: boolean): void => {
    if (!isObject(part)) return;
    const ref = `${String(part["$ref"])} ${isConditional}`;
    if (isConditional) for (const name of Object.keys(ownObject(part, "properties") ?? {})) names.add(name);
    if (part["$ref"] !== undefined && !seen.has(ref)) {
      seen.add(ref);
      visit(referencedSchema(part, schemas.components), isConditional);
    }
    for (const inner of subschemasAt(part, "allOf")) visit(inner, isConditional);
    for (const keyword of ["if", "then", "else", "dependentSchemas"])
      for (const inner of subschemasAt(part, keyword)) visit(inner, true);
    if (isConditional)
      for (const keyword of ["anyOf", "oneOf"]) for (const inner of subschemasAt(part, keyword)) visit(inner, true);
  };
  visit(schema, false);
  return names;
}

import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { subschemasAt } from "../document/visitor.js";
import { hasType, jsonTypes, typesOf } from "../../templates/runtime/json.js";
import type { RuleContext } from "./rule.js";
import { referredSchema } from "./schemas.js";

const all: ReadonlySet<string> = new Set([...jsonTypes].filter((type) => type !== "integer"));

/**
 * Returns the types of values that a schema may accept, through references and alternatives; `integer` counts as
 * `number`.
 */
export function allowedTypes(
  context: RuleContext,
  schema: JsonValue | undefined,
  within: ReadonlySet<JsonValue> = new Set(),
): ReadonlySet<string> {
  if (!isObject(schema)) return schema === false ? new Set() : all;
  if (within.has(schema)) return all;
  const inner = new Set([...within, schema]);
  const typesIn = (value: JsonValue | undefined) => allowedTypes(context, value, inner);
  let types = ownTypes(schema);
  const narrow = (other: ReadonlySet<string>) => {
    types = new Set([...types].filter((type) => other.has(type)));
  };
  const target = referredSchema(context, schema);
  if (target !== undefined) narrow(typesIn(target));
  for (const branch of subschemasAt(schema, "allOf")) narrow(typesIn(branch));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const list = subschemasAt(schema, keyword);
    if (list.length > 0) narrow(new Set(list.flatMap((branch) => [...typesIn(branch)])));
  }
  return types;
}

/** Returns the types that the schema's own keywords allow. */
function ownTypes(schema: JsonObject): ReadonlySet<string> {
  const types = typesOf(schema);
  const named = types ? new Set(types.map((type) => (type === "integer" ? "number" : type))) : all;
  const values = own(schema, "const") === undefined ? own(schema, "enum") : [schema["const"]!];
  if (!Array.isArray(values)) return named;
  return new Set([...named].filter((type) => values.some((value) => hasType(value, [type]))));
}

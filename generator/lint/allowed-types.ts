import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { subschemasAt } from "../document/visitor.js";
import { hasType, jsonTypes, typesOf } from "../../templates/runtime/json.js";
import type { RuleContext } from "./rule.js";
import { referredSchema } from "./schemas.js";

const all: ReadonlySet<string> = new Set([...jsonTypes].filter((type) => type !== "integer"));

/** Documents don't change while they are linted. */
const known = new WeakMap<RuleContext, Map<JsonObject, ReadonlySet<string>>>();

/**
 * Returns the types of values that a schema may accept, through references and alternatives; `integer` counts as
 * `number`. Each schema is looked at once, regardless of the number of paths to it.
 */
export function allowedTypes(context: RuleContext, schema: JsonValue | undefined): ReadonlySet<string> {
  if (!isObject(schema)) return schema === false ? new Set() : all;
  const before = known.get(context) ?? new Map<JsonObject, ReadonlySet<string>>();
  known.set(context, before);
  let types = before.get(schema);
  if (types) return types;
  // A schema within itself adds nothing.
  before.set(schema, all);
  types = findTypes(context, schema);
  before.set(schema, types);
  return types;
}

function findTypes(context: RuleContext, schema: JsonObject): ReadonlySet<string> {
  const typesIn = (value: JsonValue | undefined) => allowedTypes(context, value);
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

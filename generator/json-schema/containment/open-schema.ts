import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentName, componentPointer } from "../../document/reference.js";
import { structure } from "../../document/visitor.js";

/** Schemas as readers take them, beside the same schemas word by word. */
export interface Opening {
  /** All components, and each once more under another name, opened. */
  readonly components: JsonObject;
  open(schema: JsonValue): JsonValue;
}

/** Keywords whose schemas decide rather than describe: they stay as they are. */
const deciding = new Set(["not", "if", "contains", "propertyNames"]);

const closing = new Set(["additionalProperties", "unevaluatedProperties"]);

/**
 * Rewrites schemas so that objects may have properties that they don't declare or rule out, and a value may fit several alternatives.
 * Nothing that they accept is refused then.
 */
export function createOpening(components: JsonObject): Opening {
  const opened = new Map<JsonObject, JsonObject>();

  const open = (schema: JsonValue): JsonValue => {
    if (!isObject(schema)) return schema;
    const known = opened.get(schema);
    if (known) return known;
    const copy: JsonObject = {};
    opened.set(schema, copy);
    for (const [key, value] of Object.entries(schema)) openKeyword(copy, key, value);
    return copy;
  };
  const openKeyword = (copy: JsonObject, key: string, value: JsonValue): void => {
    if (closing.has(key) && value === false) return;
    const { fields } = structure.schema;
    const child = Object.hasOwn(fields, key) && !deciding.has(key) ? fields[key] : undefined;
    const name = key === "$ref" && typeof value === "string" ? componentName(value, "schemas") : undefined;
    if (name !== undefined) copy[key] = componentPointer("schemas", openName(name));
    else if (child && "list" in child && Array.isArray(value)) addList(copy, key, value.map(open));
    else if (child && "map" in child && isObject(value)) {
      const opened = (schema: JsonValue) => (key === "properties" && schema === false ? true : open(schema));
      copy[key] = Object.fromEntries(Object.entries(value).map(([item, schema]) => [item, opened(schema)]));
    } else if (child && "one" in child && child.one === "schema") copy[key] = open(value);
    else copy[key] = value;
  };

  const all: JsonObject = { ...components };
  for (const [name, schema] of Object.entries(components)) all[openName(name)] = open(schema);
  return { components: all, open };
}

/** `oneOf` becomes `anyOf`, which the schema may have already. */
function addList(copy: JsonObject, key: string, list: JsonValue[]): void {
  const all = Array.isArray(copy["allOf"]) ? copy["allOf"] : [];
  if (key === "allOf") copy["allOf"] = [...all, ...list];
  else if (key === "oneOf") copy["allOf"] = [...all, { anyOf: list }];
  else copy[key] = list;
}

/** No component of a document has a space in its name. */
function openName(name: string): string {
  return `${name} open`;
}

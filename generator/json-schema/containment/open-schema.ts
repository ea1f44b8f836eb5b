import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentPointer, referencedName } from "../../document/reference.js";
import { mapChildren, subschemasAt } from "../../document/visitor.js";

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
    const copy = mapChildren(schema, "schema", (part, kind, { key }) => {
      if (kind !== "schema" || deciding.has(key)) return part;
      return key === "properties" && part === false ? true : open(part);
    });
    for (const key of closing) if (copy[key] === false) delete copy[key];
    const name = referencedName(copy);
    if (name !== undefined) copy["$ref"] = componentPointer("schemas", openName(name));
    loosenAlternatives(copy);
    opened.set(schema, copy);
    return copy;
  };

  const all: JsonObject = { ...components };
  for (const [name, schema] of Object.entries(components)) all[openName(name)] = open(schema);
  return { components: all, open };
}

/** `oneOf` becomes `anyOf`, which the schema may have already. */
function loosenAlternatives(schema: JsonObject): void {
  if (!Array.isArray(schema["oneOf"])) return;
  schema["allOf"] = [...subschemasAt(schema, "allOf"), { anyOf: schema["oneOf"] }];
  delete schema["oneOf"];
}

/** No component of a document has a space in its name. */
function openName(name: string): string {
  return `${name} open`;
}

import { isObject, type JsonObject, type JsonValue } from "./json-value.js";
import type { Places } from "./source.js";
import { childAt, type Child, type Kind } from "./structure.js";

/**
 * Rewrites the schemas of a closed OpenAPI 3.0 document as JSON Schema 2020-12, which 3.1 uses: `nullable`, boolean
 * `exclusiveMinimum` and `exclusiveMaximum`, ignored siblings of `$ref`, `example`. A 3.1 document is returned as it is.
 */
export function upgradeDocument(document: JsonObject, places: Places, isActions: (key: string) => boolean): JsonObject {
  if (!String(document["openapi"]).startsWith("3.0.")) return document;

  const upgrade = (value: JsonValue, kind: Kind): JsonValue => {
    if (!isObject(value)) return value;
    const copy: JsonObject = {};
    places.copy(value, copy);
    for (const [key, item] of Object.entries(value)) {
      const child = childAt(kind, key, isActions);
      copy[key] = child ? upgradeChild(item, child) : item;
    }
    return kind === "schema" ? upgradeKeywords(copy, places) : copy;
  };
  const upgradeChild = (value: JsonValue, child: Child): JsonValue => {
    if ("one" in child) return upgrade(value, child.one);
    if ("list" in child) {
      if (!Array.isArray(value)) return value;
      const list = value.map((item) => upgrade(item, child.list));
      places.copy(value, list);
      return list;
    }
    if (!isObject(value)) return value;
    const copy: JsonObject = {};
    places.copy(value, copy);
    for (const [key, item] of Object.entries(value)) copy[key] = upgrade(item, child.map);
    return copy;
  };

  const upgraded = upgrade(document, "root") as JsonObject;
  upgraded["openapi"] = "3.1.0";
  return upgraded;
}

/** Changes one schema in place. */
function upgradeKeywords(schema: JsonObject, places: Places): JsonObject {
  if (typeof schema["$ref"] === "string") {
    for (const key of Object.keys(schema)) if (key !== "$ref") delete schema[key];
    return schema;
  }
  upgradeBound(schema, "minimum", "exclusiveMinimum");
  upgradeBound(schema, "maximum", "exclusiveMaximum");
  if (Object.hasOwn(schema, "example")) {
    const examples = [schema["example"]!];
    places.borrow(schema, examples);
    schema["examples"] = examples;
    delete schema["example"];
  }
  const isNullable = schema["nullable"] === true;
  delete schema["nullable"];
  if (!isNullable) return schema;
  // As OpenAPI 3.0.3 clarifies, `nullable` means something only beside `type` in the same schema.
  if (typeof schema["type"] === "string") {
    schema["type"] = [schema["type"], "null"];
    // An enum that leaves null out still refuses it there; that is what the document says.
  }
  return schema;
}

function upgradeBound(schema: JsonObject, bound: string, exclusive: string): void {
  if (typeof schema[exclusive] !== "boolean") return;
  if (schema[exclusive] === true && typeof schema[bound] === "number") {
    schema[exclusive] = schema[bound];
    delete schema[bound];
  } else delete schema[exclusive];
}

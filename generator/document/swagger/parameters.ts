import { isObject, own, ownString, type JsonObject, type JsonValue } from "../json-value.js";
import { referenceOf } from "../reference.js";
import { upgradeSchema } from "./schemas.js";
import type { SwaggerSource } from "./source.js";

/** Fields of a parameter that are not about its values. */
const ownFields = new Set(["name", "in", "description", "required", "allowEmptyValue", "collectionFormat", "example"]);

/** Returns whether a parameter is the body, or a field of it. */
export function isOfBody(parameter: JsonValue | undefined): boolean {
  const place = ownString(parameter, "in");
  return place === "body" || place === "formData";
}

/** Returns a parameter of the path, the query or a header; nothing for one of the body. */
export function upgradeParameter(parameter: JsonValue, source: SwaggerSource): JsonValue | undefined {
  if (!isObject(parameter)) return parameter;
  const target = source.resolve(parameter, "parameters");
  if (isOfBody(target)) return undefined;
  if (referenceOf(parameter) !== undefined) {
    if (target === undefined) source.differs("a parameter in another file is read as one of OpenAPI 3.0", parameter, "$ref");
    return source.refer(parameter);
  }
  const copy: JsonObject = {};
  source.locations.copy(parameter, copy);
  for (const [key, value] of Object.entries(parameter))
    if (key !== "collectionFormat" && (ownFields.has(key) || key.startsWith("x-"))) copy[key] = value;
  copy["schema"] = valueSchema(parameter, source);
  return Object.assign(copy, styleOf(parameter, source));
}

/** Returns the schema of the values of a parameter, a header or the elements of a list, which is written next to its name. */
export function valueSchema(holder: JsonObject, source: SwaggerSource): JsonObject {
  const { locations, differs } = source;
  const schema: JsonObject = {};
  locations.copy(holder, schema);
  const isTabbed = ownString(holder, "collectionFormat") === "tsv";
  if (isTabbed) differs('a list with the collectionFormat "tsv" is a text', holder, "collectionFormat");
  for (const [key, value] of Object.entries(holder)) {
    if (ownFields.has(key) || (isTabbed && key !== "description")) continue;
    if (key.startsWith("x-") && key !== "x-nullable") continue;
    schema[key] = key === "items" && isObject(value) ? itemSchema(value, source) : value;
  }
  if (isTabbed) return Object.assign(schema, { type: "string" });
  return upgradeSchema(schema, source) as JsonObject;
}

function itemSchema(items: JsonObject, source: SwaggerSource): JsonObject {
  if (referenceOf(items) !== undefined) return items;
  if (own(items, "type") === "array" || Object.hasOwn(items, "collectionFormat"))
    source.differs("a list within a list has commas, as the outer one may have", items, "collectionFormat");
  return valueSchema(items, source);
}

/** Returns `style` and `explode` of a list: without a collectionFormat, commas separate its elements. */
export function styleOf(parameter: JsonObject, source: SwaggerSource): JsonObject {
  if (own(parameter, "type") !== "array") return {};
  const place = ownString(parameter, "in") ?? "query";
  const format = ownString(parameter, "collectionFormat") ?? "csv";
  const isSimple = place === "path" || place === "header";
  if (isSimple) {
    if (format !== "csv" && format !== "tsv")
      source.differs("a list in a path or a header has commas between its elements", parameter, "collectionFormat");
    return { style: "simple" };
  }
  const styles: Readonly<Record<string, JsonObject>> = {
    csv: { style: "form", explode: false },
    multi: { style: "form", explode: true },
    ssv: { style: "spaceDelimited", explode: false },
    pipes: { style: "pipeDelimited", explode: false },
  };
  return styles[format] ?? {};
}

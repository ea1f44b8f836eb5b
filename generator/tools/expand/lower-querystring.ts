import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString, ownStrings } from "../../document/json-value.js";
import { resolveComponent } from "../../document/reference.js";
import { essenceOf, mediaKind } from "../../document/media-kind.js";

/** The query parameters that replace a whole query string. */
export interface LoweredQuerystring {
  readonly parameters: readonly JsonObject[];
  /** Keywords about the query string as a whole, which parameters can't express. */
  readonly lost: readonly string[];
}

/** Keywords that don't restrict the whole, or that parameters imply: servers ignore other query parameters anyway. */
const kept: ReadonlySet<string> = new Set([
  "additionalProperties",
  "default",
  "deprecated",
  "description",
  "example",
  "examples",
  "properties",
  "required",
  "title",
  "type",
]);

/**
 * Lowers a parameter `in: querystring`: each property of a form becomes a query parameter, serialized according to its
 * encoding. Returns `undefined` for JSON and for forms whose schema has more than properties: they have no equivalent.
 */
export function lowerQuerystring(parameter: JsonObject, document: JsonObject): LoweredQuerystring | undefined {
  const [[name, mediaType] = []] = Object.entries(ownObject(parameter, "content") ?? {});
  if (name === undefined || mediaKind(name) !== "form") return undefined;
  const schema = resolveComponent(own(mediaType, "schema"), document);
  const properties = ownObject(schema, "properties");
  if (!isObject(schema) || !properties || isObject(schema["additionalProperties"])) return undefined;
  if (["allOf", "anyOf", "oneOf", "$ref", "patternProperties"].some((keyword) => Object.hasOwn(schema, keyword)))
    return undefined;
  const isRequired = own(parameter, "required") === true;
  const required = ownStrings(schema, "required");
  const parameters = Object.entries(properties).map(([property, value]): JsonObject => {
    const description = ownString(resolveComponent(value, document), "description");
    return {
      name: property,
      in: "query",
      ...(description !== undefined && { description }),
      ...(isRequired && required.includes(property) && { required: true }),
      ...serialization(value, ownObject(ownObject(mediaType, "encoding"), property), document),
    };
  });
  const lost = Object.keys(schema).filter((keyword) => !kept.has(keyword) && !keyword.startsWith("x-"));
  return {
    parameters,
    lost: !isRequired && required.length > 0 ? [...lost, "required"] : lost,
  };
}

/** An object is JSON, unless its encoding has a style. */
function serialization(schema: JsonValue, encoding: JsonObject | undefined, document: JsonObject): JsonObject {
  const { style, explode, contentType } = encoding ?? {};
  if (style !== undefined || explode !== undefined)
    return {
      ...(style !== undefined && { style }),
      ...(explode !== undefined && { explode }),
      schema,
    };
  const target = resolveComponent(schema, document);
  const isJson = typeof contentType === "string" && mediaKind(essenceOf(contentType)) === "json";
  if (isJson || own(target, "type") === "object" || Object.hasOwn(isObject(target) ? target : {}, "properties"))
    return { content: { "application/json": { schema } } };
  return { schema };
}

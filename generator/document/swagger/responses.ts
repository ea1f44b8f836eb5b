import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../json-value.js";
import { referenceOf } from "../reference.js";
import { isTextType } from "./media-types.js";
import { valueSchema } from "./parameters.js";
import { upgradeSchema } from "./schemas.js";
import type { SwaggerSource } from "./source.js";

/** Returns a response as OpenAPI 3.0 writes it: with the media types of its operation, which a shared one may not have. */
export function upgradeResponse(response: JsonValue, types: readonly string[], source: SwaggerSource): JsonValue {
  if (!isObject(response)) return response;
  const { locations } = source;
  if (referenceOf(response) !== undefined) {
    const target = source.resolve(response, "responses");
    const isShared = types.join() === source.produces(undefined).join();
    if (target === undefined) source.differs("a response in another file is read as one of OpenAPI 3.0", response, "$ref");
    return isShared || target === undefined ? source.refer(response) : upgradeResponse(target, types, source);
  }
  const copy: JsonObject = {};
  locations.copy(response, copy);
  for (const [key, value] of Object.entries(response)) if (key !== "schema" && key !== "examples") copy[key] = value;
  const headers = ownObject(response, "headers");
  if (headers) copy["headers"] = upgradeHeaders(headers, source);
  const content = contentOf(response, types, source);
  if (content) copy["content"] = content;
  return copy;
}

function upgradeHeaders(headers: JsonObject, source: SwaggerSource): JsonObject {
  const copy: JsonObject = {};
  source.locations.copy(headers, copy);
  for (const [name, header] of Object.entries(headers)) {
    if (!isObject(header)) continue;
    const description = ownString(header, "description");
    copy[name] = { ...(description !== undefined && { description }), schema: valueSchema(header, source) };
    source.locations.copy(header, copy[name] as JsonObject);
  }
  return copy;
}

function contentOf(response: JsonObject, types: readonly string[], source: SwaggerSource): JsonObject | undefined {
  const { locations } = source;
  const written = own(response, "schema");
  if (written === undefined) return undefined;
  const isFile = own(written, "type") === "file";
  const schema = upgradeSchema(written, source);
  const examples = ownObject(response, "examples") ?? {};
  const used = isFile && types.every(isTextType) ? ["application/octet-stream"] : types;
  const content: JsonObject = {};
  locations.borrow(response, content);
  for (const type of used) {
    const example = own(examples, type);
    const media: JsonObject = { schema, ...(example !== undefined && { example }) };
    locations.gather(media, [
      ["schema", response, "schema"],
      ["example", examples, type],
    ]);
    content[type] = media;
  }
  if (Object.keys(examples).some((type) => !type.startsWith("x-") && !used.includes(type)))
    source.differs("examples of media types that the operation doesn't produce are left out", examples);
  return content;
}

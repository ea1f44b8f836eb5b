import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../json-value.js";
import { isFormType } from "./media-types.js";
import { isOfBody, styleOf, upgradeParameter, valueSchema } from "./parameters.js";
import { upgradeResponse } from "./responses.js";
import { upgradeExtension, upgradeSchema } from "./schemas.js";
import type { SwaggerSource } from "./source.js";

/** Fields of an operation that have become parts of others. */
const moved = new Set(["parameters", "responses", "consumes", "produces", "schemes"]);

/** Returns an operation as OpenAPI 3.0 writes it. `shared` are the parameters of its path. */
export function upgradeOperation(operation: JsonObject, shared: readonly JsonValue[], source: SwaggerSource): JsonObject {
  const { locations } = source;
  const copy: JsonObject = {};
  locations.copy(operation, copy);
  for (const [key, value] of Object.entries(operation)) if (!moved.has(key)) copy[key] = upgradeExtension(key, value, source);
  if (Object.hasOwn(operation, "schemes")) source.differs('"schemes" of single operations are ignored', operation, "schemes");
  const given = own(operation, "parameters");
  const list = Array.isArray(given) ? given : [];
  const parameters = list.flatMap((one) => upgradeParameter(one, source) ?? []);
  if (parameters.length > 0) {
    if (Array.isArray(given)) locations.copy(given, parameters);
    copy["parameters"] = parameters;
  }
  const body = bodyOf(operation, [...list, ...shared], source);
  if (body) copy["requestBody"] = body;
  const responses = ownObject(operation, "responses");
  if (responses) copy["responses"] = upgradeResponses(responses, operation, source);
  return copy;
}

function upgradeResponses(responses: JsonObject, operation: JsonObject, source: SwaggerSource): JsonObject {
  const types = source.produces(operation);
  const copy: JsonObject = {};
  source.locations.copy(responses, copy);
  for (const [status, response] of Object.entries(responses))
    copy[status] = status.startsWith("x-") ? response : upgradeResponse(response, types, source);
  return copy;
}

/** Returns the body of an operation; the parameters of the operation itself are first. */
function bodyOf(operation: JsonObject, parameters: readonly JsonValue[], source: SwaggerSource): JsonObject | undefined {
  const found = parameters.flatMap((one) => {
    const parameter = source.resolve(one, "parameters");
    return isObject(parameter) && isOfBody(parameter) ? [parameter] : [];
  });
  const body = found.find((parameter) => own(parameter, "in") === "body");
  if (body && found.length > 1) source.differs("of several bodies of an operation, the first one counts", found[1]!, "in");
  const types = source.consumes(operation);
  if (body) return wholeBody(body, types, source);
  const fields = [...new Map([...found].reverse().map((field) => [ownString(field, "name") ?? "", field])).values()].reverse();
  return fields.length > 0 ? formBody(fields, types, source) : undefined;
}

function wholeBody(body: JsonObject, types: readonly string[], source: SwaggerSource): JsonObject {
  const { locations } = source;
  const written = own(body, "schema");
  const schema = written === undefined ? {} : upgradeSchema(written, source);
  const content: JsonObject = {};
  locations.borrow(body, content);
  for (const type of types) {
    const media: JsonObject = { schema };
    locations.gather(media, [["schema", body, "schema"]]);
    content[type] = media;
  }
  const copy: JsonObject = {};
  locations.copy(body, copy);
  for (const [key, value] of Object.entries(body))
    if (key === "description" || key === "required" || key.startsWith("x-")) copy[key] = value;
  return Object.assign(copy, { content });
}

function formBody(fields: readonly JsonObject[], types: readonly string[], source: SwaggerSource): JsonObject {
  const { locations } = source;
  const properties: JsonObject = {};
  const encoding: JsonObject = {};
  const required: string[] = [];
  for (const field of fields) {
    const name = ownString(field, "name") ?? "";
    const schema = valueSchema(field, source);
    const description = own(field, "description");
    properties[name] = description === undefined ? schema : Object.assign(schema, { description });
    if (own(field, "required") === true) required.push(name);
    if (Object.hasOwn(field, "allowEmptyValue"))
      source.differs("a field of a form has no allowEmptyValue", field, "allowEmptyValue");
    const style = styleOf(field, source);
    if (Object.keys(style).length > 0) encoding[name] = style;
  }
  const schema: JsonObject = { type: "object", ...(required.length > 0 && { required }), properties };
  const hasFile = fields.some((field) => own(field, "type") === "file");
  const forms = types.filter((type) => isFormType(type) && !(hasFile && /urlencoded/i.test(type)));
  const [fallback] = hasFile ? ["multipart/form-data"] : ["application/x-www-form-urlencoded"];
  const content: JsonObject = {};
  for (const type of forms.length > 0 ? forms : [fallback!])
    content[type] = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) };
  const body = { ...(required.length > 0 && { required: true }), content };
  for (const part of [body, content, schema, properties]) locations.borrow(fields[0]!, part);
  return body;
}

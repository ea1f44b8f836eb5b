import { compare } from "../diagnostics/diagnostic.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/resolve-component.js";
import { isRevealing } from "../document/reveals.js";
import { bindingKeys, isFailure, responsesOf } from "../binding/binding.js";
import { responseError } from "../binding/error-binding.js";
import type { FieldEncoding, MediaType, Operation, Parameter, RequestBody, Response, ResponseHeader } from "./contract.js";

/** Reads one Operation Object whose path item's parameters are already merged in. */
export function buildOperation(
  id: string,
  method: string,
  path: string,
  operation: JsonObject,
  document: JsonObject,
  serviceTypes: readonly string[],
  extensionPrefix: string,
): Operation {
  const resolve = (value: JsonValue | undefined) => resolveComponent(value, document);
  const parameters = (own(operation, "parameters") as JsonValue[]).map(resolve).filter(isObject).map(buildParameter);
  const place = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary: ownString(operation, "summary"),
    description: ownString(operation, "description"),
    deprecated: own(operation, "deprecated") === true,
    parameters: parameters.sort((a, b) => compare(place(a), place(b))),
    body: buildBody(resolve(own(operation, "requestBody"))),
    responses: buildResponses(operation, document, extensionPrefix),
    security: buildSecurity(own(operation, "security") ?? own(document, "security")),
    serviceTypes: [...serviceTypes].sort(compare),
    binding: undefined,
    reveals: isRevealing(operation, document, extensionPrefix),
  };
}

const defaultStyles = { path: "simple", query: "form", header: "simple", cookie: "form" } as const;

function buildParameter(parameter: JsonObject): Parameter {
  const place = ownString(parameter, "in") as Parameter["in"];
  const style = ownString(parameter, "style") ?? defaultStyles[place];
  const content = Object.entries(ownObject(parameter, "content") ?? {})[0];
  return {
    name: ownString(parameter, "name") ?? "",
    in: place,
    required: place === "path" || own(parameter, "required") === true,
    description: ownString(parameter, "description"),
    style,
    explode: (own(parameter, "explode") ?? style === "form") === true,
    mediaType: content?.[0],
    schema: own(content ? content[1] : parameter, "schema") ?? true,
  };
}

function buildBody(body: JsonValue | undefined): RequestBody | undefined {
  if (!isObject(body)) return undefined;
  return { required: own(body, "required") === true, content: buildContent(body) };
}

function buildContent(holder: JsonObject): MediaType[] {
  return Object.entries(ownObject(holder, "content") ?? {}).map(([name, mediaType]) => {
    const encoding = ownObject(mediaType, "encoding");
    return { name, schema: own(mediaType, "schema"), ...(encoding && { encoding: buildEncoding(encoding) }) };
  });
}

function buildEncoding(encoding: JsonObject): Record<string, FieldEncoding> {
  const fields = Object.entries(encoding).map(([name, field]): [string, FieldEncoding] => {
    const explode = own(field, "explode");
    return [
      name,
      {
        contentType: ownString(field, "contentType"),
        style: ownString(field, "style"),
        explode: typeof explode === "boolean" ? explode : undefined,
      },
    ];
  });
  return Object.fromEntries(fields);
}

function buildResponses(operation: JsonObject, document: JsonObject, extensionPrefix: string): Response[] {
  return responsesOf(operation, document)
    .sort((a, b) => compare(a.status, b.status))
    .map(({ status, response, json }) => ({
      status,
      description: ownString(response, "description") ?? "",
      content: buildContent(response),
      headers: buildHeaders(response, document),
      error: isFailure(status)
        ? responseError({ response, json }, document, bindingKeys(extensionPrefix).error)?.shape
        : undefined,
    }));
}

/** OpenAPI wants `Content-Type` ignored here: the media types say it. */
function buildHeaders(response: JsonObject, document: JsonObject): ResponseHeader[] {
  return Object.entries(ownObject(response, "headers") ?? {})
    .flatMap(([name, written]) => {
      const header = resolveComponent(written, document);
      if (!isObject(header) || name.toLowerCase() === "content-type") return [];
      const content = Object.values(ownObject(header, "content") ?? {})[0];
      return [
        {
          name: name.toLowerCase(),
          required: own(header, "required") === true,
          description: ownString(header, "description"),
          schema: own(content ?? header, "schema") ?? true,
        },
      ];
    })
    .sort((a, b) => compare(a.name, b.name));
}

function buildSecurity(security: JsonValue | undefined): Readonly<Record<string, readonly string[]>>[] {
  if (!Array.isArray(security)) return [];
  return security.filter(isObject).map((requirement) => {
    const scopes: Record<string, string[]> = {};
    for (const scheme of Object.keys(requirement)) scopes[scheme] = ownStrings(requirement, scheme);
    return scopes;
  });
}

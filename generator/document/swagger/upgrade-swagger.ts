import type { Report } from "../../diagnostics/report.js";
import { report } from "../diagnostics.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../json-value.js";
import type { Locations } from "../locations.js";
import { upgradeOperation } from "./operations.js";
import { upgradeParameter } from "./parameters.js";
import { upgradeResponse } from "./responses.js";
import { upgradeExtension, upgradeSchemas } from "./schemas.js";
import type { IsActions } from "../visitor.js";
import { SwaggerSource } from "./source.js";

/** The methods of Swagger 2.0. */
const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

/** Fields of a document that mean the same in OpenAPI 3.0. */
const kept = ["info", "tags", "security", "externalDocs"];

/**
 * Turns a Swagger 2.0 document into one of OpenAPI 3.0, in place, so that files that refer back to it see the result. Every part keeps
 * its location in the source. What OpenAPI 3.0 can't say is reported once each.
 */
export function upgradeSwagger(document: JsonObject, locations: Locations, isActions: IsActions, problems: Report): void {
  const written: JsonObject = { ...document };
  locations.copy(document, written);
  const reported = new Set<string>();
  const source = new SwaggerSource(written, locations, isActions, (difference, holder, key) => {
    if (reported.has(difference)) return;
    reported.add(difference);
    report(problems, "swagger-difference", { difference }, locations.value(holder, key));
  });
  const upgraded: JsonObject = {
    openapi: "3.0.3",
    ...keptFields(source),
    ...serversOf(source),
    paths: upgradePaths(source),
    components: componentsOf(source),
  };
  for (const key of Object.keys(document)) delete document[key];
  Object.assign(document, upgraded);
}

function keptFields(source: SwaggerSource): JsonObject {
  const fields = Object.entries(source.written).filter(([key]) => kept.includes(key) || key.startsWith("x-"));
  return Object.fromEntries(fields.map(([key, value]) => [key, upgradeExtension(key, value, source)]));
}

function serversOf({ written, differs }: SwaggerSource): JsonObject {
  const [host, basePath = ""] = [ownString(written, "host"), ownString(written, "basePath")];
  const start = basePath.replace(/\/$/, "");
  if (host === undefined) return start === "" ? {} : { servers: [{ url: start }] };
  const schemes = ownStrings(written, "schemes");
  const spoken = schemes.filter((scheme) => scheme === "https" || scheme === "http");
  if (schemes.length === 0) differs('there are no "schemes": clients use https', written, "host");
  else if (spoken.length < schemes.length) differs('"ws" and "wss" are left out of the servers', written, "schemes");
  // The safer one is the default.
  const used = schemes.length === 0 ? ["https"] : [...spoken].sort().reverse();
  return used.length === 0 ? {} : { servers: used.map((scheme) => ({ url: `${scheme}://${host}${start}` })) };
}

function upgradePaths(source: SwaggerSource): JsonObject {
  const { written, locations } = source;
  const paths = ownObject(written, "paths") ?? {};
  const copy: JsonObject = {};
  locations.copy(paths, copy);
  for (const [path, item] of Object.entries(paths)) copy[path] = isObject(item) ? upgradePathItem(item, source) : item;
  return copy;
}

function upgradePathItem(item: JsonObject, source: SwaggerSource): JsonObject {
  const { locations } = source;
  const copy: JsonObject = {};
  locations.copy(item, copy);
  const shared = own(item, "parameters");
  const list = Array.isArray(shared) ? shared : [];
  for (const [key, value] of Object.entries(item)) {
    if (methods.includes(key) && isObject(value)) copy[key] = upgradeOperation(value, list, source);
    else if (key !== "parameters") copy[key] = value;
  }
  // Those of the body are a part of each operation.
  const parameters = list.flatMap((one) => upgradeParameter(one, source) ?? []);
  if (parameters.length > 0) {
    locations.copy(list, parameters);
    copy["parameters"] = parameters;
  }
  return copy;
}

function componentsOf(source: SwaggerSource): JsonObject {
  const { written, locations } = source;
  const components: JsonObject = {};
  const add = (section: string, from: string, upgrade: (value: JsonValue, name: string) => JsonValue | undefined) => {
    const map = ownObject(written, from);
    if (!map) return;
    const copy: JsonObject = {};
    locations.copy(map, copy);
    for (const [name, value] of Object.entries(map)) {
      const upgraded = upgrade(value, name);
      if (upgraded !== undefined) copy[name] = upgraded;
    }
    components[section] = copy;
  };
  if (ownObject(written, "definitions")) components["schemas"] = upgradeSchemas(source);
  add("parameters", "parameters", (value) => upgradeParameter(value, source));
  add("responses", "responses", (value) => upgradeResponse(value, source.produces(undefined), source));
  add("securitySchemes", "securityDefinitions", (value) => upgradeScheme(value, locations));
  locations.gather(
    components,
    ["definitions", "parameters", "responses", "securityDefinitions"].flatMap((from) => {
      const section = { definitions: "schemas", securityDefinitions: "securitySchemes" }[from] ?? from;
      return Object.hasOwn(components, section) ? [[section, written, from] as const] : [];
    }),
  );
  return components;
}

/** Flows by the names that Swagger 2.0 has for them. */
const flows: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

function upgradeScheme(value: JsonValue, locations: Locations): JsonValue {
  if (!isObject(value)) return value;
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...others } = value;
  const copy: JsonObject = {};
  locations.copy(value, copy);
  if (type === "basic") return Object.assign(copy, { type: "http", scheme: "basic" }, others);
  if (type !== "oauth2") return Object.assign(copy, value);
  const described = { authorizationUrl, tokenUrl, scopes: scopes ?? {} };
  const given = Object.fromEntries(Object.entries(described).filter(([, one]) => one !== undefined)) as JsonObject;
  locations.copy(value, given);
  return Object.assign(copy, others, { type, flows: { [flows[String(flow)] ?? String(flow)]: given } });
}

import { compare } from "../diagnostics/diagnostic.js";
import { actionBindingKey } from "./action-endpoint.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { parsePathTemplate } from "./path-template.js";
import { resolveComponent } from "./reference.js";
import { httpMethods } from "./visitor.js";

/** An operation and where it stands. */
interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

/** An operation that stands for an action of an endpoint. */
interface DerivedAction extends PlacedOperation {
  readonly name: string;
}

/**
 * A document in which operations that are actions by another spelling have become the actions of one endpoint, where the
 * endpoint's binding asks for it: `from: paths`. The document itself where none does.
 */
export function deriveActions(document: JsonObject, locations: Locations, prefix: string): JsonObject {
  const operations = placedOperations(document);
  const endpoints = operations.filter((one) => own(bindingOf(one, prefix), "from") === "paths");
  if (endpoints.length === 0) return document;
  const paths: JsonObject = { ...ownObject(document, "paths") };
  locations.copy(ownObject(document, "paths")!, paths);
  for (const endpoint of endpoints) {
    const type = ownString(own(bindingOf(endpoint, prefix), "type"), "const");
    if (type === undefined) continue;
    const derived = operations.flatMap((one) => asAction(one, endpoint, prefix) ?? []);
    for (const action of derived) removeOperation(paths, action, locations);
    const item: JsonObject = { ...ownObject(paths, endpoint.path) };
    item[endpoint.method] = endpointOf(endpoint, derived, { document, locations, type, prefix });
    locations.copy(endpoint.item, item);
    paths[endpoint.path] = item;
  }
  const copy = { ...document, paths };
  locations.copy(document, copy);
  return copy;
}

function bindingOf({ operation }: PlacedOperation, prefix: string): JsonObject | undefined {
  return ownObject(operation, actionBindingKey(prefix));
}

function placedOperations(document: JsonObject): PlacedOperation[] {
  return Object.entries(ownObject(document, "paths") ?? {}).flatMap(([path, item]) => {
    if (path.startsWith("x-") || !isObject(item)) return [];
    return httpMethods.flatMap((method) => {
      const operation = ownObject(item, method);
      return operation ? [{ path, method, item, operation }] : [];
    });
  });
}

/** An operation as an action of an endpoint; `undefined`: it is none. */
function asAction(one: PlacedOperation, endpoint: PlacedOperation, prefix: string): DerivedAction | undefined {
  const { action } = bindingOf(endpoint, prefix)!;
  if (one.operation === endpoint.operation || one.method !== endpoint.method) return undefined;
  const place = ownString(action, "in") ?? "path";
  const name = ownString(action, "name") ?? "action";
  const text = place.startsWith("path")
    ? textInPath(one.path, endpoint.path, name)
    : textBesidePath(one.path, endpoint.path, name);
  const [before = "", after = ""] = (ownString(action, "value") ?? "{action}").split("{action}");
  if (text === undefined || text.length <= before.length + after.length) return undefined;
  if (!text.startsWith(before) || !text.endsWith(after)) return undefined;
  return { ...one, name: text.slice(before.length, text.length - after.length) };
}

/** What a path has in the place of a parameter of a template that it matches in all else. */
function textInPath(path: string, template: string, name: string): string | undefined {
  const parts = template.split("/");
  const segments = path.split("/");
  if (path.includes("#") || segments.length !== parts.length) return undefined;
  const hole = `{${name}}`;
  let found: string | undefined;
  for (const [index, part] of parts.entries()) {
    const segment = segments[index]!;
    if (!part.includes(hole)) {
      if (withoutNames(segment) !== withoutNames(part)) return undefined;
      continue;
    }
    const [before = "", after = ""] = part.split(hole).map(withoutNames);
    const plain = withoutNames(segment);
    if (plain.length <= before.length + after.length || !plain.startsWith(before) || !plain.endsWith(after)) return undefined;
    found = plain.slice(before.length, plain.length - after.length);
    if (/[{}]/.test(found)) return undefined;
  }
  return found;
}

/** The value of a name in the query or the fragment of a path that is otherwise that of a template. */
function textBesidePath(path: string, template: string, name: string): string | undefined {
  const { path: plain, query, fragment = "" } = parsePathTemplate(path);
  if (withoutNames(plain) !== withoutNames(template)) return undefined;
  const pairs = [
    ...query,
    ...fragment.split("&").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  ];
  return pairs.find(([key]) => key?.toLowerCase() === name.toLowerCase())?.[1];
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

function removeOperation(paths: JsonObject, { path, method, item }: PlacedOperation, locations: Locations): void {
  const { [method]: _, ...rest } = ownObject(paths, path)!;
  locations.copy(item, rest);
  if (httpMethods.some((other) => Object.hasOwn(rest, other))) paths[path] = rest;
  else delete paths[path];
}

interface Derivation {
  readonly document: JsonObject;
  readonly locations: Locations;
  readonly type: string;
  readonly prefix: string;
}

/** The endpoint with what it doesn't say itself taken from the operations that are its actions. */
function endpointOf(
  { operation, path }: PlacedOperation,
  derived: readonly DerivedAction[],
  { document, locations, type, prefix }: Derivation,
): JsonObject {
  const schemas = derived.map((one) => successSchemaOf(one.operation, document));
  const isShared = new Set(schemas.map((schema) => JSON.stringify(schema))).size <= 1;
  const binding = ownObject(operation, actionBindingKey(prefix))!;
  const bound = isShared || Object.hasOwn(binding, "response") ? binding : { ...binding, response: { result: "" } };
  locations.copy(binding, bound);
  const securities = derived.map((one) => own(one.operation, "security"));
  const isSecurityShared = new Set(securities.map((security) => JSON.stringify(security))).size <= 1;
  const map: JsonObject = {};
  for (const [index, one] of derived.entries()) {
    const scopes = isSecurityShared ? [] : scopesOf(securities[index]);
    map[one.name] = actionOf(one, isShared ? undefined : schemas[index], scopes, document);
    locations.copy(one.operation, map[one.name] as JsonObject);
  }
  const key = `x-${prefix}-${type}-actions`;
  const written = ownObject(operation, key) ?? {};
  for (const [name, action] of Object.entries(written)) {
    map[name] = isObject(action) && isObject(map[name]) ? { ...map[name], ...action } : action;
    if (isObject(action)) locations.copy(action, map[name] as JsonObject);
  }
  const sorted = Object.fromEntries(Object.entries(map).sort(([a], [b]) => compare(a, b)));
  locations.gather(
    sorted,
    derived.map(({ name, item, method }) => [name, item, method] as const),
  );
  const requestBody = bodyOf(derived, document);
  const [first] = derived;
  const tags = own(first?.operation, "tags");
  const endpoint: JsonObject = {
    ...(tags !== undefined && { tags }),
    ...(requestBody && { requestBody }),
    ...(first && { parameters: parametersOf(derived, path, document), responses: responsesOf(derived, document) }),
    ...(first && securities[0] !== undefined && { security: isSecurityShared ? securities[0] : withoutScopes(securities[0]) }),
    ...operation,
    [actionBindingKey(prefix)]: bound,
    [key]: sorted,
  };
  locations.copy(operation, endpoint);
  for (const field of ["parameters", "responses", "requestBody", "security"] as const) {
    const made = own(endpoint, field);
    if (first && typeof made === "object" && made !== null && !locations.span(made)) locations.borrow(first.operation, made);
  }
  return endpoint;
}

/** The Action Object that an operation stands for. */
function actionOf(
  { operation, name }: DerivedAction,
  result: JsonValue | undefined,
  scopes: readonly string[],
  document: JsonObject,
): JsonObject {
  const summary = ownString(operation, "summary");
  const body = jsonSchemaOf(own(operation, "requestBody"), document);
  const extensions = Object.entries(operation).filter(([key]) => key.startsWith("x-"));
  return {
    label: summary ?? name,
    ...(summary !== undefined && { summary }),
    ...pick(operation, "description"),
    ...pick(operation, "deprecated"),
    ...(body !== undefined && { body }),
    ...(result !== undefined && { result }),
    ...(scopes.length > 0 && { scopes: [...scopes] }),
    ...Object.fromEntries(extensions),
  };
}

function pick(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return value === undefined ? {} : { [key]: value };
}

/** The schema of the JSON that a body or a response holds. */
function jsonSchemaOf(holder: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  const content = Object.entries(ownObject(resolveComponent(holder, document), "content") ?? {});
  return own(content.find(([type]) => isJson(type))?.[1], "schema");
}

function isJson(type: string): boolean {
  return /[/+](?:json|x-amz-json-\d\.\d) *(?:;|$)/i.test(type);
}

function successSchemaOf(operation: JsonObject, document: JsonObject): JsonValue | undefined {
  const responses = Object.entries(ownObject(operation, "responses") ?? {});
  const schemas = responses.map(([status, response]) => (status.startsWith("2") ? jsonSchemaOf(response, document) : undefined));
  return schemas.find((schema) => schema !== undefined);
}

/** A body that holds any action's, in the media types of all. */
function bodyOf(derived: readonly DerivedAction[], document: JsonObject): JsonObject | undefined {
  const bodies = derived.map(({ operation }) => resolveComponent(own(operation, "requestBody"), document));
  const types = new Set(bodies.flatMap((body) => Object.keys(ownObject(body, "content") ?? {}).filter(isJson)));
  if (types.size === 0) return undefined;
  const schema = { type: "object", additionalProperties: true };
  return {
    required: bodies.every((body) => own(body, "required") === true),
    content: Object.fromEntries([...types].sort(compare).map((type) => [type, { schema }])),
  };
}

/** The parameters of all; one that some lack is optional. What names the action in the path stands in none of them. */
function parametersOf(derived: readonly DerivedAction[], path: string, document: JsonObject): JsonValue[] {
  const found = new Map<string, { parameter: JsonValue; count: number }>();
  const resolve = (parameter: JsonValue) => resolveComponent(parameter, document);
  const named = namesOf(path);
  for (const one of derived) {
    const { item, operation } = one;
    const lists = [own(item, "parameters"), own(operation, "parameters")].flatMap((list) => (Array.isArray(list) ? list : []));
    const mine = new Map(
      lists.map((parameter) => renamed(parameter, one.path)).map((parameter) => [keyOf(resolve(parameter)), parameter]),
    );
    for (const [key, parameter] of mine) {
      const { count = 0, parameter: first = parameter } = found.get(key) ?? {};
      found.set(key, { parameter: first, count: count + 1 });
    }
  }
  const missing = named.filter((name) => !found.has(`path ${name}`));
  const declared = [...found.values()].map(({ parameter, count }) => {
    const target = resolve(parameter);
    const isOptional = count < derived.length && isObject(target) && own(target, "required") === true && target["in"] !== "path";
    return isOptional ? { ...target, required: false } : parameter;
  });
  return [...declared, ...missing.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }))];

  /** What a path of an action calls otherwise has the endpoint's name: the first parameter is the first. */
  function renamed(parameter: JsonValue, from: string): JsonValue {
    const target = resolve(parameter);
    const index = ownString(target, "in") === "path" ? namesOf(from).indexOf(ownString(target, "name") ?? "") : -1;
    const name = named[index];
    return index < 0 || name === undefined || !isObject(target) || target["name"] === name ? parameter : { ...target, name };
  }
}

function namesOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
}

function keyOf(parameter: JsonValue | undefined): string {
  return `${ownString(parameter, "in")} ${ownString(parameter, "name")}`;
}

/** The responses of all; a success that differs is one of several. */
function responsesOf(derived: readonly DerivedAction[], document: JsonObject): JsonObject {
  const byStatus = new Map<string, JsonValue[]>();
  for (const { operation } of derived) {
    for (const [status, response] of Object.entries(ownObject(operation, "responses") ?? {})) {
      const known = byStatus.get(status) ?? [];
      if (!known.some((one) => JSON.stringify(one) === JSON.stringify(response))) known.push(response);
      byStatus.set(status, known);
    }
  }
  const merged = [...byStatus].map(([status, responses]): [string, JsonValue] => {
    const [first] = responses as [JsonValue];
    const schemas = responses.flatMap((response) => jsonSchemaOf(response, document) ?? []);
    if (responses.length === 1 || !status.startsWith("2") || schemas.length === 0) return [status, first];
    const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
    const schema = distinct.length === 1 ? distinct[0]! : { anyOf: distinct };
    const target = resolveComponent(first, document);
    const types = Object.keys(ownObject(target, "content") ?? {}).filter(isJson);
    const content = Object.fromEntries((types.length > 0 ? types : ["application/json"]).map((type) => [type, { schema }]));
    return [status, { ...(isObject(target) ? target : {}), content }];
  });
  return Object.fromEntries(merged.sort(([a], [b]) => compare(a, b)));
}

function scopesOf(security: JsonValue | undefined): string[] {
  const [first] = Array.isArray(security) ? security : [];
  return isObject(first) ? [...new Set(Object.keys(first).flatMap((scheme) => ownStrings(first, scheme)))] : [];
}

function withoutScopes(security: JsonValue): JsonValue {
  if (!Array.isArray(security)) return security;
  return security.map((one) => (isObject(one) ? Object.fromEntries(Object.keys(one).map((scheme) => [scheme, []])) : one));
}

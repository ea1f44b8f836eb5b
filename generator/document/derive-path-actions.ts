import { readLocation } from "./fact-places.js";
import { compare } from "../diagnostics/diagnostic.js";
import { jsonSchemaOf, textAround } from "./derived-parts.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import { endpointSecurity, scopesBeyond, scopesOf, securityOf } from "./joined-security.js";
import { parsePathTemplate } from "./path-template.js";
import { contentOf } from "./media-kind.js";
import { resolveComponent } from "./reference.js";

/** An operation and its location. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

/** An operation that is an action of an endpoint. */
export interface DerivedAction extends PlacedOperation {
  readonly name: string;
}

/** Returns an operation as an action of an endpoint; `undefined` if it isn't one. */
export function asAction(one: PlacedOperation, endpoint: PlacedOperation, binding: JsonObject): DerivedAction | undefined {
  const { action } = binding;
  if (one.operation === endpoint.operation || one.method !== endpoint.method) return undefined;
  const place = readLocation(ownString(action, "in") ?? "path");
  const name = ownString(action, "name") ?? "action";
  const text = place === "path" ? textInPath(one.path, endpoint.path, name) : textBesidePath(one.path, endpoint.path, name);
  const found = text === undefined ? undefined : textAround(ownString(action, "value"))(text);
  return found === undefined ? undefined : { ...one, name: found };
}

/** Returns the text of a path at a parameter of a template that it otherwise matches. */
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

/** Returns the value of a name in the query or fragment of a path that otherwise equals a template. */
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

/** The parts of an endpoint that follow from the operations of its actions. */
export interface SharedParts {
  readonly actions: readonly (readonly [name: string, action: JsonObject])[];
  /** Members of the endpoint's operation, unless it has its own. */
  readonly operation: JsonObject;
  /** Whether each has its own success, which is its result. */
  readonly hasResults: boolean;
  /** Operations whose requirements can't be expressed by scopes: their actions require more. */
  readonly inexpressible: readonly DerivedAction[];
}

/** Returns the Action Objects of operations, and the parts of their endpoint. */
export function sharedParts(derived: readonly DerivedAction[], path: string, document: JsonObject): SharedParts {
  const schemas = derived.map((one) => successSchemaOf(one.operation, document));
  const hasResults = new Set(schemas.map((schema) => JSON.stringify(schema))).size > 1;
  const securities = derived.map((one) => securityOf(one.operation, document));
  const security = endpointSecurity(securities);
  const beyond = securities.map((needed) => scopesBeyond(needed, security));
  const requestBody = bodyOf(derived, document);
  const actions = derived.map((one, index) => {
    // If scopes can't express the difference, calls require more than the operation did, never less.
    const scopes = beyond[index] ?? scopesOf(securities[index]!);
    const action = actionOf(one, hasResults ? schemas[index] : undefined, scopes, document);
    // Others have a body: without this, one that is sent would be validated.
    const ignoresBody = requestBody && own(one.operation, "requestBody") === undefined;
    return [one.name, { ...action, ...(ignoresBody && { requestBody: { content: {} } }) }] as const;
  });
  const [first] = derived;
  const operation: JsonObject = {
    ...(first && pick(first.operation, "tags")),
    ...(requestBody && { requestBody }),
    ...(first && { parameters: parametersOf(derived, path, document), responses: responsesOf(derived, document) }),
    ...(derived.some((one) => Object.hasOwn(one.operation, "security")) && { security }),
  };
  return { actions, operation, hasResults, inexpressible: derived.filter((_, index) => beyond[index] === undefined) };
}

/** Returns the Action Object of an operation. */
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

function successSchemaOf(operation: JsonObject, document: JsonObject): JsonValue | undefined {
  const responses = Object.entries(ownObject(operation, "responses") ?? {});
  const schemas = responses.map(([status, response]) => (status.startsWith("2") ? jsonSchemaOf(response, document) : undefined));
  return schemas.find((schema) => schema !== undefined);
}

/** Returns a body that accepts that of any action, in the media types of all. */
function bodyOf(derived: readonly DerivedAction[], document: JsonObject): JsonObject | undefined {
  const bodies = derived.map(({ operation }) => resolveComponent(own(operation, "requestBody"), document));
  const types = new Set(bodies.flatMap((body) => jsonTypesOf(body, document)));
  if (types.size === 0) return undefined;
  const schema = { type: "object", additionalProperties: true };
  return {
    required: bodies.every((body) => own(body, "required") === true),
    content: Object.fromEntries([...types].sort(compare).map((type) => [type, { schema }])),
  };
}

/**
 * Returns the parameters of all operations; one that some lack is optional. Excludes the parameter that names the
 * action in the path.
 */
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

  /**
   * Renames a path parameter of an action to the endpoint's name for it: the first parameter corresponds to the first.
   */
  function renamed(parameter: JsonValue, from: string): JsonValue {
    const target = resolve(parameter);
    const index = ownString(target, "in") === "path" ? namesOf(from).indexOf(ownString(target, "name") ?? "") : -1;
    const name = named[index];
    return index < 0 || name === undefined || !isObject(target) || target["name"] === name ? parameter : { ...target, name };
  }
}

/** Returns the media types of a body's JSON. The body of all is an object, so a range of JSON remains one. */
function jsonTypesOf(holder: JsonValue | undefined, document: JsonObject): string[] {
  return contentOf(holder, document).flatMap(({ name, kind }) => (kind === "json" ? [name] : []));
}

function namesOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
}

function keyOf(parameter: JsonValue | undefined): string {
  return `${ownString(parameter, "in")} ${ownString(parameter, "name")}`;
}

/** Returns the responses of all operations; successes that differ become alternatives. */
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
    const types = jsonTypesOf(target, document);
    const content = Object.fromEntries((types.length > 0 ? types : ["application/json"]).map((type) => [type, { schema }]));
    return [status, { ...(isObject(target) ? target : {}), content }];
  });
  return Object.fromEntries(merged.sort(([a], [b]) => compare(a, b)));
}

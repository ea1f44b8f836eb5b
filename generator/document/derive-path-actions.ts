import { compare } from "../diagnostics/diagnostic.js";
import { isJsonType } from "../../templates/runtime/server/http.js";
import { jsonSchemaOf, textAround } from "./derived-parts.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import { endpointSecurity, scopesBeyond, scopesOf, securityOf } from "./joined-security.js";
import { parsePathTemplate } from "./path-template.js";
import { resolveComponent } from "./reference.js";

/** An operation and its location. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

/** An operation that represents an action of an endpoint. */
export interface DerivedAction extends PlacedOperation {
  readonly name: string;
}

/** An operation as an action of an endpoint; `undefined`: it is none. */
export function asAction(one: PlacedOperation, endpoint: PlacedOperation, binding: JsonObject): DerivedAction | undefined {
  const { action } = binding;
  if (one.operation === endpoint.operation || one.method !== endpoint.method) return undefined;
  const place = ownString(action, "in") ?? "path";
  const name = ownString(action, "name") ?? "action";
  const text = place.startsWith("path")
    ? textInPath(one.path, endpoint.path, name)
    : textBesidePath(one.path, endpoint.path, name);
  const found = text === undefined ? undefined : textAround(ownString(action, "value"))(text);
  return found === undefined ? undefined : { ...one, name: found };
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

/** What operations say about the endpoint whose actions they are. */
export interface SharedParts {
  readonly actions: readonly (readonly [name: string, action: JsonObject])[];
  /** Members of the endpoint's operation, for those that it doesn't have itself. */
  readonly operation: JsonObject;
  /** Whether each has a success of its own, which is its result. */
  readonly hasResults: boolean;
  /** Operations of which scopes can't say what they require: their actions need more. */
  readonly inexpressible: readonly DerivedAction[];
}

/** The Action Objects that operations stand for, and what all of them say about their endpoint. */
export function sharedParts(derived: readonly DerivedAction[], path: string, document: JsonObject): SharedParts {
  const schemas = derived.map((one) => successSchemaOf(one.operation, document));
  const hasResults = new Set(schemas.map((schema) => JSON.stringify(schema))).size > 1;
  const securities = derived.map((one) => securityOf(one.operation, document));
  const security = endpointSecurity(securities);
  const beyond = securities.map((needed) => scopesBeyond(needed, security));
  const actions = derived.map((one, index) => {
    // Where scopes can't express the difference, calls need more than the operation did, never less.
    const scopes = beyond[index] ?? scopesOf(securities[index]!);
    return [one.name, actionOf(one, hasResults ? schemas[index] : undefined, scopes, document)] as const;
  });
  const [first] = derived;
  const requestBody = bodyOf(derived, document);
  const operation: JsonObject = {
    ...(first && pick(first.operation, "tags")),
    ...(requestBody && { requestBody }),
    ...(first && { parameters: parametersOf(derived, path, document), responses: responsesOf(derived, document) }),
    ...(derived.some((one) => Object.hasOwn(one.operation, "security")) && { security }),
  };
  return { actions, operation, hasResults, inexpressible: derived.filter((_, index) => beyond[index] === undefined) };
}

/** The Action Object that an operation represents. */
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

/** A body that accepts any action's, in the media types of all. */
function bodyOf(derived: readonly DerivedAction[], document: JsonObject): JsonObject | undefined {
  const bodies = derived.map(({ operation }) => resolveComponent(own(operation, "requestBody"), document));
  const types = new Set(bodies.flatMap((body) => Object.keys(ownObject(body, "content") ?? {}).filter(isJsonType)));
  if (types.size === 0) return undefined;
  const schema = { type: "object", additionalProperties: true };
  return {
    required: bodies.every((body) => own(body, "required") === true),
    content: Object.fromEntries([...types].sort(compare).map((type) => [type, { schema }])),
  };
}

/** The parameters of all; one that some lack is optional. None of them contains what names the action in the path. */
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
    const types = Object.keys(ownObject(target, "content") ?? {}).filter(isJsonType);
    const content = Object.fromEntries((types.length > 0 ? types : ["application/json"]).map((type) => [type, { schema }]));
    return [status, { ...(isObject(target) ? target : {}), content }];
  });
  return Object.fromEntries(merged.sort(([a], [b]) => compare(a, b)));
}

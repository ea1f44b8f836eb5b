import { normalizePath } from "../../../../templates/runtime/server/router.js";
import { quote } from "../../../diagnostics/escape.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../../document/json-value.js";
import { operationHolder, requestMethod } from "../../../document/path-operations.js";
import type { OperationNode } from "../../../lint/rule.js";
import { buildOperation } from "../../../model/build-operation.js";
import type { Operation, Parameter } from "../../../model/contract.js";
import { mergeParameters } from "../../../model/merge-parameters.js";
import { at, type ChangeAnchors, type Anchor } from "../rule.js";
import type { ActionEndpoint, ContractVersion } from "./contract-version.js";
import { added, kept, type Maps, type Pair, removed } from "./pairs.js";

/** An operation of one version: its model and its source objects. */
export interface OperationVersion {
  readonly version: ContractVersion;
  /** The server calls `webhook` and `callback` operations. */
  readonly role: OperationNode["role"];
  /** Equal for the same operation of both versions, regardless of the names of its path parameters. */
  readonly key: string;
  /** For a callback: equal for the same method of the same callback, regardless of its URL. */
  readonly callbackKey: string | undefined;
  /** For messages: the `operationId`, or method and path. */
  readonly title: string;
  readonly model: Operation;
  readonly object: JsonObject;
  /** Its key in the path item. */
  readonly anchor: Anchor;
  readonly parameters: readonly ParameterVersion[];
  readonly body: JsonObject | undefined;
  /** For an endpoint of actions: its actions and its effective binding. */
  readonly endpoint: ActionEndpoint | undefined;
  /** By status; ranges in upper case. */
  readonly responses: ReadonlyMap<string, JsonObject>;
}

export type OperationPair = Pair<OperationVersion>;

export interface ParameterVersion {
  /** By location and name; header names are case-insensitive. */
  readonly key: string;
  readonly model: Parameter;
  readonly object: JsonObject;
}

/** Returns the operations of a version by key; the first one if two have the same key. */
export function operationsOf(version: ContractVersion): ReadonlyMap<string, OperationVersion> {
  const owners = callbackOwners(version);
  const sides = new Map<string, OperationVersion>();
  for (const node of version.operations) {
    for (const owner of owners.get(node.pathItem) ?? [undefined]) {
      const side = createOperation(node, version, owner);
      if (!sides.has(side.key)) sides.set(side.key, side);
    }
  }
  return sides;
}

/** Returns the parameters that both versions of an operation have. */
export function keptParameters(pair: OperationPair): Pair<ParameterVersion>[] {
  return kept(byKey(pair));
}

/** Returns the parameters that only `after` has. */
export function addedParameters(pair: OperationPair): ParameterVersion[] {
  return added(byKey(pair));
}

/** Returns the parameters that only `before` has. */
export function removedParameters(pair: OperationPair): ParameterVersion[] {
  return removed(byKey(pair));
}

function byKey({ before, after }: OperationPair): Maps<ParameterVersion> {
  const map = ({ parameters }: OperationVersion) => new Map(parameters.map((parameter) => [parameter.key, parameter]));
  return { before: map(before), after: map(after) };
}

/** Returns the name of an operation for messages. */
export function describeOperation({ title }: OperationVersion): string {
  return quote(title);
}

/** Returns the name of a parameter for messages: `the query parameter "limit" of "listServices"`. */
export function describeParameter({ model }: ParameterVersion, operation: OperationVersion): string {
  if (model.in === "querystring") return `the query string of ${describeOperation(operation)}`;
  return `the ${parameterLocations.has(model.in) ? model.in : quote(model.in)} parameter ${quote(model.name)} of ${describeOperation(operation)}`;
}

const parameterLocations: ReadonlySet<string> = new Set(["path", "query", "header", "cookie"]);

/** Returns the anchors of an operation's field in both versions, or of the operation if the field is absent. */
export function fieldAnchors({ before, after }: OperationPair, field: string): ChangeAnchors {
  return { before: fieldAnchor(before, field), after: fieldAnchor(after, field) };
}

/** Returns the anchor of an operation's field, or of the operation if the field is absent. */
export function fieldAnchor({ object, anchor }: OperationVersion, field: string): Anchor {
  return own(object, field) === undefined ? anchor : at(object, field);
}

/** Returns the anchors of a field in two versions of an object, or of the object if the field is absent. */
export function objectAnchors({ before, after }: Pair<JsonObject>, field?: string): ChangeAnchors {
  const find = (object: JsonObject) => (field === undefined || own(object, field) === undefined ? at(object) : at(object, field));
  return { before: find(before), after: find(after) };
}

function createOperation(node: OperationNode, version: ContractVersion, owner: string | undefined): OperationVersion {
  const { method, path, operation, pathItem, role } = node;
  const title = titleOf(node);
  const endpoint = version.endpoints.find((one) => one.endpoint.operation === operation);
  const merged = { ...operation, parameters: mergeParameters(node, version.resolve) };
  const model = buildOperation({ id: title, method, path, operation: merged, binding: endpoint?.binding }, version);
  const responses = ownObject(operation, "responses") ?? {};
  return {
    version,
    role,
    key: [role, owner ?? "", method, owner === undefined ? withoutNames(path) : path].join(" "),
    callbackKey: owner === undefined ? undefined : [owner, method].join(" "),
    title,
    model,
    object: operation,
    anchor: at(operationHolder(pathItem, method), method),
    parameters: createParameters(model, path, merged.parameters, version),
    body: objectOr(version.resolve(own(operation, "requestBody"))),
    endpoint,
    responses: new Map(
      model.responses.flatMap(({ status }) => {
        const response = version.resolve(responses[status]);
        return isObject(response) ? [[statusKey(status), response] as const] : [];
      }),
    ),
  };
}

/** Returns the parameters of an operation, which `list` declares. */
export function createParameters(
  { parameters }: Operation,
  path: string,
  list: readonly JsonValue[],
  version: ContractVersion,
): ParameterVersion[] {
  return parameters.map((parameter) => ({
    key: parameterKey(parameter, path),
    model: parameter,
    object: findParameter(parameter, list, version),
  }));
}

/** Returns a status as a key: `2xx` is `2XX`, as the documents of many generators have it. */
export function statusKey(status: string): string {
  return /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
}

/** Returns the title of an operation for messages: its `operationId`, or method and path. */
export function titleOf({ method, path, operation }: Pick<OperationNode, "method" | "path" | "operation">): string {
  return ownString(operation, "operationId") ?? `${requestMethod(method)} ${path}`;
}

/** Returns the form that equivalent paths share, without the names of parameters, which are not sent. */
export function withoutNames(path: string): string {
  return normalizePath(path.replaceAll(/\{[^{}]*\}/g, "{}"));
}

function objectOr(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns the key of a parameter. A path parameter is identified by its position, as its name is not sent. */
function parameterKey(parameter: Parameter, path: string): string {
  const { name } = parameter;
  if (parameter.in === "header") return `header ${name.toLowerCase()}`;
  if (parameter.in === "querystring") return parameter.in;
  if (parameter.in !== "path") return `${parameter.in} ${name}`;
  const position = [...path.matchAll(/\{([^}]*)\}/g)].findIndex((match) => match[1] === name);
  return position < 0 ? `path ${name}` : `path ${position}`;
}

function findParameter(parameter: Parameter, list: readonly JsonValue[], version: ContractVersion): JsonObject {
  const found = list.map((item) => version.resolve(item)).filter(isObject);
  return found.find((item) => ownString(item, "name") === parameter.name && ownString(item, "in") === parameter.in)!;
}

/** Returns the path items of callbacks, each with its operation and callback name. */
function callbackOwners(version: ContractVersion): ReadonlyMap<JsonObject, readonly string[]> {
  const owners = new Map<JsonObject, string[]>();
  for (const { method, path, operation } of version.operations) {
    for (const [name, value] of Object.entries(ownObject(operation, "callbacks") ?? {})) {
      const items = Object.values(objectOr(version.resolve(value)) ?? {}).filter(isObject);
      for (const item of items) owners.set(item, [...(owners.get(item) ?? []), `${method} ${withoutNames(path)} ${name}`]);
    }
  }
  return owners;
}

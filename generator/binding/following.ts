import { parsePathTemplate } from "../document/path-template.js";
import { formatPointer } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { own, ownObject, ownString, type JsonObject } from "../document/json-value.js";
import { schemasIn } from "../json-schema/schema.js";
import { asyncCode } from "./codes/following.js";
import { operationCode } from "./codes/operations.js";
import {
  bindingKeys,
  findOperation,
  samePath,
  servicePathOf,
  successSchema,
  type BindingSource,
  type BoundOperation,
  type BoundResponse,
  type FollowingBinding,
  type ServiceBinding,
  type StateBinding,
} from "./binding.js";
import { checkPointer, pointersIn } from "./check-pointers.js";
import { inferState, placesIn, statePointer, writtenState } from "./following-states.js";
import { readMembers } from "./read-binding.js";
import { explainUnfollowed } from "./unfollowed.js";
import type { BindingProblem } from "./problem.js";

/** The members of `async` in a binding. */
export const asyncMembers = {
  operation: "name",
  parameter: "name",
  id: "pointer",
  header: "name",
  status: "pointer",
  error: "pointer",
  pending: "states",
  done: "states",
  failed: "states",
} as const;

/** The parts of an endpoint's responses from which its actions can be followed. */
interface Responses {
  /** Bodies of the responses after which an action may continue. */
  readonly body: JsonObject;
  readonly isDescribed: boolean;
  /** Names of their headers, in lower case. */
  readonly headers: readonly string[];
  readonly hasAccepted: boolean;
}

/**
 * Determines how clients follow actions that complete asynchronously: by `async` of a binding, else by an operation
 * resource that the 202 names in its body or in a header. `null` declares that they can't be followed.
 */
export function readFollowing(
  source: BindingSource,
  successes: readonly BoundResponse[],
  written: JsonObject | null | undefined,
  service: ServiceBinding,
  problems: BindingProblem[],
): FollowingBinding | undefined {
  if (written === null) return undefined;
  const accepted = successes.filter(({ status }) => status === "202");
  const used = accepted.length > 0 ? accepted : successes;
  const bodies = used.flatMap(({ json }) => json.map(({ schema }) => schema));
  const responses: Responses = {
    body: { anyOf: bodies.filter((one) => one !== undefined) },
    isDescribed: bodies.some((one) => !schemasIn(source.document).of(one).isFreeForm),
    headers: used.flatMap(({ response }) => Object.keys(ownObject(response, "headers") ?? {}).map((name) => name.toLowerCase())),
    hasAccepted: accepted.length > 0,
  };
  if (written) return followWritten(source, responses, written, service, problems);
  if (!responses.hasAccepted) return undefined;
  const inferred = inferFollowing(source, responses);
  const [action] = asyncActions(source);
  const unfollowed = inferred || !action ? undefined : explainUnfollowed(source, responses);
  if (unfollowed) problems.push({ kind: "follow-unknown", ...unfollowed, holder: action![1], key: "async" });
  return inferred;
}

function followWritten(
  source: BindingSource,
  responses: Responses,
  written: JsonObject,
  service: ServiceBinding,
  problems: BindingProblem[],
): FollowingBinding | undefined {
  const { document, operations, endpoint } = source;
  const read = readMembers(written, asyncMembers, problems);
  const named = read.operation === undefined ? undefined : findOperation(source, read.operation, written, problems);
  if (read.operation !== undefined && !named) return undefined;
  const shown = service.representation;
  const represented = operations.find(({ path, method }) => path === shown?.path && method === shown.method);
  const stateOf = (operation: BoundOperation | undefined) => {
    const schema = successSchema(operation, document);
    const isOfEndpoint = operation !== undefined && samePath(operation.path, servicePathOf(endpoint.path, source.selector));
    const isService = operation !== undefined && operation === represented && (operation !== named || isOfEndpoint);
    const status = statePointer(schema, document) ?? (isService ? service.status : undefined);
    return writtenState({ schema, status, isService }, read, written, source, problems);
  };
  const invalid = (problem: BindingProblem) => {
    problems.push(problem);
    return undefined;
  };
  const key = (name: string) => ({ holder: written, key: name });
  if (named && named.method !== "get") {
    const parameters = { id: read.operation!, method: named.method };
    return invalid(operationCode.problem("method", parameters, key("operation"), gets(source)));
  }
  if (read.header !== undefined) {
    for (const name of ["id", "parameter"] as const) {
      if (read[name] !== undefined) invalid(asyncCode.problem("besideHeader", { name }, key(name), `Remove ${name}, or header.`));
    }
    const header = read.header.toLowerCase();
    if (!responses.headers.includes(header)) {
      const near = suggest(header, responses.headers);
      const has = responses.headers.length > 0 ? ` It declares ${responses.headers.map(quote).join(", ")}.` : "";
      const declare = `Declare it under headers of the response.${has}`;
      const hint = near === undefined ? declare : `Did you mean ${quote(near)}?`;
      invalid(asyncCode.problem("header", { header: read.header }, key("header"), hint));
    }
    const resources = operationResources(source).map(({ operation }) => operation);
    const state = stateOf(named ?? resources[0] ?? represented);
    return { kind: "header", header, ...shownBy(named ? [named] : resources), state };
  }
  if (named) {
    const parameter = read.parameter ?? lastParameter(named.path);
    if (parameter === undefined)
      return invalid(operationCode.problem("parameterless", { path: named.path }, key("operation"), gets(source)));
    if (!parametersOf(named.path).includes(parameter)) {
      const near = suggest(parameter, parametersOf(named.path));
      const hint = `${near === undefined ? "Write" : "Did you mean"} ${quote(near ?? lastParameter(named.path)!)}${near === undefined ? "." : "?"}`;
      return invalid(asyncCode.problem("parameter", { path: named.path, name: parameter }, key("parameter"), hint));
    }
    const id = read.id ?? idPointer(responses.body, document, parameter);
    if (id === undefined)
      return invalid(
        operationCode.problem("idless", {}, key("operation"), addId(pointersIn(responses.body, document, ["string", "integer"]))),
      );
    const at = { holder: written, key: "id" };
    const target = { schema: responses.body, document, what: "the response has", types: ["string", "integer"] as const };
    if (responses.isDescribed) checkPointer(target, read.id, at, problems);
    return { kind: "operation", path: named.path, method: named.method, parameter, id, state: stateOf(named) };
  }
  for (const name of ["id", "parameter"] as const) {
    if (read[name] !== undefined && read.operation === undefined)
      invalid(asyncCode.problem("withoutOperation", { name }, key(name), `Add operation, the id of a GET. ${gets(source)}`));
  }
  if (represented?.method === "get")
    return { kind: "service", path: represented.path, method: represented.method, state: stateOf(represented) };
  // Errors in members have been reported.
  if (problems.some(({ holder }) => holder === written)) return undefined;
  const hint = `Write async: { operation: … } or async: { header: Location }. ${gets(source)}`;
  const at = { holder: endpoint.operation, key: bindingKeys(source.prefix).action };
  return invalid(asyncCode.problem("nothing", {}, at, hint));
}

/** Returns the actions of an endpoint that complete asynchronously, by name. */
export function asyncActions({ serviceTypes }: BindingSource): [string, JsonObject][] {
  return [...serviceTypes.values()]
    .flatMap((actions) => Object.entries(actions))
    .filter((entry): entry is [string, JsonObject] => own(entry[1], "async") === true);
}

function addId(places: readonly string[]): string {
  const [first] = places;
  if (first === undefined) return "Describe it in the response's schema, and name it: async: { id: /… }.";
  const has = places.length > 1 ? ` The response has ${places.slice(0, 8).map(quote).join(", ")}.` : "";
  return `If it is at ${quote(first)}, add id: ${first} to async.${has}`;
}

/** Lists the operations that can be followed: GETs whose path has a parameter. */
function gets({ operations }: BindingSource): string {
  const ids = operations.flatMap(({ method, path, operation }) =>
    method === "get" && path.includes("{") ? (ownString(operation, "operationId") ?? []) : [],
  );
  return ids.length === 0
    ? "Declare a GET for it, with an operationId."
    : `Operations that can be followed: ${ids.slice(0, 8).map(quote).join(", ")}.`;
}

/** Infers the following from the contract: an operation resource that the body or a header of the 202 names. */
function inferFollowing(source: BindingSource, { body, headers }: Responses): FollowingBinding | undefined {
  const resources = operationResources(source);
  for (const { operation, parameter, state } of resources) {
    const { path, method } = operation;
    const id = parametersOf(source.endpoint.path).includes(parameter) ? undefined : idPointer(body, source.document, parameter);
    if (id !== undefined) return { kind: "operation", path, method, parameter, id, state };
  }
  const header = ["operation-location", "location"].find((name) => headers.includes(name));
  const [resource] = resources;
  if (header === undefined || !resource) return undefined;
  return { kind: "header", header, ...shownBy(resources.map(({ operation }) => operation)), state: resource.state };
}

/** Returns the operation that the URL in a header leads to, if there is only one candidate. */
function shownBy(operations: readonly BoundOperation[]): Pick<FollowingBinding & { readonly kind: "header" }, "shownBy"> {
  const [{ path, method } = {}, ...others] = operations;
  return path === undefined || method === undefined || others.length > 0 ? {} : { shownBy: { path, method } };
}

/**
 * A GET operation that returns what an action has started: recognised by its name, and by a state that distinguishes
 * running from ended.
 */
export interface OperationResource {
  readonly operation: BoundOperation;
  /** The last parameter of its path: the id. */
  readonly parameter: string;
  readonly state: StateBinding;
}

export function operationResources({
  operations,
  document,
}: Pick<BindingSource, "operations" | "document">): readonly OperationResource[] {
  const known = found.get(operations);
  if (known) return known;
  const resources = operations.flatMap((operation) => {
    const { path, segments } = parsePathTemplate(operation.path);
    const parameter = lastParameter(path);
    if (operation.method !== "get" || parameter === undefined || !path.endsWith(`{${parameter}}`)) return [];
    const name = [...path.split("/").slice(-2), segments.get(parameter)].join("/");
    const schema = successSchema(operation, document);
    if (!/operation|job|task|action|execution|process/i.test(name) && !isLongRunning(schema, document)) return [];
    const state = inferState(schema, document);
    return state ? [{ operation, parameter, state }] : [];
  });
  found.set(operations, resources);
  return resources;
}

/** The resources of operations: each endpoint of a document asks for those of all. */
const found = new WeakMap<readonly BoundOperation[], readonly OperationResource[]>();

/** Returns whether a schema looks like a long-running operation: it has `done`, and next to it an outcome. */
export function isLongRunning(schema: JsonObject, document: JsonObject): boolean {
  const members = schemasIn(document).of(schema).members;
  const done = members.get("done");
  return done !== undefined && done.schema.isOnly("boolean") && members.has("response") && members.has("error");
}

/**
 * Returns the pointer to the id of the followed resource in a response: the member with the parameter's name, else
 * `id`; at the root or in the only object there.
 */
export function idPointer(body: JsonObject, document: JsonObject, parameter: string): string | undefined {
  const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  const isId = (pointer: string) => {
    const member = schemasIn(document).at(body, pointer);
    return member !== undefined && (member.schema.isOnly("string") || member.schema.isOnly("integer"));
  };
  const places = placesIn(body, document);
  const named = places.flatMap((place) => {
    const members = schemasIn(document).at(body, place)?.schema.members;
    return [...(members?.keys() ?? [])]
      .filter((name) => plain(name) === plain(parameter))
      .map((name) => `${place}${formatPointer([name])}`);
  });
  const usual = ["/operation/id", "/job/id", "/task/id", "/action/id"];
  const candidates = places.flatMap((place) => usual.map((pointer) => `${place}${pointer}`));
  return [...named, ...candidates, "/data/id", "/id"].find(isId);
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!);
}

function lastParameter(path: string): string | undefined {
  return parametersOf(path).at(-1);
}

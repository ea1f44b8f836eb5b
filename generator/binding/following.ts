import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { isFreeForm, isText, memberAt, textsOf } from "../json-schema/members.js";
import {
  bindingKeys,
  findOperation,
  isSuccess,
  responsesOf,
  type BindingProblem,
  type BindingSource,
  type BoundOperation,
  type BoundResponse,
  type FollowingBinding,
  type ServiceBinding,
  type StateBinding,
} from "./binding.js";
import { readMembers } from "./read-binding.js";

const asyncMembers = {
  operation: "name",
  parameter: "name",
  id: "pointer",
  header: "name",
  service: "selector",
  status: "pointer",
  pending: "names",
  done: "names",
  failed: "names",
} as const;

/**
 * How the end of what goes on is found, where a binding says it. Otherwise the contract may show it: a GET whose path ends in
 * a parameter that the response has, or a service with a state.
 */
export function readFollowing(
  source: BindingSource,
  successes: readonly BoundResponse[],
  written: JsonObject | undefined,
  service: ServiceBinding,
  problems: BindingProblem[],
): FollowingBinding | undefined {
  const { document } = source;
  const read = written ? readMembers(written, asyncMembers, problems) : {};
  const accepted = successes.filter(({ status }) => status === "202");
  const bodies = (accepted.length > 0 ? accepted : successes).flatMap(({ json }) => json.map(({ schema }) => schema));
  const body: JsonObject = { anyOf: bodies.filter((one) => one !== undefined) };
  if (!written) return inferFollowing(source, accepted, body);
  const stateOf = (operation: BoundOperation | undefined): StateBinding => {
    const schema: JsonObject = { anyOf: operation ? successSchemas(operation, document) : [] };
    const status =
      read.status ??
      (operation ? ["/status", "/state"].find((pointer) => statesAt(schema, pointer, document)) : undefined) ??
      "/status";
    const states = statesAt(schema, status, document);
    for (const name of ["pending", "done", "failed"] as const) {
      for (const state of read[name] ?? []) {
        if (!states || states.includes(state)) continue;
        const near = suggest(state, states);
        problems.push({
          kind: "binding-invalid",
          text: `${quote(state)} is no state that ${quote(status)} can have`,
          holder: written,
          key: name,
          ...(near === undefined ? {} : { hint: `Did you mean ${quote(near)}?` }),
        });
      }
    }
    const failed = read.failed ?? [];
    const pending = read.pending ?? (read.done ? [] : (states ?? []).filter(isPendingState));
    const done = read.done ?? (states ?? []).filter((state) => !pending.includes(state) && !failed.includes(state));
    return { status, pending, done, failed };
  };
  if (read.header !== undefined) {
    const operation = read.operation === undefined ? undefined : findOperation(source, read.operation, written, problems);
    return { kind: "header", header: read.header.toLowerCase(), state: stateOf(operation) };
  }
  if (read.operation !== undefined && read.id !== undefined) {
    const operation = findOperation(source, read.operation, written, problems);
    if (!operation) return undefined;
    const parameter = read.parameter ?? lastParameter(operation.path);
    if (parameter === undefined || read.id === null) return undefined;
    if (!memberAt(body, read.id, document) && bodies.length > 0 && !bodies.every((one) => isFreeForm(one, document)))
      problems.push({
        kind: "binding-invalid",
        text: `the response has nothing at ${quote(read.id)}`,
        holder: written,
        key: "id",
      });
    return {
      kind: "operation",
      path: operation.path,
      method: operation.method,
      parameter,
      id: read.id,
      state: stateOf(operation),
    };
  }
  const shown = service.representation;
  const represented = shown && source.operations.find(({ path, method }) => path === shown.path && method === shown.method);
  if (!represented) {
    problems.push({
      kind: "binding-invalid",
      text: "nothing is said to follow: neither an operation with an id, nor a header, nor a service that the API shows",
      holder: source.endpoint.operation,
      key: bindingKeys(source.prefix).action,
    });
    return undefined;
  }
  return { kind: "service", path: represented.path, method: represented.method, state: stateOf(represented) };
}

/** By what the contract shows: an operation resource that a member or a header of the 202 names. */
function inferFollowing(
  { document, operations, endpoint }: BindingSource,
  accepted: readonly BoundResponse[],
  body: JsonObject,
): FollowingBinding | undefined {
  if (accepted.length === 0) return undefined;
  for (const operation of operations) {
    const parameter = lastParameter(operation.path);
    if (operation.method !== "get" || parameter === undefined || !operation.path.endsWith(`{${parameter}}`)) continue;
    if (parametersOf(endpoint.path).includes(parameter)) continue;
    const schema: JsonObject = { anyOf: successSchemas(operation, document) };
    const state = ["/status", "/state"].flatMap((pointer) => stateBinding(statesAt(schema, pointer, document), pointer))[0];
    const id = [`/${parameter}`, "/operation/id", "/id"].find((pointer) => {
      const member = memberAt(body, pointer, document);
      return member !== undefined && (pointer !== "/id" || /operation|job|task/i.test(parameter)) && isText(member, document);
    });
    if (state && id !== undefined) return { kind: "operation", path: operation.path, method: "get", parameter, id, state };
  }
  for (const header of ["operation-location", "location"]) {
    const declared = accepted.some(({ response }) =>
      Object.keys(ownObject(response, "headers") ?? {}).some((name) => name.toLowerCase() === header),
    );
    const resources = operations.filter(
      ({ method, path }) => method === "get" && /operation|job|task/i.test(lastParameter(path) ?? ""),
    );
    const states = resources.flatMap((operation) => {
      const schema: JsonObject = { anyOf: successSchemas(operation, document) };
      return ["/status", "/state"].flatMap((pointer) => stateBinding(statesAt(schema, pointer, document), pointer));
    });
    if (declared && states[0]) return { kind: "header", header, state: states[0] };
  }
  return undefined;
}

function stateBinding(states: readonly string[] | undefined, status: string): StateBinding[] {
  const pending = states?.filter(isPendingState) ?? [];
  const done = states?.filter((state) => !pending.includes(state)) ?? [];
  return pending.length > 0 && done.length > 0 ? [{ status, pending, done, failed: [] }] : [];
}

function statesAt(schema: JsonObject, pointer: string, document: JsonObject): readonly string[] | undefined {
  const member = memberAt(schema, pointer, document);
  return member && textsOf(member, document);
}

function successSchemas({ operation }: BoundOperation, document: JsonObject): JsonValue[] {
  return responsesOf(operation, document)
    .filter(({ status }) => isSuccess(status))
    .flatMap(({ json }) => json.flatMap(({ schema }) => (schema === undefined ? [] : [schema])));
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!);
}

function lastParameter(path: string): string | undefined {
  return parametersOf(path).at(-1);
}

const pendingWords = new Set(
  "accepted enqueued new open pending planned progress queued received requested scheduled submitted".split(" "),
);

/** Whether something else follows a state, by the words that name it: `queued`, `running`, `issuing_certificate`. */
export function isPendingState(state: string): boolean {
  const words = state
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => pendingWords.has(word) || /[a-z]{2}ing$/.test(word));
}

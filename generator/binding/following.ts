import { formatPointer } from "../../templates/runtime/json-pointer.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { ownObject, type JsonObject } from "../document/json-value.js";
import { isFreeForm, isText, isWholeNumber, memberAt, membersOf, textsOf } from "../json-schema/members.js";
import {
  asides,
  bindingKeys,
  findOperation,
  successSchema,
  type BindingProblem,
  type BindingSource,
  type BoundOperation,
  type BoundResponse,
  type FollowingBinding,
  type ServiceBinding,
  type StateBinding,
} from "./binding.js";
import { checkPointer, readMembers, type Written } from "./read-binding.js";

/** What `async` of a binding may have. */
export const asyncMembers = {
  operation: "name",
  parameter: "name",
  id: "pointer",
  header: "name",
  status: "pointer",
  pending: "names",
  done: "names",
  failed: "names",
} as const;

/** What an endpoint shows to whoever follows its actions. */
interface Responses {
  /** Bodies of the responses after which an action may go on. */
  readonly body: JsonObject;
  readonly isDescribed: boolean;
  /** Names of their headers, in lower case. */
  readonly headers: readonly string[];
  readonly hasAccepted: boolean;
}

/**
 * How the end of what completes asynchronously is found: as `async` of a binding says, else by an operation resource that
 * the 202 names in its body or in a header. `null` says that it can't be followed.
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
    isDescribed: bodies.some((one) => !isFreeForm(one, source.document)),
    headers: used.flatMap(({ response }) => Object.keys(ownObject(response, "headers") ?? {}).map((name) => name.toLowerCase())),
    hasAccepted: accepted.length > 0,
  };
  return written
    ? followWritten(source, responses, written, service, problems)
    : responses.hasAccepted
      ? inferFollowing(source, responses)
      : undefined;
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
  const stateOf = (operation: BoundOperation | undefined) => writtenState(operation, read, document, written, problems);
  const invalid = (key: string, text: string, hint?: string) => {
    problems.push({ kind: "binding-invalid", text, holder: written, key, ...(hint === undefined ? {} : { hint }) });
    return undefined;
  };
  if (read.header !== undefined) {
    const header = read.header.toLowerCase();
    if (!responses.headers.includes(header)) {
      const near = suggest(header, responses.headers);
      const hint = near === undefined ? "Declare it under headers of the response." : `Did you mean ${quote(near)}?`;
      invalid("header", `the response declares no header ${quote(read.header)}`, hint);
    }
    return { kind: "header", header, state: stateOf(named ?? operationResources(source)[0]?.operation ?? represented) };
  }
  if (named) {
    const parameter = read.parameter ?? lastParameter(named.path);
    if (parameter === undefined)
      return invalid("operation", `${quote(named.path)} has no parameter that could name what is followed`);
    if (!parametersOf(named.path).includes(parameter)) {
      const near = suggest(parameter, parametersOf(named.path));
      const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
      return invalid("parameter", `${quote(named.path)} has no parameter ${quote(parameter)}`, hint);
    }
    const id = read.id ?? idPointer(responses.body, document, parameter);
    if (id === undefined)
      return invalid("operation", "nothing says where the response has the id of what is followed", "Add id: /….");
    const at = { holder: written, key: "id" };
    if (responses.isDescribed) checkPointer(responses.body, read.id, document, at, "the response has nothing", problems);
    return { kind: "operation", path: named.path, method: named.method, parameter, id, state: stateOf(named) };
  }
  if (represented) return { kind: "service", path: represented.path, method: represented.method, state: stateOf(represented) };
  const text = "nothing says what to follow: neither an operation nor a header, and the contract has no GET for the service";
  problems.push({ kind: "binding-invalid", text, holder: endpoint.operation, key: bindingKeys(source.prefix).action });
  return undefined;
}

/** Where the state stands, and what its values mean: as a binding says, the rest by the words in the values. */
function writtenState(
  operation: BoundOperation | undefined,
  read: Written<typeof asyncMembers>,
  document: JsonObject,
  written: JsonObject,
  problems: BindingProblem[],
): StateBinding {
  const schema = successSchema(operation, document);
  const isDescribed = membersOf(schema, document).size > 0;
  if (isDescribed) {
    const at = { holder: written, key: "status" };
    checkPointer(schema, read.status, document, at, "what is followed has nothing", problems);
  }
  const status = read.status ?? statePointer(schema, document) ?? "/status";
  const states = statesAt(schema, status, document);
  for (const name of ["pending", "done", "failed"] as const) {
    for (const state of read[name] ?? []) {
      if (!states || states.includes(state)) continue;
      const near = suggest(state, states);
      problems.push({
        kind: "binding-invalid",
        text: `${quote(state)} is none of the states that ${quote(status)} can have`,
        holder: written,
        key: name,
        hint: near === undefined ? `It can have: ${states.slice(0, 10).join(", ")}.` : `Did you mean ${quote(near)}?`,
      });
    }
  }
  const said = new Set([...(read.pending ?? []), ...(read.done ?? []), ...(read.failed ?? [])]);
  const open = (states ?? []).filter((state) => !said.has(state));
  const failed = read.failed ?? open.filter(isFailedState);
  const rest = open.filter((state) => !failed.includes(state));
  const pending = read.pending ?? (read.done ? rest : rest.filter(isPendingState));
  const done = read.done ?? rest.filter((state) => !pending.includes(state));
  return { status, pending, done, failed };
}

/** By what the contract shows: an operation resource that the body or a header of the 202 names. */
function inferFollowing(source: BindingSource, { body, headers }: Responses): FollowingBinding | undefined {
  const resources = operationResources(source);
  for (const { operation, parameter, state } of resources) {
    const { path, method } = operation;
    const id = parametersOf(source.endpoint.path).includes(parameter) ? undefined : idPointer(body, source.document, parameter);
    if (id !== undefined) return { kind: "operation", path, method, parameter, id, state };
  }
  const header = ["operation-location", "location"].find((name) => headers.includes(name));
  const [resource] = resources;
  return header !== undefined && resource ? { kind: "header", header, state: resource.state } : undefined;
}

/** A GET on what an action has started: by its name, and by a state in which it goes on and one in which it has ended. */
interface OperationResource {
  readonly operation: BoundOperation;
  /** The last of its path: the id. */
  readonly parameter: string;
  readonly state: StateBinding;
}

function operationResources({ operations, document }: BindingSource): OperationResource[] {
  return operations.flatMap((operation) => {
    const parameter = lastParameter(operation.path);
    if (operation.method !== "get" || parameter === undefined || !operation.path.endsWith(`{${parameter}}`)) return [];
    const name = operation.path.split("/").slice(-2).join("/");
    if (!/operation|job|task|action|execution|process/i.test(name)) return [];
    const schema = successSchema(operation, document);
    const pointer = statePointer(schema, document);
    const states = pointer === undefined ? undefined : statesAt(schema, pointer, document);
    if (pointer === undefined || !states) return [];
    const pending = states.filter(isPendingState);
    const failed = states.filter((state) => !pending.includes(state) && isFailedState(state));
    const done = states.filter((state) => !pending.includes(state) && !failed.includes(state));
    return pending.length > 0 && done.length > 0
      ? [{ operation, parameter, state: { status: pointer, pending, done, failed } }]
      : [];
  });
}

/** Where a response has the id of what is followed: in the member that has the parameter's name, else in an `id`; at the root or in the one object there. */
function idPointer(body: JsonObject, document: JsonObject, parameter: string): string | undefined {
  const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  const isId = (pointer: string) => {
    const member = memberAt(body, pointer, document);
    return member !== undefined && (isText(member, document) || isWholeNumber(member, document));
  };
  const places = placesIn(body, document);
  const named = places.flatMap((place) => {
    const members = membersOf({ anyOf: [...(memberAt(body, place, document)?.schemas ?? [])] }, document);
    return [...members.keys()]
      .filter((name) => plain(name) === plain(parameter))
      .map((name) => `${place}${formatPointer([name])}`);
  });
  const usual = ["/operation/id", "/job/id", "/task/id", "/action/id"];
  const candidates = places.flatMap((place) => usual.map((pointer) => `${place}${pointer}`));
  return [...named, ...candidates, "/data/id", "/id"].find(isId);
}

/** Where what is followed has its state: in a text that lists its values, at the root or in the one object there. */
function statePointer(schema: JsonObject, document: JsonObject): string | undefined {
  return placesIn(schema, document)
    .flatMap((place) => [`${place}/status`, `${place}/state`])
    .find((pointer) => statesAt(schema, pointer, document) !== undefined);
}

/** The root, and the one object in it that is described. */
function placesIn(schema: JsonObject, document: JsonObject): string[] {
  const described = [...membersOf(schema, document)].filter(
    ([name, { schemas }]) => !asides.has(name) && membersOf({ anyOf: [...schemas] }, document).size > 0,
  );
  return ["", ...(described.length === 1 ? [formatPointer([described[0]![0]])] : [])];
}

function statesAt(schema: JsonObject, pointer: string, document: JsonObject): readonly string[] | undefined {
  const member = memberAt(schema, pointer, document);
  return member && textsOf(member, document);
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

const failedWords = new Set("aborted canceled cancelled error errored expired failed failure rejected timeout".split(" "));

const wordsOf = (state: string) =>
  state
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);

/** Whether something else follows a state, by the words that name it: `queued`, `running`, `issuing_certificate`. */
export function isPendingState(state: string): boolean {
  return wordsOf(state).some((word) => pendingWords.has(word) || /[a-z]{2}ing$/.test(word));
}

/** Whether a state says that something ended without success. */
function isFailedState(state: string): boolean {
  return wordsOf(state).some((word) => failedWords.has(word));
}

import { valueAt, writeAt } from "../../../templates/runtime/json.js";
import type { CallError } from "../../../templates/runtime/server/errors.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { findLongRunningOperations } from "../../emit/client/long-running-operations.js";
import { schemasIn } from "../../json-schema/schema.js";
import { operationOf } from "../../model/action-operation.js";
import { actionResponses, type ActionResponse } from "../../model/action-responses.js";
import type { Action, ActionError, Operation, ServiceType } from "../../model/contract.js";
import { serviceResource } from "../../resources/services.js";
import { concretePath, roleOf } from "../../resources/uses.js";
import { membersOf, type MockContext } from "./context.js";
import { findFamilies, type Family, type FamilyUse } from "./families.js";
import { addItem, findItem, makeItem, withFreeId } from "./items.js";
import { pageOfResult } from "./lists.js";
import { findRuns, isFailure, namesRuns, startRun } from "./runs.js";
import { moveService } from "./life-cycle.js";
import { setValid } from "./services.js";
import { keepItem, placeOfItem } from "./state.js";

/** The call of an action, as the handler of a live server receives it. */
export interface ActionCall {
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly fail: (code: string, text?: string) => CallError;
}

/** What the handler of an action returns. */
export interface ActionReturn {
  readonly httpStatus?: number;
  readonly status?: string;
  readonly message?: string;
  readonly result?: unknown;
  readonly envelope?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** The number of things of a family that no action creates. */
const shownThings = 3;

/** Creates the handlers of the actions of a service type. */
export function createActions(
  context: MockContext,
  type: ServiceType,
  example: () => string | undefined,
): Readonly<Record<string, (call: ActionCall) => ActionReturn>> {
  const endpoint = context.contract.model.operations.find(({ id }) => id === type.operationId)!;
  const { model } = context.contract;
  const families = [...findFamilies(type, model), ...findRuns(type, model)];
  return Object.fromEntries(
    type.actions.map((action) => [
      action.name,
      (call: ActionCall) => {
        const result = resultOf({ context, endpoint, families, type, action, call }, example());
        moveService(context, endpoint, action, call.path);
        return returned(context, operationOf(endpoint, action), action, call, result);
      },
    ]),
  );
}

interface Invocation {
  readonly context: MockContext;
  readonly endpoint: Operation;
  readonly families: readonly Family[];
  readonly type: ServiceType;
  readonly action: Action;
  readonly call: ActionCall;
}

/** The result of an action: what was sent, the things that it keeps or shows, and the rest sampled. */
function resultOf(invocation: Invocation, example: string | undefined): JsonValue | undefined {
  const { context, families, action, call } = invocation;
  const { samples, contract } = context;
  const schema = contract.model.schemas.get(action.result)!;
  const examples = action.examples.filter(({ result }) => result !== undefined && samples.isValid(schema, result));
  const chosen = example === undefined ? examples[0] : examples.find(({ name }) => name === example);
  const base = structuredClone(chosen?.result) ?? samples.of(schema, action.name);
  if (base === undefined || (chosen && example !== undefined)) return base;
  let result = samples.echo(schema, base, (call.body ?? {}) as JsonValue);
  for (const family of families) {
    const use = family.uses.get(action.name);
    if (!use) continue;
    if (use.role === "run") return isObject(result) ? runOf(invocation, family, result) : result;
    const value = useFamily(invocation, family, use);
    if (use.at === undefined || value === undefined) continue;
    const placed = use.at === "" ? value : structuredClone(result);
    if (use.at !== "" && isObject(placed)) writeAt(placed, use.at, value);
    if (samples.isValid(schema, placed)) result = placed;
  }
  return pageOfResult(context, action, result, membersOf(call.body));
}

/** The result that an earlier call of the same action started, in its current state, or a new one. */
function runOf(invocation: Invocation, family: Family, result: JsonObject): JsonValue {
  const { context, type, action, call } = invocation;
  const collection = collectionOf(invocation, family);
  const id = membersOf(call.body)[family.id];
  const found = id === undefined ? undefined : context.state.find(collection, family.id, id);
  if (found) return structuredClone(found);
  if (id !== undefined && namesRuns(type, action, context.contract.model)) failWith(invocation, family, 404);
  const own = id === undefined ? withOwnId(invocation, family, collection, result) : result;
  return startRun(context, type, action, { family, collection, result: own });
}

/** Does with the things of a family what the action stands for. Returns what its result shows. */
function useFamily(invocation: Invocation, family: Family, { role, named }: FamilyUse): JsonValue | undefined {
  const { context, action, call } = invocation;
  const { state, samples } = context;
  const collection = collectionOf(invocation, family);
  const body = membersOf(call.body);
  const id = named === undefined ? undefined : body[named];
  const found = id === undefined ? undefined : state.find(collection, family.id, id);
  if (role === "list") return listThings(invocation, family, collection, body);
  if (role === "remove") {
    if (id !== undefined && !state.remove(collection, family.id, id) && isFilled(invocation, family))
      failWith(invocation, family, 404);
    return found;
  }
  if (role === "read") {
    if (found || id === undefined) return found ?? state.items(collection)?.at(-1);
    if (isFilled(invocation, family)) failWith(invocation, family, 404);
    return makeItem(context, family.schema, `${action.name} ${String(id)}`, { ...body, [family.id]: id });
  }
  if (found && isCreation.test(action.name)) failWith(invocation, family, 409);
  const made = found
    ? (samples.echo(family.schema, found, body) as JsonObject)
    : makeItem(context, family.schema, `${collection} ${state.items(collection)?.length ?? 0}`, body);
  if (!made) return undefined;
  const thing = found || id !== undefined ? made : withOwnId(invocation, family, collection, made);
  state.put(collection, family.id, thing);
  if (action.async) progress(invocation, family, collection, thing);
  return structuredClone(thing);
}

const isCreation = /^(?:create|add|register|insert|new)(?=[_A-Z-]|$)/i;

/** The things of a list that have what the body names. */
function listThings(invocation: Invocation, family: Family, collection: string, body: JsonObject): JsonValue {
  const { context } = invocation;
  const { state } = context;
  if (!state.items(collection) && !isFilled(invocation, family)) {
    for (let index = 0; index < shownThings; index++) {
      const thing = makeItem(context, family.schema, `${collection} ${index}`, {});
      if (thing) state.put(collection, family.id, withOwnId(invocation, family, collection, thing));
    }
  }
  const described = schemasIn(context.contract.model.schemas).of(family.schema);
  const filters = Object.entries(body).filter(([name, value]) => described.member(name) && typeof value !== "object");
  const things = state.items(collection) ?? [];
  return things.filter((thing) => filters.every(([name, value]) => thing[name] === value)) as JsonValue;
}

/** Whether some action adds things to a family. */
function isFilled({ type }: Invocation, { uses }: Family): boolean {
  return type.actions.some(({ name, async }) => uses.get(name)?.role === "write" && (isCreation.test(name) || async));
}

/** Where the things of a family of one service are kept. */
function collectionOf({ endpoint, call, type }: Invocation, { name }: Family): string {
  const facts = endpoint.binding?.selector?.action ?? { in: "path", name: "action" };
  const values = Object.entries(call.path).filter(([parameter]) => !(facts.in === "path" && parameter === facts.name));
  return `${endpoint.id}(${values.map(([, value]) => encodeURIComponent(String(value))).join(",")})/${type.name}/${name}`;
}

/** Gives a thing of a family an id that no other one has: its own, if that is free. */
function withOwnId({ context }: Invocation, { schema, id }: Family, collection: string, thing: JsonObject): JsonObject {
  const { samples, contract } = context;
  const idSchema = schemasIn(contract.model.schemas).of(schema).member(id)!.schema.node;
  function* ids() {
    yield thing[id];
    for (let number = 1; number < 50; number++) yield samples.of(idSchema, `${collection} ${number}`);
  }
  return withFreeId(context, { collection, member: id, schema }, thing, ids());
}

/** Shows a thing in its first state, and in its last one later. */
function progress({ context, action, type }: Invocation, family: Family, collection: string, thing: JsonObject): void {
  const { contract, samples, state, now, tempo } = context;
  const followable = findLongRunningOperations(contract.model)
    .get(type)
    ?.find((one) => one.action === action);
  if (!followable || "by" in followable.operation) return;
  const { state: member, pending, done } = followable.operation;
  const [first] = pending;
  const last = done.find((value) => !isFailure.test(value)) ?? done[0];
  if (first === undefined || last === undefined || !samples.isValid(family.schema, { ...thing, [member]: first })) return;
  thing[member] = first;
  const { id } = family;
  const pointer = `/${member}`;
  state.later({ collection, member: id, id: thing[id]!, pointer, value: last, due: now() + tempo });
}

/** Throws the error that the action declares for a status, the one about these things if there are several. */
function failWith({ action, call }: Invocation, { id, name }: Family, status: number): void {
  const nouns = [id.replace(/_?id$/i, ""), name].filter((noun) => noun !== "");
  const rank = ({ code }: ActionError) => Number(isLikely(code)) * 2 + Number(nouns.some((noun) => code.includes(noun)));
  const [error] = action.errors.filter((one) => one.status === status).sort((one, other) => rank(other) - rank(one));
  if (error && (status !== 409 || isLikely(error.code))) throw call.fail(error.code);
}

function isLikely(code: string): boolean {
  return /exist|taken|duplicate|already|conflict|not_?found|unknown|missing|no_?such/i.test(code);
}

/** What the handler returns: the facts of the action where the contract has them. */
function returned(
  context: MockContext,
  endpoint: Operation,
  action: Action,
  call: ActionCall,
  result: JsonValue | undefined,
): ActionReturn {
  const { model } = context.contract;
  const kind = { async: action.async, returnsResult: action.returnsResult };
  const { responses, isDefault } = actionResponses(endpoint, kind, model);
  const [response] = responses;
  if (!response) return {};
  const [status] = response.statuses?.filter((text) => action.statuses.length === 0 || action.statuses.includes(text)) ?? [];
  const outcome = status ?? action.statuses[0] ?? "ok";
  if (isDefault) return { status: outcome, result };
  return inEnvelope(context, endpoint, action, call, { response, isOneOf: responses.length > 1, outcome, result });
}

interface Outcome {
  readonly response: ActionResponse;
  readonly isOneOf: boolean;
  readonly outcome: string;
  readonly result: JsonValue | undefined;
}

/** The facts of an action for the contract's own envelope, and what the action starts. */
function inEnvelope(
  context: MockContext,
  endpoint: Operation,
  action: Action,
  call: ActionCall,
  { response, isOneOf, outcome, result }: Outcome,
): ActionReturn {
  const { samples } = context;
  const { status, key, mediaType, envelope, others, optional } = response;
  const isWhole = envelope.result === "";
  const declared = endpoint.responses.find((one) => one.status === key);
  const schema = declared?.content.find(({ kind }) => kind === "json")?.schema;
  const sampled = schema === undefined ? undefined : samples.of(schema, action.name);
  const body = others === "none" || isWhole || !isObject(sampled) ? undefined : sampled;
  const started = action.async ? startFollowing(context, endpoint, call) : undefined;
  if (body && started?.at !== undefined) writeAt(body, started.at, started.id);
  const isInResult = envelope.result !== undefined && started?.at?.startsWith(`${envelope.result}/`) === true;
  const given = isInResult ? structuredClone(result) : result;
  if (isInResult && isObject(given)) writeAt(given, started!.at!.slice(envelope.result!.length), started!.id);
  const headers = response.headers.flatMap((header): [string, unknown][] => {
    if (header.name === started?.header) return [[header.name, started.url]];
    if (!header.required) return [];
    const value =
      header.texts?.[0] ?? samples.of(header.schema ?? (header.as === "string" ? { type: "string" } : { type: "integer" }));
    return value === undefined ? [] : [[header.name, value]];
  });
  const text = body && envelope.message !== undefined ? valueAt(body, envelope.message) : undefined;
  return {
    ...(isOneOf && status !== undefined && { httpStatus: status }),
    ...(mediaType !== undefined && !isWhole && envelope.status !== undefined && { status: outcome }),
    ...(mediaType !== undefined &&
      !isWhole &&
      envelope.message !== undefined &&
      !optional.has("message") && { message: typeof text === "string" ? text : "Done." }),
    ...(mediaType !== undefined && envelope.result !== undefined && { result: given }),
    ...(mediaType !== undefined && body && { envelope: body }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}

/** What an asynchronous action starts. */
interface Started {
  /** JSON pointer to its id in the body of the response. */
  readonly at?: string;
  readonly id: JsonValue;
  /** The header with its URL. */
  readonly header?: string;
  readonly url: string;
}

/** Starts what the binding of an endpoint follows: an operation of the API, or the service itself. */
function startFollowing(context: MockContext, endpoint: Operation, call: ActionCall): Started | undefined {
  const { contract, state, tempo, now } = context;
  const following = endpoint.binding?.following;
  if (!following) return undefined;
  const shown = following.kind === "header" ? following.shownBy : following;
  const operation = contract.model.operations.find((one) => {
    return one.path === shown?.path && one.method === shown.method.toUpperCase();
  });
  const found = operation && roleOf(context, operation);
  if (!found) return undefined;
  const { resource, use } = found;
  const { id } = resource;
  const isService = following.kind === "service" || serviceResource(context, endpoint)?.resource === resource;
  if (!id && (!isService || following.kind === "operation")) return undefined;
  const item = isService ? findItem(context, resource, call.path) : addItem(context, resource, call.path, {});
  if (!item) return undefined;
  const collection = concretePath(resource.path, call.path);
  const { status, pending, done } = following.state;
  const pointer = status.startsWith(use.responseAt ?? "") ? status.slice((use.responseAt ?? "").length) : status;
  const before = isService ? valueAt(item, pointer) : undefined;
  const last = (before as JsonValue | undefined) ?? done[0];
  if (last !== undefined && setValid(context, resource, item, pointer, pending)) {
    keepItem(state, resource, collection, item);
    state.later({ ...placeOfItem(resource, collection, item), pointer, value: last, due: now() + tempo });
  }
  const own = id ? item[id.member]! : "";
  const url = `${contract.server.basePath ?? ""}${collection}${id ? `/${encodeURIComponent(String(own))}` : ""}`;
  if (following.kind === "header") return { id: own, header: following.header, url };
  return { id: own, url, ...(following.kind === "operation" && { at: following.id }) };
}

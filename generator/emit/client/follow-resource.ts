import type { LongRunningResource } from "../../../templates/runtime/client/follow.js";
import type { Envelope } from "../../../templates/runtime/facts.js";
import { formatPointer } from "../../../templates/runtime/json.js";
import type { BoundOperation } from "../../binding/binding.js";
import { schemasIn } from "../../json-schema/schema.js";
import { actionResponses, type ActionResponses } from "../../model/action-responses.js";
import { argumentNames, factArguments } from "../../model/client-names.js";
import type { Action, Contract, Operation } from "../../model/contract.js";

/** How to follow the actions of an endpoint, as defined in its binding. */
export interface FollowableResource {
  readonly resource: LongRunningResource;
  /** The operation that returns it; absent: the target of a URL. */
  readonly shownBy: Operation | undefined;
}

/** How clients follow an asynchronous action, if its endpoint's binding defines it and a client supports it. */
export function findResource(action: Action, endpoint: Operation, contract: Contract): FollowableResource | undefined {
  const following = endpoint.binding?.following;
  if (!following) return undefined;
  const { status: state, pending, done, failed, absent, error } = following.state;
  const states = {
    state,
    pending,
    done: [...done, ...failed],
    ...(absent === undefined ? {} : { absent }),
    ...(error === undefined ? {} : { error }),
  };
  const described = actionResponses(endpoint, { async: true, returnsResult: true }, contract);
  if (states.done.length === 0) return undefined;
  if (following.kind === "header") {
    const isDeclared = described.responses.some(({ headers }) => headers.some(({ name }) => name === following.header));
    if (!isDeclared) return undefined;
    const shownBy = following.shownBy && findGet(following.shownBy, contract);
    return { shownBy, resource: { by: "header", at: formatPointer(["headers", following.header]), ...states } };
  }
  const shownBy = findGet(following, contract);
  if (!shownBy) return undefined;
  if (following.kind === "service") {
    return isReached(shownBy, endpoint) ? { shownBy, resource: { by: "service", ...states } } : undefined;
  }
  const at = resolvedPointer(following.id, described, action, contract);
  const [argument] = [...argumentNames(shownBy)].find(([, one]) => one.in === "path" && one.name === following.parameter) ?? [];
  if (at === undefined || argument === undefined || !isReached(shownBy, endpoint, argument)) return undefined;
  return { shownBy, resource: { by: "operation", argument, at, ...states } };
}

function findGet(bound: Pick<BoundOperation, "path" | "method">, { operations }: Contract): Operation | undefined {
  const isGet = bound.method.toUpperCase() === "GET";
  return isGet ? operations.find(({ method, path }) => method === "GET" && path === bound.path) : undefined;
}

/** Whether an operation needs only the arguments that identify a service, and at most one more. */
function isReached(operation: Operation, endpoint: Operation, more?: string): boolean {
  const facts = factArguments(endpoint);
  const target = new Set(
    [...argumentNames(endpoint)].flatMap(([name, parameter]) => (parameter.in === "path" && !facts.has(name) ? [name] : [])),
  );
  const needed = [...argumentNames(operation)].filter(([, { required }]) => required).map(([name]) => name);
  return operation.body?.required !== true && needed.every((name) => name === more || target.has(name));
}

/** The location of a response body's member in the value that the call of an action resolves to. */
function resolvedPointer(
  pointer: string,
  { envelope, responses, isDefault }: ActionResponses,
  action: Action,
  { schemas }: Contract,
): string | undefined {
  const names = ["result", "status", "message"] as const satisfies readonly (keyof Envelope)[];
  const holder = names.find((name) => isWithin(pointer, envelope[name]));
  if (holder === "result") {
    const rest = pointer.slice(envelope.result!.length);
    return schemasIn(schemas).at(schemas.get(action.result), rest) ? `/result${rest}` : undefined;
  }
  if (isDefault) return pointer;
  if (holder !== undefined) return `/${holder}${pointer.slice(envelope[holder]!.length)}`;
  return responses.some(({ others }) => others !== "none") ? `/envelope${pointer}` : undefined;
}

function isWithin(pointer: string, holder: string | undefined): boolean {
  return holder !== undefined && (pointer === holder || pointer.startsWith(`${holder}/`));
}

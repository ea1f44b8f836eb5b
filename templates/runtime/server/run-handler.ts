import { whenReady } from "./awaitable.js";
import type { CallResponse, Call, CalledAction, HandlerGroup } from "./call.js";
import { listCapabilities, type ActionEntry, type ServiceFacts } from "./capabilities.js";
import { checkActionResponse, checkOperationResponse } from "./check-response.js";
import { CallError } from "./errors.js";
import type { Awaitable } from "./handler-types.js";
import { headerOf } from "./http.js";
import { NotImplementedError } from "./not-implemented.js";
import type { Rejection } from "./rejection.js";

/** Runs the handler of the action or the operation, and checks what it answers. */
export function runHandler(call: Call): Awaitable<Rejection | CallResponse> {
  const { action, service, route, server } = call;
  const { operations, actions } = server.application.handlers;
  const answer = action
    ? handle(actions?.[service!.type], action.name, new ActionInput(call, action))
    : handle(operations, route.operation, new OperationInput(call));
  return whenReady(answer, (value) => {
    if (value instanceof CallError) throw value;
    return action ? checkActionResponse(call, action, value) : checkOperationResponse(call, value);
  });
}

function handle(group: HandlerGroup | undefined, name: string, call: object): Awaitable<unknown> {
  if (!group || typeof group[name] !== "function") throw new NotImplementedError(`There is no handler ${name}`);
  return group[name](call);
}

/** What all handlers get. A class, as a getter in an object literal would cost more than all the rest of a call. */
class HandlerInput {
  readonly #call: Call;
  readonly principal: unknown;
  readonly service: ServiceFacts | undefined;
  readonly requestId: string;
  readonly path: object;
  readonly body: unknown;

  constructor(call: Call) {
    this.#call = call;
    this.principal = call.principal;
    this.service = call.service;
    this.requestId = call.requestId;
    this.path = call.parameters.path;
    this.body = call.body;
  }

  /** Made when it is asked for: most handlers never do. */
  get signal(): AbortSignal {
    return this.#call.request.signal ?? new AbortController().signal;
  }
}

/** What the handler of an action gets: an `ActionCall`. */
class ActionInput extends HandlerInput {
  readonly fail: (code: string, text?: string) => CallError;

  constructor(call: Call, { name, info }: CalledAction) {
    super(call);
    this.fail = (code, text) => {
      const declared = info.errors.find((error) => error.code === code);
      if (!declared) throw new TypeError(`The contract declares no error ${code} for ${name}`);
      return new CallError(declared.status, code, text ?? declared.description ?? `${info.label} failed.`);
    };
  }
}

/** What the handler of an operation gets: an `OperationCall`. */
class OperationInput extends HandlerInput {
  readonly query: object;
  readonly headers: object;
  readonly cookies: object;
  readonly contentType: string | undefined;
  readonly capabilities: (service: ServiceFacts) => Promise<ActionEntry[]>;

  constructor(call: Call) {
    super(call);
    const { server, principal, parameters } = call;
    this.query = parameters.query;
    this.headers = parameters.headers;
    this.cookies = parameters.cookies;
    this.contentType = headerOf(call.request.headers, "content-type");
    this.capabilities = (service) => listCapabilities(server.contract, server.decide, service, principal);
  }
}

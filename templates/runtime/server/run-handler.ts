import { whenReady } from "./awaitable.js";
import type { Answer, Call, CalledAction, HandlerGroup } from "./call.js";
import { listCapabilities, type ServiceFacts } from "./capabilities.js";
import { checkActionAnswer, checkOperationAnswer } from "./check-answer.js";
import { CallError } from "./errors.js";
import type { Awaitable } from "./handler-types.js";
import { NotImplementedError } from "./not-implemented.js";
import type { Refusal } from "./refusal.js";

/** Runs the handler of the action or the operation, and checks what it answers. */
export function runHandler(call: Call): Awaitable<Refusal | Answer> {
  const { action, service, route, server } = call;
  const { operations, actions } = server.application.handlers;
  const answer = action
    ? handle(actions?.[service!.type], action.name, actionCall(call, action))
    : handle(operations, route.operation, operationCall(call));
  return whenReady(answer, (value) => {
    if (value instanceof CallError) throw value;
    return action ? checkActionAnswer(call, action, value) : checkOperationAnswer(call, value);
  });
}

function handle(group: HandlerGroup | undefined, name: string, call: object): Awaitable<unknown> {
  if (!group || typeof group[name] !== "function") throw new NotImplementedError(`There is no handler ${name}`);
  return group[name](call);
}

/** What the handler of an action gets: an `ActionCall`. */
function actionCall(call: Call, { name, info }: CalledAction): object {
  return {
    principal: call.principal,
    service: call.service,
    requestId: call.requestId,
    get signal() {
      return signalOf(call);
    },
    path: call.parameters.path,
    body: call.body,
    fail(code: string, text?: string): CallError {
      const declared = info.errors.find((error) => error.code === code);
      if (!declared) throw new TypeError(`The contract declares no error ${code} for ${name}`);
      return new CallError(declared.status, code, text ?? declared.description ?? `${info.label} failed.`);
    },
  };
}

/** What the handler of an operation gets: an `OperationCall`. */
function operationCall(call: Call): object {
  const { server, principal, parameters } = call;
  return {
    principal,
    service: call.service,
    requestId: call.requestId,
    get signal() {
      return signalOf(call);
    },
    ...parameters,
    body: call.body,
    capabilities: (service: ServiceFacts) => listCapabilities(server.contract, server.advertise, service, principal),
  };
}

/** Made when it is asked for: most handlers never do. */
function signalOf(call: Call): AbortSignal {
  return call.request.signal ?? new AbortController().signal;
}

import { readId } from "../selector.js";
import { type ErrorShape, defaultErrorShape } from "../facts.js";
import { ownOf } from "../json.js";
import type { Guard } from "../validators/guard.js";
import type { LogEntry } from "./application.js";
import {
  type FailureContext,
  isPromise,
  type Call,
  type CallResponse,
  type Route,
  type WriteError,
  type WrittenError,
} from "./contract.js";
import {
  CallError,
  GeneralError,
  InvalidBodyError,
  NotImplementedError,
  type Rejection,
  errorBody,
  plainError,
  reject,
} from "./errors.js";
import { InvalidResponse, check, declaredStatus, toJson } from "./responses.js";

/** Turns an error into a rejection. Everything but a `CallError` is a 500 without details, which are logged. */
export function explainFailure(error: unknown, context: FailureContext): Rejection {
  if (error instanceof CallError && error.status >= 400 && error.status <= 599) return error;
  if (error instanceof NotImplementedError) {
    log(context, { level: "warning", message: error.message });
    return reject(501, "not_implemented", "This is not implemented yet.");
  }
  if (error instanceof InvalidResponse) {
    if (context.record) Object.assign(context.record, { isInvalidResponse: true, problems: error.problems });
    log(context, { level: "error", message: error.message, problems: error.problems });
  } else if (!isAbort(error, context.call)) log(context, { level: "error", message: "The call failed", error });
  return reject(500, "internal", `The call failed. Its id is ${context.requestId}.`);
}

/** Whether a handler threw an error because the client disconnected. */
function isAbort(error: unknown, call: Call | undefined): boolean {
  return error instanceof Error && error.name === "AbortError" && call?.request.signal?.aborted === true;
}

/** The response of a rejection, with the shape and status of the contract. */
export function renderRejection(rejection: Rejection, context: FailureContext): CallResponse {
  const { server, requestId, call } = context;
  const { text, headers, details } = rejection;
  // Invalid bodies of actions have their own error code.
  const code = rejection instanceof InvalidBodyError && call?.action ? "invalid_action_body" : rejection.code;
  if (context.record) context.record.code = code;
  const isGeneral = !(rejection instanceof CallError) || rejection instanceof GeneralError;
  const status = (isGeneral && call ? ownOf(call.route.failures, code) : undefined) ?? rejection.status;
  // The contract may declare errors without a body.
  const key = call && declaredStatus(call.route.responses, status);
  if (key !== undefined && call!.route.responses[key]!.length === 0) return { status, headers };
  const facts = { status, code, message: text, requestId, details };
  const written = server.contract.writeError?.(facts, server.contract, call) ?? {
    mediaType: "application/json",
    facts,
    body: () => plainError(code, text),
  };
  return { status, headers, contentType: written.mediaType, body: print(written, context) };
}

/** Writes errors in the shapes of the contract. */
export const writeError: WriteError = (facts, { errorShape }, call) => {
  const shape = shapeFor(facts.status, call?.route, errorShape);
  const selector = shape.id === undefined ? undefined : call?.route.selector;
  const all = selector ? { ...facts, id: readId(selector, call!.content?.value) } : facts;
  return { mediaType: shape.mediaType, facts: all, body: () => errorBody(shape, all) };
};

function shapeFor(status: number, route: Route | undefined, common: ErrorShape = defaultErrorShape): ErrorShape {
  const key = route?.errors && declaredStatus(route.responses, status);
  return key !== undefined && Object.hasOwn(route!.errors!, key) ? route!.errors![key]! : common;
}

/** The JSON of an error, by the application's hook if it has a working one. */
function print({ facts, body: usual }: WrittenError, context: FailureContext): string {
  const { application } = context.server;
  if (application.renderError) {
    try {
      const operation = context.call?.route.operation;
      const body: unknown = application.renderError({ ...facts, operation }, usual());
      ignoreRejection(body);
      const { text, value } = toJson(isJsonObject(body) ? body : undefined);
      if (!text.startsWith("{")) throw new InvalidResponse("Not a JSON object");
      const guard = guardFor(facts.status, context);
      if (guard) check(guard, value, "body");
      return text;
    } catch (error) {
      if (!(error instanceof InvalidResponse)) log(context, { level: "error", message: "renderError failed", error });
      else if (error.problems.length === 0) log(context, { level: "error", message: "renderError did not return a JSON object" });
      else {
        const message = "The error of renderError violates the contract";
        log(context, { level: "error", message, problems: error.problems });
      }
    }
  }
  return JSON.stringify(usual());
}

/** The check of the error that the contract declares for a status, if any. */
function guardFor(status: number, { server, call }: FailureContext): Guard<unknown> | undefined {
  const key = call && declaredStatus(call.route.responses, status);
  return key === undefined ? undefined : server.contract.validators.operations[call!.route.operation]?.responses[key];
}

/** A promise would be `{}`. */
function isJsonObject(body: unknown): body is object {
  return typeof body === "object" && body !== null && !isPromise(body);
}

/** A logger that fails, now or later, must not affect the response or the process. */
export function log(
  { server, requestId, call }: FailureContext,
  entry: Omit<LogEntry, "requestId" | "operation" | "action">,
): void {
  try {
    ignoreRejection(server.application.log({ ...entry, ...origin(requestId, call) }));
  } catch {
    // There is nowhere left to report it.
  }
}

/** A rejected promise of a hook that is not awaited must not end the process. */
function ignoreRejection(returned: unknown): void {
  if (isPromise(returned)) Promise.resolve(returned).then(undefined, () => undefined);
}

function origin(requestId: string, call: Call | undefined): Pick<LogEntry, "requestId" | "operation" | "action"> {
  if (!call) return { requestId };
  const { operation } = call.route;
  return call.action ? { requestId, operation, action: `${call.action.type}.${call.action.name}` } : { requestId, operation };
}

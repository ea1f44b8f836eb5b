import { type ErrorShape, defaultErrorShape } from "../error-shape.js";
import { declaredStatus } from "./action-response.js";
import type { LogEntry } from "./application.js";
import { type Call, type CallResponse, type ServerParts, isPromise } from "./call.js";
import type { Route } from "./contract.js";
import { type ErrorFacts, errorBody } from "./error-body.js";
import { CallError, GeneralError, InvalidBodyError, NotImplementedError, type Rejection, reject } from "./errors.js";
import type { Guard } from "../validators/guard.js";
import { InvalidResponse, check, toJson } from "./response-json.js";

/** What a failure belongs to. The call is absent where no route was found. */
export interface FailureContext {
  readonly server: ServerParts;
  readonly requestId: string;
  readonly call: Call | undefined;
}

/** Turns an error into a rejection. Everything but a `CallError` is a 500 without details, which are logged. */
export function explainFailure(error: unknown, context: FailureContext): Rejection {
  if (error instanceof CallError && error.status >= 400 && error.status <= 599) return error;
  if (error instanceof NotImplementedError) {
    log(context, { level: "warning", message: error.message });
    return reject(501, "not_implemented", "This is not implemented yet.");
  }
  if (error instanceof InvalidResponse) log(context, { level: "error", message: error.message, problems: error.problems });
  else if (!isAbort(error, context.call)) log(context, { level: "error", message: "The call failed", error });
  return reject(500, "internal", `The call failed. Its id is ${context.requestId}.`);
}

/** What handlers throw because the client disconnected. */
function isAbort(error: unknown, call: Call | undefined): boolean {
  return error instanceof Error && error.name === "AbortError" && call?.request.signal?.aborted === true;
}

/** The response of a rejection: in the shape, and with the status, that the contract has for it. */
export function renderRejection(rejection: Rejection, context: FailureContext): CallResponse {
  const { server, requestId, call } = context;
  const { text, headers, details } = rejection;
  // Invalid bodies of actions have an error code of their own.
  const code = rejection instanceof InvalidBodyError && call?.action ? "invalid_action_body" : rejection.code;
  const isGeneral = !(rejection instanceof CallError) || rejection instanceof GeneralError;
  const status = (isGeneral && call ? ownOf(call.route.failures, code) : undefined) ?? rejection.status;
  // The contract may declare errors without a body.
  const key = call && declaredStatus(call.route.responses, status);
  if (key !== undefined && call!.route.responses[key]!.length === 0) return { status, headers };
  const shape = shapeFor(status, call?.route, server.contract.errorShape);
  const facts = { status, code, message: text, requestId, details };
  return { status, headers, contentType: shape.mediaType, body: print(facts, shape, context) };
}

function ownOf(statuses: Route["failures"], code: string): number | undefined {
  return statuses && Object.hasOwn(statuses, code) ? statuses[code] : undefined;
}

function shapeFor(status: number, route: Route | undefined, common: ErrorShape = defaultErrorShape): ErrorShape {
  const key = route?.errors && declaredStatus(route.responses, status);
  return key !== undefined && Object.hasOwn(route!.errors!, key) ? route!.errors![key]! : common;
}

/** The JSON of an error, by the application's hook if it has one that works. */
function print(facts: ErrorFacts, shape: ErrorShape, context: FailureContext): string {
  const { application } = context.server;
  if (application.renderError) {
    try {
      const operation = context.call?.route.operation;
      const body: unknown = application.renderError({ ...facts, operation }, errorBody(shape, facts));
      ignoreRejection(body);
      const { text, value } = toJson(isJsonObject(body) ? body : undefined);
      if (!text.startsWith("{")) throw new InvalidResponse("No JSON object");
      const guard = guardFor(facts.status, context);
      if (guard) check(guard, value, "body");
      return text;
    } catch (error) {
      if (!(error instanceof InvalidResponse)) log(context, { level: "error", message: "renderError failed", error });
      else if (error.problems.length === 0) log(context, { level: "error", message: "renderError returned no JSON object" });
      else {
        const message = "The error of renderError does not fit the contract";
        log(context, { level: "error", message, problems: error.problems });
      }
    }
  }
  return JSON.stringify(errorBody(shape, facts));
}

/** The check of the error that the contract declares for a status, if it declares one. */
function guardFor(status: number, { server, call }: FailureContext): Guard<unknown> | undefined {
  const key = call && declaredStatus(call.route.responses, status);
  return key === undefined ? undefined : server.contract.validators.operations[call!.route.operation]?.responses[key];
}

/** A promise would be `{}`. */
function isJsonObject(body: unknown): body is object {
  return typeof body === "object" && body !== null && !isPromise(body);
}

/** A logger that fails, now or later, must not affect the response or the process. */
function log({ server, requestId, call }: FailureContext, entry: Omit<LogEntry, "requestId" | "operation" | "action">): void {
  try {
    ignoreRejection(server.application.log({ ...entry, ...origin(requestId, call) }));
  } catch {
    // There is nobody left to tell.
  }
}

/** What a hook that is not awaited returns must not end the process if it is a promise that rejects. */
function ignoreRejection(returned: unknown): void {
  if (isPromise(returned)) Promise.resolve(returned).then(undefined, ignore);
}

function origin(requestId: string, call: Call | undefined): Pick<LogEntry, "requestId" | "operation" | "action"> {
  if (!call) return { requestId };
  const { operation } = call.route;
  return call.action ? { requestId, operation, action: `${call.action.type}.${call.action.name}` } : { requestId, operation };
}

const ignore = () => undefined;

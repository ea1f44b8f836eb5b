import type { LogEntry } from "./application.js";
import { isPromise } from "./awaitable.js";
import type { AnyApplication, Call } from "./call.js";
import { InvalidResponse } from "./check-response.js";
import { CallError } from "./errors.js";
import { NotImplementedError } from "./not-implemented.js";
import { refuse, type Rejection } from "./rejection.js";

/** What a caller is told of something thrown. All but a `CallError` is a 500 without details, which go to the log. */
export function explainFailure(
  error: unknown,
  application: AnyApplication,
  requestId: string,
  call: Call | undefined,
): Rejection {
  if (error instanceof CallError && error.status >= 400 && error.status <= 599) return error;
  if (error instanceof NotImplementedError) {
    log(application, { level: "warning", message: error.message, ...origin(requestId, call) });
    return refuse(501, "not_implemented", "This is not implemented yet.");
  }
  if (error instanceof InvalidResponse)
    log(application, { level: "error", message: error.message, problems: error.problems, ...origin(requestId, call) });
  else if (!isFarewell(error, call))
    log(application, { level: "error", message: "The call failed", error, ...origin(requestId, call) });
  return refuse(500, "internal", `The call failed. Its id is ${requestId}.`);
}

/** What handlers throw because the caller went away. */
function isFarewell(error: unknown, call: Call | undefined): boolean {
  return error instanceof Error && error.name === "AbortError" && call?.request.signal?.aborted === true;
}

function origin(requestId: string, call: Call | undefined): Pick<LogEntry, "requestId" | "operation" | "action"> {
  if (!call) return { requestId };
  const { operation } = call.route;
  return call.action ? { requestId, operation, action: `${call.service!.type}.${call.action.name}` } : { requestId, operation };
}

/** A logger that fails, now or later, must not take the answer with it, nor the process. */
function log(application: AnyApplication, entry: LogEntry): void {
  try {
    const told: unknown = application.log(entry);
    if (isPromise(told)) told.then(undefined, ignore);
  } catch {
    // There is nobody left to tell.
  }
}

const ignore = () => undefined;

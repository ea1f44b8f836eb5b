import { authenticate, checkAvailability, checkBinding, checkScopes, findAction, findService } from "./access.js";
import type { Call, CallResponse } from "./call.js";
import { checkBody } from "./body.js";
import { checkParameters } from "./parameters.js";
import type { Awaitable } from "./application.js";
import type { Rejection } from "./errors.js";
import { runHandler } from "./run-handler.js";

/** One step of a call. A result ends the call; `undefined` continues it. */
export interface Step {
  readonly name: string;
  readonly run: (call: Call) => Awaitable<Rejection | CallResponse | undefined>;
}

/** Everything that happens to a call once its route is known, in this order: an earlier rejection hides all later ones. */
export const steps: readonly Step[] = [
  { name: "authenticate", run: authenticate }, // 401
  { name: "parameters", run: checkParameters }, // 400
  { name: "binding", run: checkBinding }, // 403; 404 for reads
  { name: "service", run: findService }, // 404
  { name: "action", run: findAction }, // 404
  { name: "scopes", run: checkScopes }, // 403
  { name: "body", run: checkBody }, // 413, 415, 400
  { name: "availability", run: checkAvailability }, // 409
  { name: "handler", run: runHandler }, // the response, or 500
];

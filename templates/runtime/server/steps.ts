import { authenticate, checkBinding, checkScopes } from "./access.js";
import { checkAvailability } from "./availability.js";
import type { CallResponse, Call } from "./call.js";
import { checkBody } from "./check-body.js";
import { checkParameters } from "./check-parameters.js";
import { findAction, findService } from "./find-service.js";
import type { Awaitable } from "./handler-types.js";
import type { Rejection } from "./rejection.js";
import { runHandler } from "./run-handler.js";

/** One check of a call. What it answers ends the call; `undefined`: go on. */
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
  { name: "handler", run: runHandler }, // the answer, or 500
];

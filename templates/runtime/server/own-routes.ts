import type { ActionTypes } from "../facts.js";
import type { Awaitable } from "./application.js";
import type { Arrange, Call } from "./contract.js";
import type { Rejection } from "./errors.js";
import { checkParameters } from "./parameters.js";

/** For contracts with actions that declare parameters, bodies or responses themselves: adds what they declare to their calls. */
export const useOwnRoutes: Arrange = (steps) =>
  steps.flatMap((step) => (step.name === "action" ? [step, { name: "action parameters", run: useOwnRoute }] : [step]));

function useOwnRoute(call: Call): Awaitable<Rejection | undefined> {
  const { action, route } = call;
  const own = action && route.actions?.[action.type]?.[action.name];
  if (!own) return undefined;
  call.route = { ...route, ...own };
  return own.parameters ? checkParameters(call) : undefined;
}

/** An action whose calls may have no body. */
export interface ActionWithOptionalBody<Action extends ActionTypes> extends ActionTypes {
  readonly body: Action["body"] | undefined;
  readonly result: Action["result"];
  readonly status: Action["status"];
  readonly error: Action["error"];
}

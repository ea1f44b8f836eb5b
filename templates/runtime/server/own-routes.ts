import type { ActionTypes } from "../facts.js";
import { ownOf } from "../json.js";
import { type Arrange, type OwnRoute, type Step, prepareSteps } from "./contract.js";
import { checkParameters } from "./parameters.js";

/** For contracts with actions that declare parameters, bodies or responses themselves: what follows in their calls is prepared for these. */
export const useOwnRoutes: Arrange = (steps) => {
  const at = steps.findIndex(({ name }) => name === "action") + 1;
  const rest = steps.slice(at);
  const prepare: Step["prepare"] = (route, server) => {
    const run = prepareSteps(rest, route, server);
    if (!route.actions) return run;
    const prepareOwn = (own: OwnRoute) => {
      const whole = { ...route, ...own };
      const parameters = { name: "parameters", prepare: checkParameters };
      return { route: whole, run: prepareSteps(own.parameters ? [parameters, ...rest] : rest, whole, server) };
    };
    const prepared = mapValues(route.actions, (ofType) => mapValues(ofType, prepareOwn));
    return (call) => {
      const own = call.action && ownOf(ownOf(prepared, call.action.type), call.action.name);
      if (own) call.route = own.route;
      return (own?.run ?? run)(call);
    };
  };
  return [...steps.slice(0, at), { name: "own route", prepare }];
};

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** An action whose calls may have no body. */
export interface ActionWithOptionalBody<Action extends ActionTypes> extends ActionTypes {
  readonly body: Action["body"] | undefined;
  readonly result: Action["result"];
  readonly status: Action["status"];
  readonly error: Action["error"];
}

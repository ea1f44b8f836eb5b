import { writeActionBody, writtenFact, type Selector } from "../selector.js";
import type { Call, Middleware } from "./call.js";
import type { WriteBody } from "./transport.js";

/** For contracts whose requests name actions elsewhere than in the path parameter `action`: writes the parameters that do. */
export const nameActions: Middleware = (call, next) => {
  const { selector } = call.route;
  if (!selector || call.action === undefined) return next(call);
  const { action, type, isBodiless } = selector;
  const named: Record<string, unknown> = {};
  if (isParameter(action)) named[action.name] = writtenFact(action, call.action);
  if (type && isParameter(type)) named[type.name] = writtenFact(type, call.service ?? "");
  return next({ ...call, args: { ...call.args, ...named, ...(isBodiless && { body: undefined }) } });
};

function isParameter({ in: place }: Selector["action"]): boolean {
  return place !== "field" && place !== "key";
}

/** For contracts whose requests have more in their bodies than the action's own: writes the whole. */
export const writeFacts =
  (write: WriteBody): WriteBody =>
  (call, headers) =>
    write(withFacts(call), headers);

function withFacts(call: Call): Call {
  const { selector } = call.route;
  if (!selector || call.action === undefined) return call;
  const body = writeActionBody(selector, { action: call.action, type: call.service, body: call.args["body"] });
  return { ...call, args: { ...call.args, body } };
}

import { whenReady } from "./awaitable.js";
import type { Call } from "./call.js";
import { notFoundText } from "./errors.js";
import type { Awaitable } from "./handler-types.js";
import { refuse, type Rejection } from "./rejection.js";

/** Asks the application for the service that the path leads to. */
export function findService(call: Call): Awaitable<Rejection | undefined> {
  const { route, parameters, principal, server } = call;
  if (!route.hasService) return undefined;
  const { application } = server;
  if (!application.findService) throw new TypeError("The application has no findService");
  return whenReady(application.findService(parameters.path, principal, route.operation), (service) => {
    // Databases answer null, whatever the types say.
    if (!service) return refuse(404, "resource_not_found", notFoundText);
    call.service = service;
    return undefined;
  });
}

/** Looks the action up among those of the service's type. */
export function findAction(call: Call): Rejection | undefined {
  const { route, parameters, service, server } = call;
  if (route.serviceTypes.length === 0 || !service) return undefined;
  const { type } = service;
  const name = parameters.path["action"];
  const actions = route.serviceTypes.includes(type) ? server.contract.catalog[type] : undefined;
  if (!actions || typeof name !== "string" || !Object.hasOwn(actions, name)) {
    return refuse(404, "resource_not_found", "The service has no action of this name.");
  }
  call.action = { name, info: actions[name]! };
  return undefined;
}

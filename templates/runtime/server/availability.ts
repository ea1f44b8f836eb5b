import { whenReady } from "./awaitable.js";
import type { Call } from "./call.js";
import type { Awaitable } from "./handler-types.js";
import { refuse, type Rejection } from "./rejection.js";

/** Whether the service advertises the action as enabled. The reason is the advertised one. */
export function checkAvailability({ action, service, principal, server }: Call): Awaitable<Rejection | undefined> {
  if (!action || !service) return undefined;
  return whenReady(server.decide(service, action.name, principal), (decision) => {
    if (decision === "enabled") return undefined;
    return refuse(
      409,
      "action_unavailable",
      decision === "hidden" ? "The service does not advertise this action." : decision.reason,
    );
  });
}

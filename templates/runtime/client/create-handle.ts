import { createActionCalls, type ActionCalls } from "./action-calls.js";
import { ApiError } from "./errors.js";

/** A service as the API shows it: its type, and the actions that it advertises. */
export interface AdvertisingService {
  readonly type: string;
  readonly capabilities?: { readonly actions?: readonly AdvertisedAction[] };
}

/** One element of a service's advertised actions. */
export interface AdvertisedAction {
  readonly name: string;
  readonly enabled: boolean;
  /** Why it is not enabled. */
  readonly reason?: string;
}

/** A service together with its actions. `type` tells the kinds apart. */
export interface ServiceHandle<Service extends AdvertisingService, Calls> {
  readonly type: Service["type"];
  readonly service: Service;
  readonly actions: Calls;
  /** Whether the service advertised an action as enabled when it was read. */
  readonly can: (action: keyof Calls & string) => boolean;
  /** Why an action can't be invoked, if so. */
  readonly reason: (action: keyof Calls & string) => string | undefined;
}

/** How a handle treats actions that the service does not advertise as enabled. */
export interface HandleOptions {
  /** They fail at once with the error that the API would answer: status 409, code `action_unavailable`. */
  readonly refuse?: boolean | undefined;
}

/** Makes a handle of a service and its actions. */
export function createHandle<Service extends AdvertisingService, Calls extends object>(
  service: Service,
  calls: Calls,
  { refuse = false }: HandleOptions = {},
): ServiceHandle<Service, Calls> {
  const { type, capabilities } = service;
  const reason = (name: string): string | undefined => {
    const entry = capabilities?.actions?.find((action) => action.name === name);
    if (!entry) return "The service does not advertise this action.";
    return entry.enabled ? undefined : (entry.reason ?? "The service does not say why.");
  };
  const checked = createActionCalls(type, async (action, body, options) => {
    const why = reason(action);
    // What a client makes has all actions: generated types only name those of the contract.
    if (why === undefined) return (calls as ActionCalls)[action]!(body, options);
    const answer = { status: 409, headers: new Headers(), body: { error: `action_unavailable: ${why}` } };
    throw new ApiError(`${type}.${action}`, answer);
  });
  const actions = refuse ? (checked as Calls) : calls;
  return { type, service, actions, can: (name) => reason(name) === undefined, reason };
}

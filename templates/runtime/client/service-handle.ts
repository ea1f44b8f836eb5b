import { type ActionCalls, createActionCalls } from "./action-calls.js";
import { ApiError, type Arguments } from "./call.js";

/** A service as the API represents it: its type, and the actions that it advertises. */
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

/** A service together with its actions, discriminated by `type`. */
export interface ServiceHandle<Service, Calls, Type = Service["type" & keyof Service]> {
  readonly type: Type;
  readonly service: Service;
  readonly actions: Calls;
  /** Whether the service advertised an action as enabled when it was read. */
  readonly can: (action: keyof Calls & string) => boolean;
  /** Why an action can't be invoked; `undefined` if it can. */
  readonly reason: (action: keyof Calls & string) => string | undefined;
}

/** How a handle treats actions that the service does not advertise as enabled. */
export interface HandleOptions {
  /** Rejects calls of these actions with the error that the API would return: by default status 409, code `action_unavailable`. */
  readonly rejectUnavailable?: boolean | undefined;
}

/** Creates a handle from a service and its actions. */
export function createHandle<Service extends AdvertisingService, Calls extends object>(
  service: Service,
  calls: Calls,
  options?: HandleOptions,
): ServiceHandle<Service, Calls, Service["type"]> {
  return createHandleOf({ type: service.type, actions: service.capabilities?.actions }, service, calls, options);
}

/** The facts in the representation of a service. */
export interface ServiceFacts {
  readonly type: string;
  /** Its advertised actions: objects, or names of those that are enabled. */
  readonly actions: readonly (Partial<AdvertisedAction> | string)[] | null | undefined;
  /** What messages call it; absent: `service`. */
  readonly noun?: string;
  /** How the API rejects unavailable actions, if its errors are not `{ "error": "code: text" }`. */
  readonly unavailable?: { readonly status: number; readonly code?: string };
}

/** Creates a handle of a service with facts in custom locations; `client/index` exports the one that has them. */
export function createHandleOf<Service, Calls extends object, Facts extends ServiceFacts>(
  { type, actions: advertised, unavailable, noun = "service" }: Facts,
  service: Service,
  calls: Calls,
  { rejectUnavailable = false }: HandleOptions = {},
): ServiceHandle<Service, Calls, Facts["type"]> {
  const reason = (name: string): string | undefined => {
    const entry = advertised?.find((action) => action === name || (action as Partial<AdvertisedAction>).name === name);
    if (entry === undefined) return `The ${noun} does not advertise this action.`;
    if (typeof entry === "string" || (entry.enabled ?? true)) return undefined;
    return entry.reason ?? `The ${noun} gives no reason.`;
  };
  const { target } = Object((calls as Partial<ActionCalls>)["_"]?.origin) as { readonly target?: Arguments };
  const checked = createActionCalls(type, target, async (action, body, options) => {
    const why = reason(action);
    // Clients create any action on access; generated types name only those of the contract.
    if (why === undefined) return (calls as ActionCalls)[action]!(body, options);
    const { status = 409, code = "action_unavailable" } = unavailable ?? {};
    const text = `${code}: ${why}`;
    const response = { status, headers: new Headers(), body: unavailable ? undefined : { error: text } };
    throw new ApiError(`${type}.${action}`, response, unavailable && { reason: text, known: { code, text: why } });
  });
  const actions = rejectUnavailable ? (checked as Calls) : calls;
  return { type, service, actions, can: (name) => reason(name) === undefined, reason };
}

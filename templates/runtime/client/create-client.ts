import type { Arguments, CallOptions, SchemeOptions, Send } from "./call.js";
import { ApiError } from "./errors.js";
import { type ClientContract, createTransport, setHeader } from "./transport.js";

/** Makes a client of a contract; `client/index` has the one that knows the contract's types. */
export function createClient(contract: ClientContract, options: SchemeOptions): object {
  const { routes, services } = contract;
  const send = (options.use ?? []).reduceRight<Send>(
    (next, middleware) => (call) => middleware(call, next),
    createTransport(contract, options),
  );

  const invoke = async (method: string, args: Arguments = {}, own: CallOptions = {}, service?: string, action?: string) => {
    const route = routes[method]!;
    const name = service === undefined ? method : `${service}.${action}`;
    const headers = new Headers({ accept: "application/json, */*;q=0.5" });
    const given = { ...options.headers, ...own.headers };
    for (const header in given) setHeader(headers, header, given[header]!, name);
    const response = await send({ name, operation: route.id ?? method, service, action, route, args, headers, options: own });
    await own.onResponse?.(response);
    return response.body;
  };

  const client: Record<string, unknown> = {};
  for (const method in routes) {
    client[method] = (args?: Arguments, own?: CallOptions) => invoke(method, args, own);
  }
  for (const method in services) {
    for (const name of services[method]!) {
      const service = name.replace(/_+$/, "");
      client[name] = (target?: Arguments) =>
        createActionCalls(service, (action, body, own) => invoke(method, { ...target, action, body }, own, service, action));
    }
  }
  return client;
}

/** Sends the call of an action and returns the body of its response. */
export type Invoke = (action: string, body: unknown, options?: CallOptions) => Promise<unknown>;

/** Where the call of an action comes from, for those who look for others beside it. */
export interface ActionOrigin {
  /** Type of the service. */
  readonly service: string;
  readonly action: string;
  /** All actions of the same service. */
  readonly calls: ActionCalls;
}

/** The key under which the call of an action keeps its origin. */
export const origin = "origin";

/** The call of an action, its types forgotten. */
export interface AnyActionCall {
  (body?: unknown, options?: CallOptions): Promise<unknown>;
  readonly [origin]: ActionOrigin;
}

/** The actions of a service by name. Names are not checked: the API responds 404 for an unknown action. */
export type ActionCalls = Readonly<Record<string, AnyActionCall>>;

/**
 * Makes calls of actions as they are asked for, so that no list of them has to be loaded. What JavaScript itself looks
 * for in an object is no action; an action of such a name has an underscore behind it.
 */
function createActionCalls(service: string, invoke: Invoke): ActionCalls {
  const calls: ActionCalls = new Proxy<Record<string | symbol, AnyActionCall>>(
    {},
    {
      get(target, name) {
        if (typeof name === "symbol" || name in target || name === "then" || name === "toJSON") return target[name];
        const action = name.replace(/_$/, "");
        const call = (body: unknown = {}, options?: CallOptions) => invoke(action, body, options);
        return Object.assign(call, { [origin]: { service, action, calls } });
      },
    },
  );
  return calls;
}

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

/** A service together with its actions. `type` tells the kinds apart. */
export interface ServiceHandle<Service, Calls, Type = Service["type" & keyof Service]> {
  readonly type: Type;
  readonly service: Service;
  readonly actions: Calls;
  /** Whether the service advertised an action as enabled when it was read. */
  readonly can: (action: keyof Calls & string) => boolean;
  /** Why an action can't be invoked, if so. */
  readonly reason: (action: keyof Calls & string) => string | undefined;
}

/** How a handle treats actions that the service does not advertise as enabled. */
export interface HandleOptions {
  /** Rejects calls of these actions with the error that the API would return: by default status 409, code `action_unavailable`. */
  readonly rejectUnavailable?: boolean | undefined;
}

/** Makes a handle of a service and its actions. */
export function createHandle<Service extends AdvertisingService, Calls extends object>(
  service: Service,
  calls: Calls,
  options?: HandleOptions,
): ServiceHandle<Service, Calls, Service["type"]> {
  return createHandleOf({ type: service.type, actions: service.capabilities?.actions }, service, calls, options);
}

/** What a service shows of itself. */
export interface ServiceFacts {
  readonly type: string;
  /** Its advertised actions: objects, or names of those that are enabled. */
  readonly actions: readonly (Partial<AdvertisedAction> | string)[] | null | undefined;
  /** How the API rejects actions that are not available, where its errors are not `{ "error": "code: text" }`. */
  readonly unavailable?: { readonly status: number; readonly code?: string };
}

/** Makes a handle of a service that shows its facts elsewhere; `client/index` has the one that knows where. */
export function createHandleOf<Service, Calls extends object, Facts extends ServiceFacts>(
  { type, actions: advertised, unavailable }: Facts,
  service: Service,
  calls: Calls,
  { rejectUnavailable = false }: HandleOptions = {},
): ServiceHandle<Service, Calls, Facts["type"]> {
  const reason = (name: string): string | undefined => {
    const entry = advertised?.find((action) => action === name || (action as Partial<AdvertisedAction>).name === name);
    if (entry === undefined) return "The service does not advertise this action.";
    if (typeof entry === "string" || (entry.enabled ?? true)) return undefined;
    return entry.reason ?? "The service does not say why.";
  };
  const checked = createActionCalls(type, async (action, body, options) => {
    const why = reason(action);
    // What a client makes has all actions: generated types only name those of the contract.
    if (why === undefined) return (calls as ActionCalls)[action]!(body, options);
    const { status = 409, code = "action_unavailable" } = unavailable ?? {};
    const text = `${code}: ${why}`;
    const response = { status, headers: new Headers(), body: unavailable ? undefined : { error: text } };
    throw new ApiError(`${type}.${action}`, response, unavailable && { reason: text, known: { code, text: why } });
  });
  const actions = rejectUnavailable ? (checked as Calls) : calls;
  return { type, service, actions, can: (name) => reason(name) === undefined, reason };
}

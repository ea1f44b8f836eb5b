import type { CallOptions } from "./call.js";

/** Sends the call of an action and returns its answer. */
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
export const origin = Symbol("origin");

/** The call of an action, its types forgotten. */
export interface AnyActionCall {
  (body?: unknown, options?: CallOptions): Promise<unknown>;
  readonly [origin]: ActionOrigin;
}

/** The actions of a service by name. Names are not checked: the API answers 404 for an action that it does not have. */
export type ActionCalls = Readonly<Record<string, AnyActionCall>>;

/**
 * Makes calls of actions as they are asked for, so that no list of them has to be loaded. What JavaScript itself looks
 * for in an object is no action; an action of such a name has an underscore behind it.
 */
export function createActionCalls(service: string, invoke: Invoke): ActionCalls {
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

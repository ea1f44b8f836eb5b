import type { LiveCall } from "../../live/server.js";
import type { MockState } from "./state.js";

/** What a handler of a mock has besides the call. */
export interface MockCall<Response = unknown> {
  readonly state: MockState;
  /** Returns what the mock would respond, or throws its error. */
  readonly mocked: () => Response;
}

/** A handler in place of the mock's own, without generated types. */
export type MockHandler = (call: LiveCall, mock: MockCall) => unknown;

/** Handlers of operations by id, and of actions by service type and name. */
export interface UntypedHandlers {
  readonly operations?: Readonly<Record<string, MockHandler>>;
  readonly actions?: Readonly<Record<string, Readonly<Record<string, MockHandler>>>>;
}

/**
 * Some of the handlers of a contract, typed by the `Handlers` of its generated server:
 *
 *     export default { actions: { … } } satisfies MockHandlers<Handlers>;
 */
export type MockHandlers<Handlers> = {
  readonly [Name in keyof Handlers]?: Handlers[Name] extends (call: infer Call) => infer Returned
    ? (call: Call, mock: MockCall<Promise<Mocked<Returned>>>) => Returned
    : MockHandlers<Handlers[Name]>;
};

/** What the mock itself returns: a success, if the contract declares one. */
type Mocked<Returned> = SuccessOf<Exclude<Awaited<Returned>, Error>>;

type SuccessOf<Response> = [Extract<Response, Success>] extends [never] ? Response : Extract<Response, Success>;

interface Success {
  readonly status: 200 | 201 | 202 | 203 | 204 | 206 | 207;
}

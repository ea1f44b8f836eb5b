import type { ActionInfo } from "../action-info.js";
import type { ApplicationBase, AskGate, Awaitable, ContractTypes, Gate, RequestHead, ServiceFacts } from "./application.js";
import type { Route, ServerContract } from "./contract.js";
import type { ServerRequest } from "./http.js";

/** Any application, its types forgotten: the steps pass on what they are given. */
export interface AnyApplication extends ApplicationBase<unknown, AnyTypes> {
  scopesOf?(principal: unknown): Awaitable<readonly string[]>;
  findService?(path: object, principal: unknown, operation: string): Awaitable<object | undefined>;
  readonly gate?: AskGate<unknown, object>;
}

interface AnyTypes extends ContractTypes {
  readonly handlers: {
    readonly operations?: HandlerGroup;
    readonly actions?: Readonly<Record<string, HandlerGroup>>;
  };
}

export type HandlerGroup = Readonly<Record<string, (call: unknown) => unknown>>;

/** What all calls of a server share. */
export interface ServerParts {
  readonly contract: ServerContract;
  readonly application: AnyApplication;
  readonly decide: Decide;
  /** The facts of a service wherever it was found; `undefined` if it is of no type of the contract. */
  readonly factsOf: FactsReader;
  readonly bodyBytes: number;
  readonly jsonDepth: number;
}

/** One call on its way through the steps. Each step may rely on what earlier steps have set. */
export interface Call {
  readonly server: ServerParts;
  readonly request: ServerRequest;
  /** The request as hooks see it. */
  readonly head: RequestHead;
  readonly requestId: string;
  readonly route: Route;
  /** Path parameters, percent-encoded. */
  readonly pathText: Readonly<Record<string, string>>;
  /** What follows the question mark. */
  readonly queryText: string;
  principal: unknown;
  parameters: Parameters;
  /** What the application returned. */
  service: object | undefined;
  action: CalledAction | undefined;
  /** What was sent, once it is read. */
  content: SentContent | undefined;
  /** What the handler gets: that of an action is its own part of what was sent. */
  body: unknown;
}

/** The body of a request as it was sent. */
export interface SentContent {
  readonly value: unknown;
  /** Text and bytes have no schema. */
  readonly hasSchema: boolean;
  readonly mediaType?: string | undefined;
}

export interface CalledAction {
  /** The type of its service. */
  readonly type: string;
  readonly name: string;
  readonly info: ActionInfo;
  readonly facts: ServiceFacts;
}

/** The outcome of a call, from which the response is made. */
export interface CallResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string;
  readonly body?: string | Uint8Array;
}

/** Decides whether an action is enabled for a caller, both for advertising and for rejecting it. */
export type Decide = (service: object, action: CalledAction, principal: unknown) => Awaitable<Gate>;

/** Reads the facts of a service. Throws where several types are possible and none is given. */
export type FactsReader = (service: object, type?: string) => ServiceFacts | undefined;

/** Parameters of a call by place, read from text. */
export interface Parameters {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly cookies: Record<string, unknown>;
}

/** Continues at once with a value, later with a promise: most hooks return at once, and awaiting costs time. */
export function whenReady<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Result,
): Result | Promise<Awaited<Result>> {
  // The `then` of what is no promise need not return one.
  return isPromise(value) ? (Promise.resolve(value).then(next) as Promise<Awaited<Result>>) : next(value);
}

/** Whether a value can be awaited: query builders, for example, are no promises but have a `then`. */
export function isPromise<Value>(value: Awaitable<Value>): value is Promise<Value> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

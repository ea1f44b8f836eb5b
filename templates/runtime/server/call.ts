import type { ActionInfo } from "../action-info.js";
import type { AskGate, Decide, ServiceFacts } from "./capabilities.js";
import type { ApplicationBase, ContractTypes, RequestHead } from "./application.js";
import type { Awaitable } from "./handler-types.js";
import type { ServerRequest } from "./http.js";
import type { Parameters } from "./read-parameters.js";
import type { Route } from "./route.js";
import type { ServerContract } from "./server-contract.js";

/** Any application, its types forgotten: the steps pass on what they are given. */
export interface AnyApplication extends ApplicationBase<unknown, AnyTypes> {
  scopesOf?(principal: unknown): Awaitable<readonly string[]>;
  findService?(path: object, principal: unknown, operation: string): Awaitable<ServiceFacts | undefined>;
  readonly gate?: AskGate<unknown, ServiceFacts>;
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
  readonly decide: Decide<unknown, ServiceFacts>;
  readonly bodyBytes: number;
  readonly jsonDepth: number;
}

/** One call on its way through the steps. Each step may rely on what those before it have set. */
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
  service: ServiceFacts | undefined;
  action: CalledAction | undefined;
  body: unknown;
}

export interface CalledAction {
  readonly name: string;
  readonly info: ActionInfo;
}

/** What a call is answered with, before it becomes a response. */
export interface CallResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string;
  readonly body?: string | Uint8Array;
}

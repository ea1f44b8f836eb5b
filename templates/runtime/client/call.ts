import type { Route } from "./route.js";

/** One call on its way to the API. */
export interface Call {
  /** What messages call it: `getService`, `postgres.add_ip`. */
  readonly name: string;
  /** The operation's id. */
  readonly operation: string;
  /** The type of the service whose action it invokes. */
  readonly service?: string | undefined;
  readonly action?: string | undefined;
  readonly route: Route;
  /** Parameters by name, and the body. */
  readonly args: Arguments;
  /** What is sent besides the credentials; middleware may change them. */
  readonly headers: Headers;
  readonly options: CallOptions;
}

/** The parameters of a call, and its `body`. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What came back. */
export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  /** JSON as the value it stands for, other text as a string, the rest as bytes; `undefined` where there is no body. */
  readonly body: unknown;
}

/** Sends a call. Rejects unless the answer is a success. */
export type Send = (call: Call) => Promise<ClientResponse>;

/** Sees every call before it is sent and every answer before it is returned: `(call, next) => next(call)` does nothing. */
export type Middleware = (call: Call, next: Send) => Promise<ClientResponse>;

/** What can be said about a single call. */
export interface CallOptions {
  /** Ends the call early. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until each attempt is given up; 0: never. */
  readonly timeout?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Is told the status and the headers that came with the answer; the call waits for it, and fails with it. */
  readonly onResponse?: ((answer: ClientResponse) => void) | undefined;
}

/** Any call of an operation or an action. */
export type AnyCall = (args: never, options?: CallOptions) => Promise<unknown>;

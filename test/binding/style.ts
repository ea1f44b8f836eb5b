import type { ErrorDetail } from "../../templates/runtime/facts.js";

/** The expected behaviour of calls in the style of a real API, written by hand. */
export interface Style {
  /** Name of its file in `contracts`, without the extension. */
  readonly name: string;
  /** The `platform` of `x-platform-…`, where it is another word. */
  readonly prefix?: string;
  /** What messages call its services. */
  readonly noun: string;
  /** The path of its action endpoint in the contract. */
  readonly template: string;
  /** Whether the endpoint's body may be left out. */
  readonly isBodyOptional?: boolean;
  /** The path of an action. */
  readonly url: (action: string) => string;
  /** The arguments of a client's handle. */
  readonly path: object;
  /** Headers and parameters that each call must have, as a server and as a client gets them. */
  readonly needs?: { readonly headers: Readonly<Record<string, string>>; readonly parameters: object };
  /** The header that holds the key of the caller, where it isn't a bearer token. */
  readonly keyHeader?: string;
  /** The scopes of a caller who may do everything; the last is that of the actions. */
  readonly scopes: readonly string[];
  /** Services as the application finds them, by type. */
  readonly services: Readonly<Record<string, object>>;
  readonly successes: readonly Success[];
  /** The action whose calls fail. */
  readonly failing: FailingAction;
  /** The statuses that the contract has for the server's own failures, where they are not the usual ones. */
  readonly statuses?: Readonly<Partial<Record<Failure, number>>>;
  /** The media type of errors. */
  readonly mediaType: string;
  /** The body of an error. */
  readonly error: (facts: ErrorFacts) => object;
  /** The error that a client reports. */
  readonly read: (facts: ErrorFacts) => ReadError;
  /** Statements that must not compile, with `client`, `vm` (a handle of the failing action's type) and `handlers` in scope. */
  readonly mistakes: readonly string[];
  /** The statuses, headers and parameters on the Markdown page of the failing action. */
  readonly documented: readonly string[];
}

/** A call of an action that succeeds. */
export interface Success {
  readonly type: string;
  readonly action: string;
  readonly body?: object;
  /** The return value of the handler. */
  readonly returns: object | undefined;
  /** The request. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent: unknown;
  /** The value to which the client's call resolves. */
  readonly received: object | undefined;
}

/** An action that fails in every way: the first success is one of its calls. */
export interface FailingAction {
  /** Its error that the contract declares. */
  readonly own: { readonly code: string; readonly status: number; readonly text: string };
  /** A service that has the action, but not now, and why. */
  readonly busy: object;
  readonly reason: string;
  /** A body that its schema rejects, and why. */
  readonly invalid: { readonly body: object; readonly details: readonly ErrorDetail[] };
  /** A request whose parameter the contract rejects, and why. */
  readonly malformed: {
    readonly url?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly detail: ErrorDetail;
  };
  /** A value that its handler must not return. */
  readonly wrong: unknown;
}

/** The server's own failures. */
export type Failure =
  | "unauthenticated"
  | "access_denied"
  | "resource_not_found"
  | "method_not_allowed"
  | "invalid_parameter"
  | "invalid_action_body"
  | "payload_too_large"
  | "unsupported_media_type"
  | "action_unavailable"
  | "not_implemented"
  | "internal"
  | "invalid_request";

/** The facts of an error. */
export interface ErrorFacts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  readonly details: readonly ErrorDetail[];
}

/** The facts of an error that a client reads besides its status. */
export interface ReadError {
  readonly code: string;
  readonly text: string;
  readonly details?: readonly ErrorDetail[];
}

/** A member that is there only where there is something in the list. */
export function listed(name: string, items: readonly object[]): object {
  return items.length > 0 ? { [name]: items } : {};
}

/** One call on its way to the API. */
export interface Call {
  /** Its name in messages: `getService`, `postgres.add_ip`. */
  readonly name: string;
  /** The operation's id. */
  readonly operation: string;
  /** The type of the service whose action it invokes. */
  readonly service?: string | undefined;
  readonly action?: string | undefined;
  readonly route: Route;
  /** Parameters by name, and the body. */
  readonly args: Arguments;
  /** Headers besides the credentials; middleware may change them. */
  readonly headers: Headers;
  readonly options: CallOptions;
}

/** The parameters of a call, and its `body`. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The response of the API. */
export interface ClientResponse<Declared = unknown> {
  readonly status: number;
  readonly headers: Declared & Headers;
  /** JSON as its value, other text as a string, everything else as bytes; `undefined` if there is no body. */
  readonly body: unknown;
}

/** The headers that a contract declares, required and optional. */
export interface DeclaredHeaders<Always extends string, Perhaps extends string = never> {
  get(name: Always): string;
  get(name: Perhaps): string | null;
}

/** Sends a call. Rejects unless the response is a success. */
export type Send = (call: Call) => Promise<ClientResponse>;

/** Receives every call before it is sent and every response before it is returned: `(call, next) => next(call)` does nothing. */
export type Middleware = (call: Call, next: Send) => Promise<ClientResponse>;

/** The options of a single call. */
export interface CallOptions<Declared = unknown> {
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of each attempt in milliseconds; 0: none. */
  readonly timeout?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Receives the status and the headers of the response; the call awaits it and fails if it does. */
  readonly onResponse?: ((response: ClientResponse<Declared>) => void) | undefined;
}

/** The options of a call whose endpoint has parameters outside its path. */
export interface ParameterOptions extends CallOptions {
  readonly parameters?: Arguments | undefined;
}

/** The options of a call whose body has members that all actions have in common. */
export interface EnvelopeOptions extends CallOptions {
  readonly envelope?: object | undefined;
}

/** Any call of an operation or an action. */
export type AnyCall = (args: never, options: never) => Promise<unknown>;

/** What a client can call: an operation, or the actions of a service type. */
export type ClientCall = Route | ActionCall;

/** An action, or with no name all actions of a service type. */
export interface ActionCall<Service extends string = string, Action extends string = string> {
  /** The operation that invokes it. */
  readonly route: Route;
  /** The type of the service, by its name on the client. */
  readonly service: Service;
  readonly action?: Action;
  /** Whether the contract declares it read-only or idempotent. */
  readonly isRepeatable?: true;
}

/** Marks an operation with its name on the client. */
export interface Named<Name extends string> {
  readonly name: Name;
}

/** The part of a client that some calls are. */
export type ClientOf<Client, Of> = {
  readonly [Name in keyof Client as Name extends NamesOf<Of> ? Name : never]: ActionsOf<Of, Name> extends never
    ? Client[Name]
    : PartOf<Client[Name], ActionsOf<Of, Name>>;
};

type NamesOf<Of> = Of extends ActionCall ? Of["service"] : Of extends Named<infer Name> ? Name : never;

type ActionsOf<Of, Service> = Of extends { readonly service: Service; readonly action?: infer Action } ? Action : never;

type PartOf<Service, Names> = Service extends (...target: infer Target) => infer Calls
  ? (...target: Target) => Pick<Calls, Names & keyof Calls>
  : never;

/** The options of the calls by which `follow` polls. */
export interface ReplacedOptions extends CallOptions {
  /** Makes the call that is sent in place of this one. */
  readonly inPlace?: (call: Call, baseUrl: string) => Call;
}

/** Writes the parameters of a call: headers into `headers`, all others into the URL that it returns. */
export type WriteParameters = (call: Call, headers: Headers) => string;

/** Writes the body of a call, and its media type into `headers` unless they have one or the platform sets it; no two get the same id. */
export type WriteBody = (call: Call, headers: Headers, id?: number) => SentBody;

/** A body that `fetch` accepts. */
export type SentBody = NonNullable<RequestInit["body"]>;

/** Sends a request whose body may be written while it is sent. */
export type SendBody = (body: SentBody | null, exchange: Exchange) => Promise<ClientResponse>;

/** Sends a request, with more options of the platform if it needs them, and reads its response. */
export type Exchange = (more?: RequestInit) => Promise<ClientResponse>;

/** Reads a body: JSON as its value, else text or bytes; `undefined`: none. Rejects a success that is not declared. */
export type ReadBody = (call: Call, response: Response, reviver?: Reviver) => Promise<unknown>;

/** Receives each value of a JSON text and may replace it, like the reviver of `JSON.parse`. */
export type Reviver = (key: string, value: unknown) => unknown;

/** Sends a call of an operation, or of an action, and returns the body of its response. */
export type Invoke = (
  route: Route,
  args?: Arguments,
  options?: CallOptions,
  service?: string,
  action?: string,
) => Promise<unknown>;

/** Adds the actions of a service type to a client. */
export type AddActions = (client: Record<string, unknown>, call: ActionCall, invoke: Invoke) => void;

/** The functions that a call needs beyond those of every call, so that a bundle has those of its calls only. */
export interface RouteParts {
  /** Absent: its parameters are single values in its path. */
  readonly writeParameters?: WriteParameters;
  /** Absent: its body is JSON. */
  readonly writeBody?: WriteBody;
  /** Absent: the body is written before it is sent. */
  readonly sendBody?: SendBody;
  /** Absent: its successes are JSON. */
  readonly readBody?: ReadBody;
  /** Wraps the fields of these names; for operations that reveal secrets. */
  readonly wrapSecrets?: (names: readonly string[]) => Reviver;
  /** For operations that invoke actions. */
  readonly addActions?: AddActions;
  /** For operations whose responses repeat the id of the request. */
  readonly checkId?: CheckId;
  /** Runs before the middleware of callers. */
  readonly use?: readonly Middleware[];
}

/** Throws if a response has the id of another request than the one with this number; `failure`: the response, if it is an error. */
export type CheckId = (call: Call, response: ClientResponse, id: number, failure: ClientResponse | undefined) => void;

/** One operation of the contract as data, and with the functions that it needs. */
export interface Route extends RouteParts {
  /** On the client. */
  readonly name: string;
  /** The operation's id, if it differs from the name on the client. */
  readonly id?: string;
  /** In upper case. */
  readonly method: string;
  /** With arguments in braces. */
  readonly path: string;
  /** Whether the path comes from a response of the API and includes all arguments. */
  readonly isLink?: true;
  /** All parameters except plain ones in the path. */
  readonly parameters?: readonly ParameterRule[];
  /** Alternatives, each a list of security schemes; absent: the token, if any. */
  readonly security?: readonly (readonly string[])[];
  /**
   * Media types of successes in lower case, empty for one without a body; absent: `application/json`. A range can have a kind of
   * content: `application/*+json`, `application/*+text`.
   */
  readonly responses?: readonly string[];
  /** Media types of successes for the header `accept`, JSON first; absent: `application/json`. */
  readonly accept?: string;
  /** Statuses of its successes; absent: any. */
  readonly statuses?: readonly number[];
  /** Members that each success of its actions has, if all return their bodies. */
  readonly needs?: readonly string[];
  /** Fields of the response that contain secrets, at any depth. */
  readonly secrets?: readonly string[];
}

/** How one parameter is serialized. */
export interface ParameterRule {
  readonly name: string;
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  /** Its name among the arguments, if two parameters of an operation share theirs. */
  readonly argument?: string;
  /** `json`: as JSON; `cookie`: `form` without encoding. Absent: `form` for query and cookie, else `simple`. */
  readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie" | "json";
  /** Absent: the style's default, true for `form` and `cookie` only. */
  readonly explode?: boolean;
  /** Set for lists and objects that servers require: an empty one would not be sent. */
  readonly required?: true;
}

/** The options of a client. */
export interface ClientOptions {
  /** The base URL of the API, without a query: `https://api.example.com`, or `/api` in a browser. */
  readonly baseUrl: string;
  readonly token?: Token | undefined;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The timeout of an attempt in milliseconds; default: 60,000; 0: none. */
  readonly timeout?: number | undefined;
  /** Middleware of every call; the first is the outermost. */
  readonly use?: readonly Middleware[] | undefined;
  /** Replaces the platform's `fetch`. It receives `redirect: "manual"`, as no redirects are followed. */
  readonly fetch?: Fetch | undefined;
}

/** The options of a client whose contract has other security schemes than bearer tokens. */
export interface SchemeOptions extends ClientOptions {
  /** Keys and passwords by the names of their security schemes. */
  readonly credentials?: Readonly<Record<string, Key | Login | undefined>>;
}

/** The token, or a function that returns it before each attempt. After a 401 it gets the rejected one, and may return another. */
export type Token = string | ((rejected?: string) => string | undefined | Promise<string | undefined>);

/** An API key, or a function that returns it. */
export type Key = string | (() => string | Promise<string>);

/** For HTTP's scheme Basic. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** The part of the platform's `fetch` that a client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A union of exclusive members: each forbids the fields that only others have. */
export type OneOf<Union, All = Union> = Union extends unknown
  ? Union & { readonly [Name in Exclude<NameIn<All>, keyof Union>]?: never }
  : never;

type NameIn<Union> = Union extends unknown ? keyof Union : never;

/** One problem of a request. */
export interface ErrorDetail {
  /** JSON pointer of the failing field in the body; name of the parameter. Absent: the contract's errors don't name it. */
  readonly pointer?: string;
  /** The keyword of JSON Schema that it violates: `required`. */
  readonly rule: string;
  readonly message: string;
}

/** The kinds of failure: an error response, no response, a timeout, an abort, a call that can't be sent, an invalid response. */
export type ClientErrorName =
  | "ApiError"
  | "NetworkError"
  | "TimeoutError"
  | "AbortError"
  | "InvalidCallError"
  | "InvalidResponseError";

/** One error of a validator, as the validators report it. */
export interface Problem {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly propertyName?: string;
}

/** Why a call has no result; `name` distinguishes the kinds. It never reveals a token or a body, and has no cause. */
export class ClientError extends Error {
  declare readonly name: ClientErrorName;
  /** The call that failed: `getService`, `postgres.add_ip`. */
  declare readonly call: string;
  /** The errors of validators, if they found the call or the response invalid. */
  declare readonly problems?: readonly Problem[];

  constructor(name: ClientErrorName, call: string, text: string) {
    super(`${call} ${text}`);
    this.name = name;
    this.call = call;
  }
}

/** The facts in the body of an error. */
export interface ErrorFacts {
  /** The end of the error's message. */
  readonly reason: string;
  readonly known: Partial<Pick<ApiError, "code" | "text" | "details" | "requestId">>;
}

/** Reads the errors of a contract. */
export type ReadError = (response: ClientResponse) => ErrorFacts;

/** The maximum length of a server's text in the message of an error. */
const maxReason = 300;

/** An error response of the API, or a redirect, which is never followed. */
export class ApiError<Code extends string = string, Body = unknown> extends ClientError {
  /** HTTP status; 0 for a redirect in a browser, which hides the rest of it too. */
  declare readonly status: number;
  /** The reason, as the contract names it: `entry_exists`, `action_unavailable`. */
  declare readonly code: Code | undefined;
  /** The explanation in the response, after the code if the contract has both in one text; empty if there is none. */
  declare readonly text: string;
  /** The problems of the fields of a request, if the contract's errors include them. */
  declare readonly details?: readonly ErrorDetail[];
  /** The id of the call in the logs of the API's operators. */
  declare readonly requestId: string | undefined;
  readonly #response: ClientResponse;

  /** Without `facts`, it reads bodies of the form `{ "error": "code: explanation" }`. `hide` redacts the credentials of the call. */
  constructor(call: string, response: ClientResponse, facts?: ErrorFacts, hide?: Reviver) {
    const { error } = Object(response.body) as { readonly error?: unknown };
    const text = typeof error === "string" ? error : "";
    const { status, headers } = response;
    // Browsers report status 0 for a redirect that they don't follow.
    const reason = status < 400 && status !== 304 && status !== 200 ? "redirects are not followed" : (facts?.reason ?? text);
    const suffix = reason && `: ${reason.slice(0, maxReason).replace(/\p{Cc}+/gu, " ")}`;
    super("ApiError", call, `returned ${status || "a redirect"}${suffix}`);
    const id = headers.get("x-request-id") ?? undefined;
    // It may be the caller's own.
    const requestId = hide?.("", id) ?? id;
    Object.assign(this, { status, code: /^([a-z][\w.-]*): /.exec(text)?.[1], text, requestId }, facts?.known);
    this.#response = response;
  }

  get headers(): Headers {
    return this.#response.headers;
  }

  /** The whole body of the response, which is not part of the printed error. */
  get body(): Body {
    return this.#response.body as Body;
  }
}

/**
 * Whether the API rejected a call with one of these codes. The compiler checks the codes if their type is given:
 * `hasCode<PostgresActions["add_ip"]["error"]>(error, "entry_exists")`.
 */
export function hasCode<Code extends string>(error: unknown, ...codes: readonly Code[]): error is ApiError<Code> {
  return error instanceof ApiError && (codes as readonly unknown[]).includes(error.code);
}

/** A signal that ends an attempt when it times out or its caller aborts it. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** The error of a call that it ended, if it did; `late`: what the call did not do in time. */
  readonly explain: (call: string, late: string) => ClientError | undefined;
  /** Releases the timer and the caller's signal. */
  readonly clear: () => void;
}

/** 23 days. Timers with longer delays may fire immediately, so longer timeouts mean none. */
const maxTimeout = 2_000_000_000;

/** Combines a timeout in milliseconds (0: none) and a caller's signal. Unlike `AbortSignal.any`, it can be released. */
export function limitTime(milliseconds: number, given: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const timer = milliseconds > 0 && milliseconds <= maxTimeout ? setTimeout(abort, milliseconds) : undefined;
  if (given?.aborted) abort();
  else given?.addEventListener("abort", abort);
  return {
    signal,
    explain: (call, late) => {
      if (given?.aborted) return new ClientError("AbortError", call, "was aborted by its caller");
      return signal.aborted ? new ClientError("TimeoutError", call, late) : undefined;
    },
    clear: () => {
      clearTimeout(timer);
      given?.removeEventListener("abort", abort);
    },
  };
}

/** Waits for some milliseconds, or resolves early when a signal is aborted. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    }
    signal?.addEventListener("abort", end);
  });
}

import type { Envelope } from "../envelope.js";
import type { Selector } from "../selector.js";

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
  /** What is sent besides the credentials; middleware may change them. */
  readonly headers: Headers;
  readonly options: CallOptions;
}

/** The parameters of a call, and its `body`. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The response of the API. */
export interface ClientResponse<Declared = unknown> {
  readonly status: number;
  readonly headers: Declared & Headers;
  /** JSON as the value it stands for, other text as a string, the rest as bytes; `undefined` where there is no body. */
  readonly body: unknown;
}

/** The headers that a contract declares: those that every response has, and those that it may have. */
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
  /** Receives the status and the headers of the response; the call awaits it, and fails with it. */
  readonly onResponse?: ((response: ClientResponse<Declared>) => void) | undefined;
}

/** Any call of an operation or an action. */
export type AnyCall = (args: never, options: never) => Promise<unknown>;

/** One operation of the contract, as data: what a client needs to know to send it. */
export interface Route {
  /** The operation's id, where it is not the name on the client. */
  readonly id?: string;
  /** In upper case. */
  readonly method: string;
  /** With arguments in braces. */
  readonly path: string;
  /** Whether the API named the path in a response: it has all arguments. */
  readonly isLink?: true;
  /** All but path parameters that are written plainly. */
  readonly parameters?: readonly ParameterRule[];
  /** Media types of the body; absent: only `application/json`, if it takes a body at all. */
  readonly content?: readonly string[];
  /** How fields of its form are written, by name; absent: each as text. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Alternatives, each a list of security schemes; absent: the token, if there is one. */
  readonly security?: readonly (readonly string[])[];
  /** Media types of successes in lower case, an empty text where one has no body; absent: `application/json`. */
  readonly responses?: readonly string[];
  /** Statuses of its successes; absent: any. */
  readonly statuses?: readonly number[];
  /** Members that each success of its actions has, where all are their bodies. */
  readonly needs?: readonly string[];
  /** Fields of the response that contain secrets, at any depth. */
  readonly secrets?: readonly string[];
  /** Where its requests have the facts of a call, if not the action in the path parameter `action` and its body in the whole. */
  readonly selector?: CallSelector;
  /** How successes of its actions are read; absent: each is its body. */
  readonly action?: ActionRoute;
}

/** A selector whose parameters have the names of arguments. */
export interface CallSelector extends Selector {
  /** Whether requests have no body. */
  readonly isBodiless?: true;
}

/** How the successes of an endpoint's actions are read. */
export interface ActionRoute {
  readonly envelope: Envelope;
  /** By status: `201`, `2XX` or `default`. A response that is not listed is its body. */
  readonly successes: Readonly<Record<string, SuccessRule>>;
}

/** What the call of an action resolves to besides the facts of the envelope. */
export interface SuccessRule {
  /** Whether other successes are possible, so that `httpStatus` tells which one it is. */
  readonly hasStatus?: true;
  /** Whether the body has none of the facts of the envelope, where the whole body of other successes is the result. */
  readonly isOther?: true;
  /** Whether the body has other members: they become `envelope`. */
  readonly hasOthers?: true;
  /** Whether it is its body, which is not read. */
  readonly isAsSent?: true;
  /** Where its body, an object or a list, must have something: JSON pointers. Absent: it has no body. */
  readonly needs?: readonly string[];
  /** Declared headers in lower case. */
  readonly headers?: readonly string[];
  /** Those of them that are numbers. */
  readonly numbers?: readonly string[];
  /** Those of them that the response must have. */
  readonly needsHeaders?: readonly string[];
}

/** How one field of a form is written. */
export interface FieldEncoding extends Pick<ParameterRule, "style" | "explode"> {
  /** The media type of a part that is JSON. */
  readonly contentType?: string;
}

/** How one parameter becomes text. */
export interface ParameterRule {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** Its name among the arguments, where two parameters of an operation have the same. */
  readonly argument?: string;
  /** `json`: text of that format. Absent: the place's default, `form` for query and cookie, `simple` for the others. */
  readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "json";
  /** Absent: the style's default, true for `form` only. */
  readonly explode?: boolean;
}

/** The options of a client. */
export interface ClientOptions {
  /** Where the API is mounted: `https://api.example.com`, or `/api` in a browser. */
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

/**
 * The token, or a function that returns it before every attempt. When the API rejects a token (401), the function is called
 * once more with that token, and the call is repeated if it returns another one.
 */
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

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

/** One operation of the contract, as data: what a client needs to know to send it. */
export interface Route {
  /** The operation's id, where it is not the name on the client. */
  readonly id?: string;
  /** In upper case. */
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** All but path parameters that are written plainly. */
  readonly parameters?: readonly ParameterRule[];
  /** Media types of the body; absent: only `application/json`, if it takes a body at all. */
  readonly content?: readonly string[];
  /** How fields of its form are written, by name; absent: each as text. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Alternatives, each a list of security schemes; absent: the token, if there is one. */
  readonly security?: readonly (readonly string[])[];
  /** Media types of successes in lower case, an empty text where one has no body; absent: `application/json`. */
  readonly answers?: readonly string[];
  /** Fields of the answer that hold secrets, at any depth. */
  readonly secrets?: readonly string[];
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

/** How a client reaches the API, and as whom. */
export interface ClientOptions {
  /** Where the API is mounted: `https://api.example.com`, or `/api` in a browser. */
  readonly baseUrl: string;
  readonly token?: Token | undefined;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds until an attempt is given up: 60,000 unless told; 0: never. */
  readonly timeout?: number | undefined;
  /** Sees every call; the first is the outermost. */
  readonly use?: readonly Middleware[] | undefined;
  /** Takes the place of the platform's `fetch`. It is told to follow no redirects: `redirect: "manual"`. */
  readonly fetch?: Fetch | undefined;
}

/** The options of a client whose contract has other security schemes than bearer tokens. */
export interface SchemeOptions extends ClientOptions {
  /** Keys and passwords by the names of their security schemes. */
  readonly credentials?: Readonly<Record<string, Key | Login | undefined>>;
}

/**
 * The token, or where to get it: the function is asked before every attempt. When the API refused a token (401), it is
 * asked once more with that token, and the call is repeated if it answers another one.
 */
export type Token = string | ((refused?: string) => string | undefined | Promise<string | undefined>);

/** An API key, or where to get it. */
export type Key = string | (() => string | Promise<string>);

/** For HTTP's scheme Basic. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** As much of the platform's `fetch` as a client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A union whose members don't mix: each rules out the fields that only others have. */
export type OneOf<Union, All = Union> = Union extends unknown
  ? Union & { readonly [Name in Exclude<NameIn<All>, keyof Union>]?: never }
  : never;

type NameIn<Union> = Union extends unknown ? keyof Union : never;

import type { Middleware } from "./call.js";

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

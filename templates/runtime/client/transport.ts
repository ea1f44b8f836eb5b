import type { Arguments, Call, ClientResponse, Route, SchemeOptions, Send } from "./call.js";
import { ApiError, ClientError, type ReadError } from "./errors.js";
import { limitTime } from "./time.js";

/** The contract as generated code passes it to the client: data, and the functions of the runtime that it needs. */
export interface ClientContract {
  /** Operations by their names on the client. */
  readonly routes: Readonly<Record<string, Route>>;
  /** The names on the client of the service types whose actions an operation invokes. */
  readonly services: Readonly<Record<string, readonly string[]>>;
  readonly authorize: Authorize;
  readonly writeParameters: WriteParameters;
  readonly writeBody: WriteBody;
  readonly readBody: ReadBody;
  /** Absent: errors are `{ "error": "code: explanation" }`. */
  readonly readError?: ReadError;
  /** Wraps the fields of these names; for operations that reveal secrets. */
  readonly wrapSecrets?: (names: readonly string[]) => Reviver;
}

/**
 * Adds the credentials. Returns the token if it sent one; `rejected` is a token that the API did not accept.
 */
export type Authorize = (
  request: Outgoing,
  call: Call,
  options: SchemeOptions,
  rejected: string | undefined,
) => Promise<string | undefined>;

/** A request before it is sent. */
export interface Outgoing {
  url: string;
  readonly headers: Headers;
}

/** Puts the parameters of a call where the contract wants them: headers into `headers`, the others into the URL it returns. */
export type WriteParameters = (call: Call, headers: Headers) => string;

/** Writes the body of a call; its media type goes into `headers`, unless they have one or the platform finds it out. */
export type WriteBody = (call: Call, headers: Headers) => SentBody;

/** What `fetch` takes as a body. */
export type SentBody = NonNullable<RequestInit["body"]>;

/**
 * Reads the whole body of a response: JSON as the value that it stands for, else what it is; `undefined`: there is none. Rejects
 * if a success is not what the contract declares, which would pass for what the call's type promises.
 */
export type ReadBody = (call: Call, response: Response, reviver?: Reviver) => Promise<unknown>;

/** Looks at each value of a JSON text and may replace it, as `JSON.parse` has it. */
export type Reviver = (key: string, value: unknown) => unknown;

/** The innermost step: sends a call with `fetch` and reads the response. */
export function createTransport(contract: ClientContract, options: SchemeOptions): Send {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  return async (call) => {
    const { route, args } = call;
    let token: string | undefined;
    // What is shorter would be found in other words.
    const hide: Reviver = (_, value) =>
      typeof value === "string" && token && token.length > 3 ? value.replaceAll(token, "[redacted]") : value;

    const attempt = async (rejected?: string): Promise<ClientResponse | undefined> => {
      const headers = new Headers(call.headers);
      const request: Outgoing = { url: baseUrl, headers };
      let body: SentBody | null = null;
      try {
        request.url += contract.writeParameters(call, headers);
        if (args["body"] !== undefined) body = contract.writeBody(call, headers);
      } catch (error) {
        // Halves of surrogate pairs, circles and big integers can't be written; what the platform says may show them.
        throw error instanceof ClientError ? error : new ClientError("InvalidCallError", call.name, "can't be written");
      }
      token = await contract.authorize(request, call, options, rejected);
      if (rejected && token === rejected) return undefined;
      const { fetch = globalThis.fetch, timeout = 60_000 } = options;
      const limit = limitTime(call.options.timeout ?? timeout, call.options.signal);
      try {
        const { method, secrets } = route;
        // Whoever follows a redirect may hand credentials to another origin, or make a GET of a POST.
        const response = await fetch(request.url, { method, headers, body, redirect: "manual", signal: limit.signal });
        // Secrets are what successes reveal. Of an error the text is wanted, without the token that it may repeat.
        const reviver = response.ok ? secrets && contract.wrapSecrets?.(secrets) : hide;
        return { status: response.status, headers: response.headers, body: await contract.readBody(call, response, reviver) };
      } catch (error) {
        throw error instanceof ClientError ? error : explain(error, call.name, limit.ended());
      } finally {
        limit.clear();
      }
    };

    let response = (await attempt())!;
    // The API rejects a token before it does anything: with another one the call may be repeated, whatever it does.
    if (response.status === 401 && token) response = (await attempt(token)) ?? response;
    const { status, body } = response;
    if (status < 200 || status > 299) throw new ApiError(call.name, response, contract.readError?.(response));
    const missing = route.needs?.find((name) => (Object(body) as Arguments)[name] === undefined);
    const wrong = route.statuses?.includes(status) === false ? `an undeclared ${status}` : missing && `no ${missing}`;
    if (wrong) throw new ClientError("InvalidResponseError", call.name, `was answered ${wrong}`);
    return response;
  };
}

const endings = { TimeoutError: "was not answered in time", AbortError: "was given up by its caller" };

/** Only a code such as `ECONNREFUSED` is taken from what was thrown: its message may show headers or the response. */
function explain(error: unknown, name: string, ended: keyof typeof endings | undefined): ClientError {
  if (ended) return new ClientError(ended, name, endings[ended]);
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
  const reason = cause?.code ?? code;
  return new ClientError("NetworkError", name, `got no answer${typeof reason === "string" ? `: ${reason}` : ""}`);
}

/** Sets a header of a call. What the platform says of a value that can't be sent would show it, and it may be a token. */
export function setHeader(headers: Headers, name: string, value: string, call: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new ClientError("InvalidCallError", call, `has a header ${name} that can't be sent`);
  }
}

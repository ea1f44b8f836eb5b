import {
  ApiError,
  type Arguments,
  type Call,
  type CallOptions,
  ClientError,
  type ClientResponse,
  type ReadError,
  type Route,
  type SchemeOptions,
  type Send,
  limitTime,
} from "./call.js";

/** Creates a client; `client/index` exports the one with the contract's types. */
export function createClient(contract: ClientContract, options: SchemeOptions): object {
  const { routes } = contract;
  const send = (options.use ?? []).reduceRight<Send>(
    (next, middleware) => (call) => middleware(call, next),
    createTransport(contract, options),
  );

  const client: Record<string, unknown> = {};
  for (const method in routes) {
    const route = routes[method]!;
    const invoke: Invoke = async (args = {}, own = {}, service, action) => {
      const name = service ? `${service}.${action}` : method;
      // Errors may have any media type.
      const headers = new Headers({ accept: `${route.accept ?? "application/json"}, */*;q=0.5` });
      const given = { ...options.headers, ...own.headers };
      for (const header in given) setHeader(headers, header, given[header]!, name);
      const response = await send({ name, operation: route.id ?? method, service, action, route, args, headers, options: own });
      await own.onResponse?.(response);
      return response.body;
    };
    client[method] = (args?: Arguments, own?: CallOptions) => invoke(args, own);
    contract.addServices?.(client, route, invoke);
  }
  return client;
}

/** Sends a call of an operation, or of an action, and returns the body of its response. */
export type Invoke = (args?: Arguments, options?: CallOptions, service?: string, action?: string) => Promise<unknown>;

/** Adds the service types whose actions an operation invokes to a client. */
export type AddServices = (client: Record<string, unknown>, route: Route, invoke: Invoke) => void;

/** The contract as generated code passes it to the client: data, and the required functions of the runtime. */
export interface ClientContract {
  /** Operations by their names on the client. */
  readonly routes: Readonly<Record<string, Route>>;
  readonly authorize: Authorize;
  /** Absent: the contract has no actions. */
  readonly addServices?: AddServices;
  readonly writeParameters: WriteParameters;
  readonly writeBody: WriteBody;
  /** Absent: bodies are written before they are sent. */
  readonly sendBody?: SendBody;
  readonly readBody: ReadBody;
  /** Absent: errors are `{ "error": "code: explanation" }`. */
  readonly readError?: ReadError;
  /** Wraps the fields of these names; for operations that reveal secrets. */
  readonly wrapSecrets?: (names: readonly string[]) => Reviver;
}

/** Adds the credentials. Returns the token if it adds one; `rejected` is a token that the API did not accept. */
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

/** Writes the parameters of a call: headers into `headers`, all others into the URL that it returns. */
export type WriteParameters = (call: Call, headers: Headers) => string;

/** Writes the body of a call, and its media type into `headers` unless they have one or the platform sets it. */
export type WriteBody = (call: Call, headers: Headers) => SentBody;

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

/** The innermost step: sends a call with `fetch` and reads the response. */
export function createTransport(contract: ClientContract, options: SchemeOptions): Send {
  if (/[?#]/.test(options.baseUrl)) throw new TypeError("baseUrl has a query or a fragment");
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  return async (call) => {
    const { name, route } = call;
    let token: string | undefined;
    // Shorter tokens would match parts of other words.
    const hide: Reviver = (_, value) =>
      typeof value === "string" && token && token.length > 3 ? value.replaceAll(token, "[redacted]") : value;

    const attempt = async (rejected?: string): Promise<ClientResponse | undefined> => {
      const headers = new Headers(call.headers);
      const request: Outgoing = { url: baseUrl, headers };
      let body: SentBody | null = null;
      try {
        request.url += contract.writeParameters(call, headers);
        if (call.args["body"] !== undefined) body = contract.writeBody(call, headers);
      } catch (error) {
        // Lone surrogates, cycles and big integers can't be written; the platform's message may reveal them.
        throw error instanceof ClientError ? error : new ClientError("InvalidCallError", name, "can't be written");
      }
      token = await contract.authorize(request, call, options, rejected);
      if (rejected && token === rejected) return undefined;
      const limit = limitTime(call.options.timeout ?? options.timeout ?? 60_000, call.options.signal);
      let failure = "no";
      const exchange: Exchange = async (more) => {
        // Following a redirect may send credentials to another origin, or turn a POST into a GET.
        const init: RequestInit = { method: route.method, headers, body, redirect: "manual", signal: limit.signal, ...more };
        const response = await (options.fetch ?? fetch)(request.url, init);
        failure = "no complete";
        // Only successes contain secrets. The text of an error is kept, without the token that it may repeat.
        const reviver = response.ok ? route.secrets && contract.wrapSecrets?.(route.secrets) : hide;
        return { status: response.status, headers: response.headers, body: await contract.readBody(call, response, reviver) };
      };
      try {
        return await (contract.sendBody?.(body, exchange) ?? exchange());
      } catch (error) {
        // Only a code such as `ECONNREFUSED`: the message may reveal headers or the response.
        const { code, cause } = Object(error) as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
        const reason = cause?.code ?? code;
        const suffix = typeof reason === "string" ? `: ${reason}` : "";
        throw error instanceof ClientError
          ? error
          : (limit.explain(name, "timed out") ?? new ClientError("NetworkError", name, `received ${failure} response${suffix}`));
      } finally {
        limit.clear();
      }
    };

    let response = (await attempt())!;
    // The API rejects a token before any effect, so every call may be repeated with another one.
    if (response.status === 401 && token) response = (await attempt(token)) ?? response;
    const { status, body } = response;
    if (status < 200 || status > 299) throw new ApiError(name, response, contract.readError?.(response));
    const missing = route.needs?.find((member) => (Object(body) as Arguments)[member] === undefined);
    const wrong = route.statuses?.includes(status) === false ? `an undeclared ${status}` : missing && `no ${missing}`;
    if (wrong) throw new ClientError("InvalidResponseError", name, `returned ${wrong}`);
    return response;
  };
}

/** Sets a header of a call. The platform's error for an invalid value would reveal it, and it may be a token. */
export function setHeader(headers: Headers, name: string, value: string, call: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new ClientError("InvalidCallError", call, `has a header ${name} that can't be sent`);
  }
}

/** For contracts whose operations accept JSON only. */
export const writeJson: WriteBody = ({ args }, headers) => {
  headers.set("content-type", "application/json");
  return JSON.stringify(args["body"]);
};

/** For contracts whose successes are all `application/json`. Errors may be any text. */
export const readJson = async (
  { name }: Call,
  response: Pick<Response, "headers" | "ok" | "text">,
  reviver?: Reviver,
  types = response.ok ? /^application\/json *(;|$)/i : /[/+]json *(;|$)/i,
): Promise<unknown> => {
  const text = await response.text();
  try {
    if (types.test(`${response.headers.get("content-type")}`)) return JSON.parse(text, reviver);
  } catch {
    // The parser's message would reveal a part of the text.
  }
  if (response.ok) throw new ClientError("InvalidResponseError", name, "returned text that is not the declared JSON");
  return (reviver ? reviver("", text) : text) || undefined;
};

/** For contracts whose parameters are single values in paths and queries, or lists that repeat a query parameter. */
export const writeQuery: WriteParameters = (call) => {
  let query = "";
  for (const { in: place, name, argument = name } of call.route.parameters ?? []) {
    const value = call.args[argument];
    if (value === undefined || place !== "query") continue;
    for (const item of [value].flat()) query += `${query ? "&" : "?"}${encodePlain(name)}=${encodePlain(item)}`;
  }
  return fillPath(call, encodePlain) + query;
};

/** The text of a single value. The transport reports others as an `InvalidCallError`. */
export function plainText(value: unknown): string {
  if (Object(value) === value) throw new TypeError();
  return String(value);
}

const encodePlain = (value: unknown) => encodeURIComponent(plainText(value));

/** The path of a call with its parameters filled in; the template names their arguments. */
export function fillPath({ route, args, name }: Call, write: (value: unknown, argument: string) => string): string {
  return route.path.replace(/\{([^{}]+)\}/g, (_, argument: string) => {
    const value = args[argument];
    const text = value === undefined ? "" : write(value, argument);
    // Dots alone would resolve to another path, even percent-encoded.
    if (/^(\.|%2e){0,2}$/i.test(text))
      throw new ClientError("InvalidCallError", name, `has a parameter ${argument} that can't be sent in a path`);
    return text;
  });
}

/** Sends the token as `Authorization: Bearer <token>`. */
export const authorizeBearer: Authorize = async ({ headers }, { name }, { token: source }, rejected) => {
  const token = typeof source === "function" ? await source(rejected) : source;
  if (token !== undefined) setHeader(headers, "authorization", `Bearer ${token}`, name);
  return token;
};

import {
  ApiError,
  type Arguments,
  type Call,
  type CallOptions,
  type ClientCall,
  ClientError,
  type ClientResponse,
  type Exchange,
  type Invoke,
  type Middleware,
  type ParameterRule,
  type ReadError,
  type ReplacedOptions,
  type Reviver,
  type Route,
  type SchemeOptions,
  type Send,
  type SentBody,
  type WriteBody,
  type WriteParameters,
  limitTime,
} from "./call.js";

/** Creates a client of some calls; `client/index` exports those with the contract's types. */
export function createClient(contract: ClientContract, calls: readonly ClientCall[], options: SchemeOptions): object {
  const use = (next: Send, middleware: Middleware): Send => {
    return (call) => middleware(call, next);
  };
  const send = (options.use ?? []).reduceRight(use, createTransport(contract, options));
  const invoke: Invoke = async (route, args = {}, own: ReplacedOptions = {}, service, action) => {
    const name = service ? `${service}.${action}` : route.name;
    // Errors may have any media type.
    const headers = new Headers({ accept: `${route.accept ?? "application/json"}, */*;q=0.5` });
    const given = { ...options.headers, ...own.headers };
    for (const header in given) setHeader(headers, header, given[header]!, name);
    const call = { name, operation: route.id ?? route.name, service, action, route, args, headers, options: own };
    const sent = own.inPlace?.(call, options.baseUrl) ?? call;
    const response = await (sent.route.use ?? []).reduceRight(use, send)(sent);
    await own.onResponse?.(response);
    return response.body;
  };
  const client: Record<string, unknown> = {};
  for (const call of calls) {
    if ("route" in call) call.route.addActions!(client, call, invoke);
    else client[call.name] = (args?: Arguments, own?: CallOptions) => invoke(call, args, own);
  }
  return client;
}

/** What all calls of a contract have in common. */
export interface ClientContract {
  readonly authorize: Authorize;
  /** Redacts keys and passwords that errors repeat, after what else is redacted. */
  readonly hideCredentials?: (call: Call, reviver: Reviver) => Reviver;
  /** Absent: errors are `{ "error": "code: explanation" }`. */
  readonly readError?: ReadError;
  /** Returns a success if it is an error, without the token that `hide` redacts. Absent: all errors have their own statuses. */
  readonly readFailure?: (call: Call, response: ClientResponse, hide: Reviver) => ClientResponse | undefined;
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

/** The innermost step: sends a call with `fetch` and reads the response. */
export function createTransport(contract: ClientContract, options: SchemeOptions): Send {
  if (/[?#]/.test(options.baseUrl)) throw new TypeError("baseUrl has a query or a fragment");
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  let written = 0;
  return async (call) => {
    const { name, route } = call;
    let token: string | undefined;
    let id = 0;
    // Shorter tokens would match parts of other words.
    const hideToken: Reviver = (_, value) =>
      typeof value === "string" && token && token.length > 3 ? value.replaceAll(token, "[redacted]") : value;
    const hide = contract.hideCredentials?.(call, hideToken) ?? hideToken;

    const attempt = async (rejected?: string): Promise<ClientResponse | undefined> => {
      const headers = new Headers(call.headers);
      const request: Outgoing = { url: baseUrl, headers };
      let body: SentBody | null = null;
      try {
        request.url += (route.writeParameters ?? writePath)(call, headers);
        if (call.args["body"] !== undefined) body = (route.writeBody ?? writeJson)(call, headers, (id = ++written));
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
        const reviver = response.ok ? route.secrets && route.wrapSecrets?.(route.secrets) : hide;
        const received = await (route.readBody ?? readJson)(call, response, reviver);
        return { status: response.status, headers: response.headers, body: received };
      };
      try {
        return await (route.sendBody?.(body, exchange) ?? exchange());
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
    const failed = status < 200 || status > 299 ? response : contract.readFailure?.(call, response, hide);
    route.checkId?.(call, response, id, failed);
    if (failed) throw new ApiError(name, failed, contract.readError?.(failed), hide);
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

/** For operations that accept JSON only. */
export const writeJson: WriteBody = ({ args }, headers) => {
  headers.set("content-type", "application/json");
  return JSON.stringify(args["body"]);
};

/** For operations whose successes are all `application/json`. Errors may be any text. */
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

/** For parameters that are single values in paths and queries, or lists that repeat a query parameter. */
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

/** For parameters that are single values in paths. */
export const writePath: WriteParameters = (call) => fillPath(call, encodePlain);

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

/** An operation that names the media types of its bodies. */
export interface ContentRoute extends Route {
  /** Absent: only `application/json`, if it has a body at all. */
  readonly content?: readonly string[];
}

/** Whether a media type, or a header that names one, is JSON. */
export const isJson = (type: string | null) => anyJson.test(`${type}`);

/** The media type of a response, in lower case without parameters. */
export function essenceOf(headers: Headers): string {
  return (headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
}

/** Whether a media type starts as a range does: `application/` for `application/*+json`. */
export function isBelow(type: string, range: string): boolean {
  const star = range.indexOf("*");
  return star >= 0 && type.startsWith(range.slice(0, star));
}

/** The media types of JSON. */
export const anyJson = /^[^;]+[/+](x-amz-)?json[-.\d]* *(;|$)/i;

/** The rule of the argument that a path's template names. */
export function pathRule({ parameters = [] }: Route, argument: string): ParameterRule {
  const isMeant = (rule: ParameterRule) => rule.in === "path" && (rule.argument ?? rule.name) === argument;
  return parameters.find(isMeant) ?? { name: argument, in: "path" };
}

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

  const invoke = async (method: string, args: Arguments = {}, own: CallOptions = {}, service?: string, action?: string) => {
    const route = routes[method]!;
    const name = service ? `${service}.${action}` : method;
    // Errors may have any media type.
    const headers = new Headers({ accept: `${route.accept ?? "application/json"}, */*;q=0.5` });
    const given = { ...options.headers, ...own.headers };
    for (const header in given) setHeader(headers, header, given[header]!, name);
    const response = await send({ name, operation: route.id ?? method, service, action, route, args, headers, options: own });
    await own.onResponse?.(response);
    return response.body;
  };

  const client: Record<string, unknown> = {};
  for (const method in routes) {
    client[method] = (args?: Arguments, own?: CallOptions) => invoke(method, args, own);
    for (const name of routes[method]!.services ?? []) {
      const service = name.replace(/_+$/, "");
      client[name] = (target?: Arguments) =>
        createActionCalls(service, (action, body, own) => invoke(method, { ...target, action, body }, own, service, action));
    }
  }
  return client;
}

/** Sends the call of an action and returns the body of its response. */
export type Invoke = (action: string, body: unknown, options?: CallOptions) => Promise<unknown>;

/** The origin of an action call, for finding related calls. */
export interface ActionOrigin {
  /** Type of the service. */
  readonly service: string;
  readonly action: string;
  /** All actions of the same service. */
  readonly calls: ActionCalls;
}

/** The call of an action, untyped. */
export interface AnyActionCall {
  (body?: unknown, options?: CallOptions): Promise<unknown>;
  readonly origin: ActionOrigin;
}

/** The actions of a service by name. Names are not checked: the API responds 404 for an unknown action. */
export type ActionCalls = Readonly<Record<string, AnyActionCall>>;

/** Creates calls of actions on access, without a list of them. Names that JavaScript itself looks up end with an underscore. */
function createActionCalls(service: string, invoke: Invoke): ActionCalls {
  const calls: ActionCalls = new Proxy<Record<string | symbol, AnyActionCall>>(
    {},
    {
      get(target, name) {
        if (typeof name === "symbol" || name in target || name === "then" || name === "toJSON") return target[name];
        const action = name.replace(/_$/, "");
        const call = (body: unknown = {}, options?: CallOptions) => invoke(action, body, options);
        return Object.assign(call, { origin: { service, action, calls } });
      },
    },
  );
  return calls;
}

/** A service as the API represents it: its type, and the actions that it advertises. */
export interface AdvertisingService {
  readonly type: string;
  readonly capabilities?: { readonly actions?: readonly AdvertisedAction[] };
}

/** One element of a service's advertised actions. */
export interface AdvertisedAction {
  readonly name: string;
  readonly enabled: boolean;
  /** Why it is not enabled. */
  readonly reason?: string;
}

/** A service together with its actions, discriminated by `type`. */
export interface ServiceHandle<Service, Calls, Type = Service["type" & keyof Service]> {
  readonly type: Type;
  readonly service: Service;
  readonly actions: Calls;
  /** Whether the service advertised an action as enabled when it was read. */
  readonly can: (action: keyof Calls & string) => boolean;
  /** Why an action can't be invoked; `undefined` if it can. */
  readonly reason: (action: keyof Calls & string) => string | undefined;
}

/** How a handle treats actions that the service does not advertise as enabled. */
export interface HandleOptions {
  /** Rejects calls of these actions with the error that the API would return: by default status 409, code `action_unavailable`. */
  readonly rejectUnavailable?: boolean | undefined;
}

/** Creates a handle from a service and its actions. */
export function createHandle<Service extends AdvertisingService, Calls extends object>(
  service: Service,
  calls: Calls,
  options?: HandleOptions,
): ServiceHandle<Service, Calls, Service["type"]> {
  return createHandleOf({ type: service.type, actions: service.capabilities?.actions }, service, calls, options);
}

/** The facts in the representation of a service. */
export interface ServiceFacts {
  readonly type: string;
  /** Its advertised actions: objects, or names of those that are enabled. */
  readonly actions: readonly (Partial<AdvertisedAction> | string)[] | null | undefined;
  /** How the API rejects unavailable actions, if its errors are not `{ "error": "code: text" }`. */
  readonly unavailable?: { readonly status: number; readonly code?: string };
}

/** Creates a handle of a service with facts in custom locations; `client/index` exports the one that has them. */
export function createHandleOf<Service, Calls extends object, Facts extends ServiceFacts>(
  { type, actions: advertised, unavailable }: Facts,
  service: Service,
  calls: Calls,
  { rejectUnavailable = false }: HandleOptions = {},
): ServiceHandle<Service, Calls, Facts["type"]> {
  const reason = (name: string): string | undefined => {
    const entry = advertised?.find((action) => action === name || (action as Partial<AdvertisedAction>).name === name);
    if (entry === undefined) return "The service does not advertise this action.";
    if (typeof entry === "string" || (entry.enabled ?? true)) return undefined;
    return entry.reason ?? "The service gives no reason.";
  };
  const checked = createActionCalls(type, async (action, body, options) => {
    const why = reason(action);
    // Clients create any action on access; generated types name only those of the contract.
    if (why === undefined) return (calls as ActionCalls)[action]!(body, options);
    const { status = 409, code = "action_unavailable" } = unavailable ?? {};
    const text = `${code}: ${why}`;
    const response = { status, headers: new Headers(), body: unavailable ? undefined : { error: text } };
    throw new ApiError(`${type}.${action}`, response, unavailable && { reason: text, known: { code, text: why } });
  });
  const actions = rejectUnavailable ? (checked as Calls) : calls;
  return { type, service, actions, can: (name) => reason(name) === undefined, reason };
}

/** The contract as generated code passes it to the client: data, and the required functions of the runtime. */
export interface ClientContract {
  /** Operations by their names on the client. */
  readonly routes: Readonly<Record<string, Route>>;
  readonly authorize: Authorize;
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

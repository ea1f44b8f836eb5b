import { defaultEnvelope } from "../facts.js";
import { type ValidationError, valueAt } from "../json.js";
import {
  ApiError,
  type Call,
  type ClientCall,
  ClientError,
  type ClientErrorName,
  type ClientResponse,
  type Middleware,
  type ParameterRule,
  wait,
} from "./call.js";
import { type EndpointRoute, serviceOf } from "./action-calls.js";
import { type BodyRoute, essenceOf, isBelow, isJson, pathRule } from "./encoding.js";
import { unwrapSecrets } from "./secrets.js";

/** When to retry. */
export interface RetryOptions {
  /** The number of attempts, including the first; default: 3. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt; default: 200. The delay doubles with each attempt. */
  readonly delay?: number | undefined;
  /** The maximum delay in milliseconds; default: 20,000. If the API requests a longer one, the call fails immediately. */
  readonly maxDelay?: number | undefined;
}

/** Names of the actions that may be repeated, by service type. */
export type RepeatableActions = Readonly<Record<string, readonly string[]>>;

const safeMethods = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "QUERY"];

const passingStatuses = [408, 429, 500, 502, 503, 504];

/** How calls with an `Idempotency-Key` are repeated. */
export interface Keys {
  /** Gives a call a key; `undefined`: it takes none. */
  readonly withKey: (call: Call) => Call | undefined;
  /** Whether the first call with the same key still runs. */
  readonly isRunning: (error: unknown) => boolean;
}

/** The actions among some calls that may be repeated. */
export function repeatableIn(calls: readonly ClientCall[]): RepeatableActions {
  const names: Record<string, string[]> = {};
  for (const call of calls) {
    if (!("route" in call) || !call.isRepeatable) continue;
    (names[serviceOf(call.service)] ??= []).push(call.action!.replace(/_$/, ""));
  }
  return names;
}

/** Retries temporary failures of calls that are safe to repeat. `client/index` exports the one with the contract's actions. */
export function createRetry(repeatable: RepeatableActions, options: RetryOptions = {}, keys?: Keys): Middleware {
  const { attempts = 3, delay = 200, maxDelay = 20_000 } = options;
  return async (given, next) => {
    const keyed = keys?.withKey(given);
    const call = keyed ?? given;
    const isSafe = keyed !== undefined || isRepeatable(call, repeatable);
    for (let attempt = 1; ; attempt++) {
      try {
        return await next(call);
      } catch (error) {
        const isTemporary = mayPass(error, call) || (keyed && keys?.isRunning(error));
        if (attempt >= attempts || !isSafe || !isTemporary) throw error;
        const asked = error instanceof ApiError ? readRetryAfter(error.headers, Date.now()) : undefined;
        if (asked !== undefined && asked > maxDelay) throw error;
        // Jitter keeps callers that failed together from retrying together.
        const jitter = Math.random() * Math.min(maxDelay, delay * 2 ** (attempt - 1));
        // An abort ends the wait; the next attempt then fails before it is sent.
        await wait((asked ?? 0) + jitter, call.options.signal);
      }
    }
  };
}

function isRepeatable({ service, action, route }: Call, repeatable: RepeatableActions): boolean {
  if (service === undefined || action === undefined) return safeMethods.includes(route.method);
  return Object.hasOwn(repeatable, service) && repeatable[service]!.includes(action);
}

function mayPass(error: unknown, { args }: Call): boolean {
  if (error instanceof ApiError && error.status === 200) return error.headers.has("retry-after");
  if (error instanceof ApiError) return passingStatuses.includes(error.status);
  if (!(error instanceof ClientError)) return false;
  return error.name === "TimeoutError" || (error.name === "NetworkError" && sizeOf(args["body"]) <= maxRepeatedBody);
}

/** Bytes. An API that closes the connection during a larger upload has probably rejected it, and its response was lost. */
const maxRepeatedBody = 1_048_576;

/** The size of text and bytes in a body, also of those in the fields of a form. */
function sizeOf(body: unknown): number {
  if (typeof body === "string") return body.length;
  if (body instanceof Blob) return body.size;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  if (typeof body !== "object" || body === null) return 0;
  return Object.values(body).reduce((sum: number, field) => sum + sizeOf(field), 0);
}

/** The delay of `Retry-After` in milliseconds, from seconds or a date; `undefined`: it is absent or malformed. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Engines accept many texts as dates; HTTP dates begin with the name of a day.
  const time = /^[A-Z]/.test(text) ? Date.parse(text) : Number.NaN;
  // Both by the server's clock, if the response has its date.
  const sent = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : Math.max(0, time - (Number.isNaN(sent) ? now : sent));
}

/** Reports whether a value is valid; `errors` lists the reasons if it is not. */
export interface Check {
  (value: unknown): boolean;
  readonly errors: readonly ValidationError[] | null;
}

/** The exports of `validators/index`, or some of them: calls without validators are not validated. */
export interface ClientValidators {
  readonly actions?: Readonly<Record<string, Readonly<Record<string, { readonly body: Check; readonly result: Check }>>>>;
  readonly operations?: Readonly<Record<string, OperationValidators>>;
}

interface OperationValidators {
  readonly path?: Check;
  readonly query?: Check;
  readonly querystring?: Check;
  readonly headers?: Check;
  readonly cookies?: Check;
  readonly body?: Check;
  /** By status: `200`, `2XX` or `default`. */
  readonly responses: Readonly<Record<string, Check>>;
  /** By status and media type, if the schemas of a status differ. */
  readonly responseBodies?: Readonly<Record<string, Readonly<Record<string, Check>>>>;
}

/** The directions that are validated; default: both. */
export interface ValidateOptions {
  readonly calls?: boolean | undefined;
  readonly responses?: boolean | undefined;
}

/** Validates calls and responses against the contract: `use: [validate({ actions, operations })]`. */
export function validate(validators: ClientValidators, { calls = true, responses = true }: ValidateOptions = {}): Middleware {
  return async (call, next) => {
    if (calls && !call.route.isLink) checkCall(call, validators);
    const response = await next(call);
    if (responses) checkResponse(call, response, validators);
    return response;
  };
}

function checkCall(call: Call, validators: ClientValidators): void {
  const operation = validators.operations?.[call.operation];
  const action = validators.actions?.[call.service ?? ""]?.[call.action ?? ""];
  const check = (guard: Check | undefined, value: unknown, part: string) =>
    requireValid(guard, value, call, "InvalidCallError", part);
  check(operation?.path, parametersIn("path", call), "its path");
  check(operation?.query, parametersIn("query", call), "its query");
  const { querystring } = parametersIn("querystring", call);
  if (querystring !== undefined) check(operation?.querystring, querystring, "its query string");
  check(operation?.headers, parametersIn("header", call), "its headers");
  check(operation?.cookies, parametersIn("cookie", call), "its cookies");
  for (const { action: name, body: own, place } of call.items ?? [])
    requireValid(validators.actions?.[call.service ?? ""]?.[name]?.body, own, call, "InvalidCallError", "its body", place);
  const { body } = call.args;
  if (body !== undefined && hasSchema(body, call)) check(action?.body ?? operation?.body, body, "its body");
}

function checkResponse(call: Call, { status, headers, body: given }: ClientResponse, validators: ClientValidators): void {
  const body = call.route.secrets ? unwrapSecrets(given) : given;
  const { responses, responseBodies } = validators.operations?.[call.operation] ?? {};
  const action = validators.actions?.[call.service ?? ""]?.[call.action ?? ""];
  const check = (guard: Check | undefined, value: unknown, part: string) =>
    requireValid(guard, value, call, "InvalidResponseError", part);
  // A status that is declared without a body has no check, not even the one for errors.
  const keys = call.route.statuses?.includes(status) ? [`${status}`] : [`${status}`, "2XX", "2xx", "default"];
  const declared = keys.find((key) => responses && Object.hasOwn(responses, key));
  const ofType = declared === undefined ? undefined : findCovering(responseBodies?.[declared], headers);
  const isRaw = !isJson(headers.get("content-type")) && (typeof body === "string" || body instanceof Uint8Array);
  check(declared === undefined || isRaw ? undefined : (ofType ?? responses?.[declared]), body, "its response");
  const { action: read }: EndpointRoute = call.route;
  const { envelope } = read ?? { envelope: defaultEnvelope };
  if (envelope.result === undefined || (read && body === undefined)) return;
  const rule = successRule(status, read);
  if (rule?.isOther || rule?.hasNoResult) return;
  // An action that declares no result may leave it out: its result is an empty object.
  const mayLack = rule?.needs !== undefined && !rule.needs.includes(envelope.result);
  const resultAt = (place: string) => {
    const result = valueAt(body, place);
    return result === undefined && mayLack ? {} : result;
  };
  for (const { action: name, result: place } of call.items ?? []) {
    const guard = validators.actions?.[call.service ?? ""]?.[name]?.result;
    if (place !== undefined) requireValid(guard, resultAt(place), call, "InvalidResponseError", "its result", place);
  }
  check(action?.result, resultAt(envelope.result), "its result");
}

/** The check of the most specific media type; all are JSON. */
function findCovering(checks: Readonly<Record<string, Check>> = {}, headers: Headers): Check | undefined {
  const type = essenceOf(headers);
  return Object.entries(checks).find(([range]) => range === type || isBelow(type, range))?.[1];
}

/** How the success with a status is read. */
function successRule(status: number, route: EndpointRoute["action"]) {
  const key = [`${status}`, "2XX", "2xx", "default"].find((name) => route && Object.hasOwn(route.successes, name));
  return key === undefined ? undefined : route?.successes[key];
}

/** The arguments in one location, with header names in lower case as validators expect them. */
function parametersIn(location: ParameterRule["in"], { route, args }: Call): Record<string, unknown> {
  const inPath = [...route.path.matchAll(/\{([^{}]+)\}/g)].map(([, argument]) => pathRule(route, argument!));
  const rules = location === "path" ? inPath : (route.parameters ?? []).filter((rule) => rule.in === location);
  const entries = rules.map(
    ({ name, argument = name }) => [location === "header" ? name.toLowerCase() : name, args[argument]] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Text and bytes have no schema. */
function hasSchema(body: unknown, { route }: Call): boolean {
  const { content }: BodyRoute = route;
  const isPlain = typeof body === "object" && body !== null && Object.getPrototypeOf(body) === Object.prototype;
  return !content || isPlain || Array.isArray(body);
}

/** Throws if a value is invalid. The message names the first invalid field and its rule, never a value. */
function requireValid(
  guard: Check | undefined,
  value: unknown,
  call: Call,
  name: ClientErrorName,
  part: string,
  place = "",
): void {
  if (!guard || guard(value)) return;
  const problems = (guard.errors ?? []).map((one) => ({ ...one, instancePath: `${place}${one.instancePath}` }));
  const [first] = problems;
  const where = first?.instancePath ? `${part} at ${first.instancePath}` : part;
  const error = new ClientError(name, call.name, `violates the contract: ${where} ${first?.message ?? "is invalid"}`);
  throw Object.assign(error, { problems });
}

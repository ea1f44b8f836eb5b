import type { ValidationError } from "../json.js";
import {
  ApiError,
  type Call,
  ClientError,
  type ClientErrorName,
  type ClientResponse,
  type Middleware,
  type ParameterRule,
  wait,
} from "./call.js";
import { type ContentRoute, essenceOf, isBelow, isJson, pathRule } from "./create-client.js";

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

/** What is validated of calls, or of their responses: a value, and what messages call it. */
export interface CheckedPart {
  readonly guard: Check | undefined;
  readonly value: unknown;
  readonly name: string;
  /** The JSON pointer to it in the body, if it is not the whole one. */
  readonly place?: string;
}

/** Adds what is validated of some calls, or with `response` of their responses. */
export type AddParts = (
  parts: readonly CheckedPart[],
  validators: ClientValidators,
  call: Call,
  response?: ClientResponse,
) => readonly CheckedPart[];

/** What contracts with actions, lists of them or secrets need in addition. */
export interface MoreChecks {
  readonly add?: readonly AddParts[];
  /** The body of a response as it was before its secrets were wrapped. */
  readonly unwrap?: (body: unknown) => unknown;
}

/** Validates calls and responses against the contract. `client/index` exports the one with what the contract needs. */
export function createValidate(
  validators: ClientValidators,
  { calls = true, responses = true }: ValidateOptions = {},
  { add = [], unwrap }: MoreChecks = {},
): Middleware {
  const check = (call: Call, own: readonly CheckedPart[], name: ClientErrorName, response?: ClientResponse) => {
    const parts = add.reduce((known, more) => more(known, validators, call, response), own);
    for (const part of parts) requireValid(part, call, name);
  };
  return async (call, next) => {
    const operation = validators.operations?.[call.operation];
    if (calls && !call.route.isLink) check(call, partsOfCall(call, operation), "InvalidCallError");
    const given = await next(call);
    const read = unwrap && call.route.secrets ? { ...given, body: unwrap(given.body) } : given;
    if (responses) check(call, partsOfResponse(call, read, operation), "InvalidResponseError", read);
    return given;
  };
}

function partsOfCall(call: Call, operation: OperationValidators | undefined): readonly CheckedPart[] {
  const { querystring } = parametersIn("querystring", call);
  const { body } = call.args;
  return [
    { guard: operation?.path, value: parametersIn("path", call), name: "its path" },
    { guard: operation?.query, value: parametersIn("query", call), name: "its query" },
    ...(querystring === undefined ? [] : [{ guard: operation?.querystring, value: querystring, name: "its query string" }]),
    { guard: operation?.headers, value: parametersIn("header", call), name: "its headers" },
    { guard: operation?.cookies, value: parametersIn("cookie", call), name: "its cookies" },
    ...(body !== undefined && hasSchema(body, call) ? [{ guard: operation?.body, value: body, name: "its body" }] : []),
  ];
}

function partsOfResponse(
  { route }: Call,
  { status, headers, body }: ClientResponse,
  operation: OperationValidators | undefined,
): readonly CheckedPart[] {
  const { responses = {}, responseBodies } = operation ?? {};
  // A status that is declared without a body has no check, not even the one for errors.
  const keys = route.statuses?.includes(status) ? [`${status}`] : [`${status}`, "2XX", "2xx", "default"];
  const declared = keys.find((key) => Object.hasOwn(responses, key));
  const isRaw = !isJson(headers.get("content-type")) && (typeof body === "string" || body instanceof Uint8Array);
  if (declared === undefined || isRaw) return [];
  const guard = findCovering(responseBodies?.[declared], headers) ?? responses[declared];
  return [{ guard, value: body, name: "its response" }];
}

/** The check of the most specific media type; all are JSON. */
function findCovering(checks: Readonly<Record<string, Check>> = {}, headers: Headers): Check | undefined {
  const type = essenceOf(headers);
  return Object.entries(checks).find(([range]) => range === type || isBelow(type, range))?.[1];
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
  const { content }: ContentRoute = route;
  const isPlain = typeof body === "object" && body !== null && Object.getPrototypeOf(body) === Object.prototype;
  return !content || isPlain || Array.isArray(body);
}

/** Throws if a value is invalid. The message names the first invalid field and its rule, never a value. */
function requireValid({ guard, value, name: part, place = "" }: CheckedPart, call: Call, name: ClientErrorName): void {
  if (!guard || guard(value)) return;
  const problems = (guard.errors ?? []).map((one) => ({ ...one, instancePath: `${place}${one.instancePath}` }));
  const [first] = problems;
  const where = first?.instancePath ? `${part} at ${first.instancePath}` : part;
  const error = new ClientError(name, call.name, `violates the contract: ${where} ${first?.message ?? "is invalid"}`);
  throw Object.assign(error, { problems });
}

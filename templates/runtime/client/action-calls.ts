import { type DetailShape, type Envelope, type ErrorShape, defaultEnvelope } from "../facts.js";
import { parsePointer, valueAt } from "../json.js";
import { type Selector, isParameter, sentFacts, writeActionBody } from "../selector.js";
import {
  type AddActions,
  type Arguments,
  type Call,
  type CallOptions,
  type CheckId,
  type ClientCall,
  type EnvelopeOptions,
  type ParameterOptions,
  ClientError,
  type ClientResponse,
  type ErrorDetail,
  type ErrorFacts,
  type Middleware,
  type ReadError,
  type Route,
  type WriteBody,
} from "./call.js";
import { essenceOf, writeJson } from "./create-client.js";
import { writeAnyBody, writeForm } from "./encoding.js";
import type { AddParts, RepeatableActions } from "./middleware.js";

/** An operation that invokes actions. */
export interface EndpointRoute extends Route {
  /** The locations of the facts of a call in its requests; absent: the path parameter `action` and the whole body. */
  readonly selector?: CallSelector;
  /** How successes of its actions are read; absent: each resolves to its body. */
  readonly action?: ActionRoute;
  /** What differs in the calls of single actions, by service types and their names; absent: nothing. */
  readonly actions?: Readonly<Record<string, Readonly<Record<string, OwnRoute>>>>;
}

/** The members of a route that an action has in place of its endpoint's. */
export interface OwnRoute extends Partial<Omit<EndpointRoute, "actions">> {
  /** Whether calls have no body, or have none if they are given none; absent: `{}` is sent. */
  readonly body?: "never" | "optional";
  /** The media types of its bodies, and how fields of its forms are written. */
  readonly content?: readonly string[];
  readonly encoding?: Readonly<Record<string, object>>;
}

/** A selector whose parameters are named like arguments. */
export interface CallSelector extends Selector {
  /** Whether requests have no body. */
  readonly isBodiless?: true;
}

/** How the successes of an endpoint's actions are read. */
export interface ActionRoute {
  readonly envelope: Envelope;
  /** By status: `201`, `2XX` or `default`. A response that is not listed resolves to its body. */
  readonly successes: Readonly<Record<string, SuccessRule>>;
}

/** How one success of an action is read. */
export interface SuccessRule {
  /** Whether other successes are possible, so that `httpStatus` distinguishes them. */
  readonly hasStatus?: true;
  /** Whether the body has no facts of the envelope, although the whole body of other successes is the result. */
  readonly isOther?: true;
  /** Whether its body has no location for a result. */
  readonly hasNoResult?: true;
  /** Whether the body has other members: they become `envelope`. */
  readonly hasOthers?: true;
  /** The JSON pointers of what is not one of these; absent: the facts of the envelope. */
  readonly facts?: readonly string[];
  /** Whether the call resolves to the unchanged body. */
  readonly isAsSent?: true;
  /** Whether its body is text, which is the result. */
  readonly isText?: true;
  /** JSON pointers to the required parts of its body, an object or a list. Absent: it has no body. */
  readonly needs?: readonly string[];
  /** Declared headers in lower case. */
  readonly headers?: readonly string[];
  /** Declared headers that are numbers. */
  readonly numbers?: readonly string[];
  /** Declared headers that are required. */
  readonly needsHeaders?: readonly string[];
}

/** The service type of a member of a client, which has an underscore if it would otherwise be a name of the client's own. */
export function serviceOf(member: string): string {
  return member.replace(/_+$/, "");
}

/** Adds a function for a service type, which returns the calls of a service's actions. */
export const addActions: AddActions = (client, { route, service: name }, invoke) => {
  const service = serviceOf(name);
  client[name] = (target?: Arguments) =>
    createActionCalls(service, target, (action, body = {}, own) =>
      invoke(route, { ...target, action, body }, own, service, action),
    );
};

/** For actions that declare parameters, bodies or responses themselves: calls may have no body. */
export const addOwnActions: AddActions = (client, { route, service: name }, invoke) => {
  const service = serviceOf(name);
  client[name] = (target?: Arguments) =>
    createActionCalls(service, target, (action, body, own) => {
      const optional = ownOf(route, service, action)?.body;
      const sent = optional === "never" ? undefined : (body ?? (optional ? undefined : {}));
      return invoke(route, { ...target, action, body: sent }, own, service, action);
    });
};

/** The actions among some calls that may be repeated. */
export function repeatableIn(calls: readonly ClientCall[]): RepeatableActions {
  const names: Record<string, string[]> = {};
  for (const call of calls) {
    if (!("route" in call) || !call.isRepeatable) continue;
    (names[serviceOf(call.service)] ??= []).push(call.action!.replace(/_$/, ""));
  }
  return names;
}

/** What an action declares itself. */
function ownOf({ actions }: EndpointRoute, service: string, action: string): OwnRoute | undefined {
  const ofService = actions && Object.hasOwn(actions, service) ? actions[service]! : {};
  return Object.hasOwn(ofService, action) ? ofService[action] : undefined;
}

/** For contracts with actions that declare parameters, bodies or responses themselves: calls have these. The outermost middleware. */
export const useOwnRoutes: Middleware = (call, next) => {
  const { service, action, route, headers } = call;
  const own = service !== undefined && action !== undefined ? ownOf(route, service, action) : undefined;
  if (!own) return next(call);
  if (own.accept !== undefined) headers.set("accept", `${own.accept}, */*;q=0.5`);
  return next({ ...call, route: { ...route, ...own } });
};

/** Sends the call of an action and returns the body of its response. */
type InvokeAction = (action: string, body: unknown, options?: CallOptions) => Promise<unknown>;

/** The origin of an action call, for finding related calls. */
export interface ActionOrigin {
  /** Type of the service. */
  readonly service: string;
  /** The arguments that lead to the service. */
  readonly target?: Arguments | undefined;
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
export function createActionCalls(service: string, target: Arguments | undefined, invoke: InvokeAction): ActionCalls {
  const calls: ActionCalls = new Proxy<Record<string | symbol, AnyActionCall>>(
    {},
    {
      get(object, name) {
        if (typeof name === "symbol" || name in object || name === "then" || name === "toJSON") return object[name];
        const action = name.replace(/_$/, "");
        const call = (body?: unknown, options?: CallOptions) => invoke(action, body, options);
        return Object.assign(call, { origin: { service, target, action, calls } });
      },
    },
  );
  return calls;
}

/** The result of an action call: the response of the action, always with its headers. */
export type Received<Response> = Response extends unknown
  ? "headers" extends keyof Response
    ? Response & Required<Pick<Response, "headers">>
    : Response
  : never;

/**
 * For contracts whose actions respond with other envelopes than `{ action, status, message, result }`, with declared headers
 * or with one of several successes: reads what the contract declares. The outermost middleware, so that others receive the body.
 */
export const readSuccesses: Middleware = async (call, next) => {
  const response = await next(call);
  const { action: rules }: EndpointRoute = call.route;
  const rule = rules && ruleFor(response.status, rules);
  if (!rule) return response;
  const envelope = rule.isOther ? {} : rules.envelope;
  const headers = readHeaders(response.headers, rule);
  const body = rule.isText ? asText(response.body) : response.body;
  const noHeader = rule.needsHeaders?.find((name) => headers[name] === undefined);
  const missing = missingIn(body, envelope, rule) ?? (noHeader && `no valid header ${noHeader}`);
  if (missing !== undefined) throw new ClientError("InvalidResponseError", call.name, `returned ${missing}`);
  if (rule.isAsSent) return response;
  return { ...response, body: readSuccess({ ...response, body }, envelope, rule, headers) };
};

/** Text, which a client reads as bytes unless its media type begins with `text/`. */
function asText(body: unknown): unknown {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
}

/** The declared headers of a response; malformed numbers count as absent. */
function readHeaders(headers: Headers, { headers: declared = [], numbers = [] }: SuccessRule): Arguments {
  const present = declared.flatMap((name): [string, unknown][] => {
    const text = headers.get(name);
    if (text === null || !numbers.includes(name)) return text === null ? [] : [[name, text]];
    const value = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    return Number.isFinite(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(present);
}

/** The missing fact of a body; `undefined`: none is missing. */
function missingIn(body: unknown, { result }: Envelope, { needs }: SuccessRule): string | undefined {
  if (!needs) return undefined;
  if (body === undefined) return "no body";
  // If the whole body is the result, the action defines its type.
  if (result !== "" && Object(body) !== body) return "a body that is not an object";
  const pointer = needs.find((one) => valueAt(body, one) === undefined);
  return pointer && `no ${pointer}`;
}

function ruleFor(status: number, { successes }: ActionRoute): SuccessRule | undefined {
  const key = [`${status}`, "2XX", "2xx", "default"].find((name) => Object.hasOwn(successes, name));
  return key === undefined ? undefined : successes[key];
}

/** Validates the bodies and the results of actions. */
export const addActionParts: AddParts = (parts, validators, call, response) => {
  const guards = validators.actions?.[call.service ?? ""]?.[call.action ?? ""];
  if (!guards) return parts;
  if (!response) return parts.map((part) => (part.name === "its body" ? { ...part, guard: guards.body } : part));
  const resultAt = findResult(call.route, response);
  return resultAt ? [...parts, { guard: guards.result, value: resultAt(), name: "its result" }] : parts;
};

/** Reads the result of a response, or one of its results; `undefined`: it has none. */
export function findResult(
  { action: read }: EndpointRoute,
  { status, body }: ClientResponse,
): ((place?: string) => unknown) | undefined {
  const { result } = read?.envelope ?? defaultEnvelope;
  const rule = read && ruleFor(status, read);
  if (result === undefined || (read && body === undefined) || rule?.isOther || rule?.hasNoResult) return undefined;
  // An action that declares no result may leave it out: its result is an empty object.
  const mayLack = rule?.needs !== undefined && !rule.needs.includes(result);
  return (place = result) => {
    const found = valueAt(body, place);
    return found === undefined && mayLack ? {} : found;
  };
}

function readSuccess({ status, body }: ClientResponse, envelope: Envelope, rule: SuccessRule, headers: Arguments): unknown {
  const read: Record<string, unknown> = {};
  if (rule.hasStatus) read["httpStatus"] = status;
  for (const name of envelope.result === "" ? (["result"] as const) : (["status", "message", "result"] as const)) {
    const pointer = envelope[name];
    const value = pointer === undefined ? undefined : valueAt(body, pointer);
    if (value !== undefined) read[name] = value;
  }
  const facts = rule.facts ?? Object.values(envelope);
  if (rule.hasOthers && body !== undefined) read["envelope"] = without(body, facts.map(parsePointer));
  if (rule.headers) read["headers"] = headers;
  return Object.keys(read).length > 0 ? read : undefined;
}

/** A body without the members at some paths; an object left empty is removed too. */
function without(body: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.length === 0 || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const kept = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    if (below.length === 0) return [[name, value]];
    if (below.some((rest) => rest.length === 0)) return [];
    const inner = without(value, below);
    return typeof inner === "object" && inner !== null && Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept);
}

/** For contracts whose action endpoints have parameters that each call passes itself. */
export const addParameters: Middleware = (call, next) => {
  const { parameters } = call.options as ParameterOptions;
  return next(call.service === undefined ? call : { ...call, args: { ...parameters, ...call.args } });
};

/** The parts of an error shape that a client reads. */
export type ReadShape = Pick<ErrorShape, "mediaType" | "code" | "message" | "requestId" | "details"> & {
  /** The names of codes that are numbers. */
  readonly names?: Readonly<Record<string, string>>;
};

/** For contracts with one error shape of their own: bodies without its facts have none. */
export function readErrorsOf(shape: ReadShape): ReadError {
  return ({ body }) =>
    readFacts(shape, (textAt(body, shape.code) ?? textAt(body, shape.message)) === undefined ? undefined : body);
}

/** For contracts with several error shapes of their own. Reads the one with the most facts in the body; those of its media type come first. */
export function readErrors(shapes: readonly ReadShape[]): ReadError {
  return ({ headers, body }) => {
    const type = essenceOf(headers);
    const ranks = shapes.map((shape) => {
      const found = new Set([shape.code, shape.message].filter((pointer) => textAt(body, pointer) !== undefined)).size;
      return found === 0 ? 0 : found + (shape.mediaType === type ? 2 : 0);
    });
    const best = Math.max(...ranks);
    return best > 0 ? readFacts(shapes[ranks.indexOf(best)]!, body) : { reason: "", known: { code: undefined, text: "" } };
  };
}

function readFacts(
  { code: codeAt, message: messageAt, requestId: idAt, details: detailsAt, names = {} }: ReadShape,
  body: unknown,
): ErrorFacts {
  const text = textAt(body, messageAt) ?? "";
  const isJoined = codeAt === messageAt;
  const written = isJoined ? /^([a-z][\w.-]*): /.exec(text)?.[1] : textAt(body, codeAt);
  const code = written !== undefined && Object.hasOwn(names, written) ? names[written] : written;
  const requestId = textAt(body, idAt);
  const details = detailsAt && readDetails(valueAt(body, detailsAt.at), detailsAt);
  return {
    reason: isJoined ? text : [code, text].filter(Boolean).join(": "),
    known: { code, text, ...(requestId === undefined ? {} : { requestId }), ...(details ? { details } : {}) },
  };
}

/** A text, or a number as text: some codes are numbers. */
function textAt(body: unknown, pointer: string | undefined): string | undefined {
  const value = pointer === undefined ? undefined : valueAt(body, pointer);
  return typeof value === "string" || typeof value === "number" ? `${value}` : undefined;
}

/** The maximum number of details read, so that an endless list can't occupy the client. The body has all of them. */
const maxDetails = 1000;

function readDetails(list: unknown, { pointer, rule, message }: DetailShape): ErrorDetail[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const member = (item: unknown, name: string | undefined) =>
    name === undefined ? undefined : (Object(item) as Readonly<Record<string, unknown>>)[name];
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return list.slice(0, maxDetails).flatMap((item) => {
    const about = {
      ...(pointer === undefined ? {} : { pointer: text(member(item, pointer)) }),
      rule: text(member(item, rule)),
    };
    const texts = member(item, message);
    const messages: readonly unknown[] = Array.isArray(texts) && texts.length > 0 ? texts.slice(0, maxDetails) : [texts];
    return messages.map((one) => ({ ...about, message: text(one) }));
  });
}

/** For contracts whose requests name actions elsewhere than in the path parameter `action`: writes the parameters that do. */
export const nameActions: Middleware = (call, next) => {
  const { selector }: EndpointRoute = call.route;
  if (!selector || call.action === undefined) return next(call);
  const named: Record<string, unknown> = {};
  for (const [place, text] of sentFacts(selector, call.action, call.service)) if (isParameter(place)) named[place.name] = text;
  return next({ ...call, args: { ...call.args, ...named, ...(selector.isBodiless && { body: undefined }) } });
};

/** For bodies that contain more than the action's own: writes the whole body as JSON. */
export const writeFacts: WriteBody = (call, headers, id) => writeJson(withFacts(call, id), headers);

/** For responses that repeat the id of the request. That of a failure may be null, as the request may be unread. */
export const checkId: CheckId = ({ name, route }, { body }, number, failure) => {
  const { at, isNumber } = (route as EndpointRoute).selector!.id!;
  const found = valueAt(body, at);
  if (found === undefined || (failure && found === null) || found === (isNumber ? number : `${number}`)) return;
  throw new ClientError("InvalidResponseError", name, "returned the id of another request");
};

/** For such bodies that are forms. */
export const writeFactsInForms: WriteBody = (call, headers, id) => writeForm(withFacts(call, id), headers);

/** For such bodies of other media types. */
export const writeFactsInAny: WriteBody = (call, headers, id) => writeAnyBody(withFacts(call, id), headers);

function withFacts(call: Call, id = 1): Call {
  const { selector }: EndpointRoute = call.route;
  if (!selector || call.action === undefined) return call;
  const { envelope } = call.options as EnvelopeOptions;
  const body = writeActionBody(selector, { action: call.action, type: call.service, body: call.args["body"], envelope, id });
  return { ...call, args: { ...call.args, body } };
}

import type { ActionInfo, Envelope, ErrorShape, SecretRules, TextShape } from "../facts.js";
import type { Selector } from "../selector.js";
import type { ErrorLister } from "../json.js";
import type { Guard } from "../validators/guard.js";
import type {
  ActionEntry,
  ApplicationBase,
  AskGate,
  Awaitable,
  ContractTypes,
  ServiceFacts,
  WithBodyLimits,
} from "./application.js";
import type { ErrorFacts, Rejection } from "./errors.js";
import type { BodyStream, RequestHandler, RequestHeaders, ServerRequest, ServerResponse } from "./http.js";
import type { Judge } from "./responses.js";
import type { CallRecord } from "./observed-call.js";

/** The contract as generated code passes it to the server. */
export interface ServerContract extends Partial<ActionCatalog> {
  // Only what is named.
  readonly routes: readonly Route[];
  readonly validators: Validators<Guard<unknown>>;
  /** Loads the validators that list every error; called at the first invalid request. */
  readonly loadAllErrors: () => Promise<Validators<ErrorLister>>;
  /** What happens to calls once their routes are known, in this order: the steps that any route needs. */
  readonly steps: Readonly<Record<string, Step["prepare"]>>;
  /** How errors are reported; absent: as `{ "error": "code: text" }`. */
  readonly errorShape?: ErrorShape;
  /** Writes errors in other shapes; absent: there are none. */
  readonly writeError?: WriteError;
  /** Absent: no parameter contains slashes or what precedes the name of an action. */
  readonly createRouter?: (routes: readonly Route[]) => Router;
  /** Gives errors the status with which they are sent. Absent: it is that of the contract. */
  readonly asSent?: (response: CallResponse, route: Route) => CallResponse;
  /** Reads parameters; absent: there are none. */
  readonly readParameters?: ReadParameters;
  /** Fill in default values of parameters and bodies; absent: there are none. */
  readonly fillParameters?: (call: Call) => void;
  readonly fillBody?: (call: Call) => void;
  /** Lets callers choose the media types of responses; absent: they have no choice. */
  readonly negotiation?: Negotiation;
  /** Reads multipart forms; absent: no operation accepts one. */
  readonly readMultipart?: ReadMultipart;
  /** The path of the contract's first server: `/v1`; absent: none. */
  readonly basePath?: string;
  /** Reads sequences of items; absent: no operation takes one. */
  readonly readItems?: ReadItems;
  /** Absent: it has none. */
  readonly secrets?: SecretRules;
  /** Reads bodies that handlers receive while they arrive; absent: no operation has one. */
  readonly readUpload?: ReadUpload;
  /** Sends sequences of items; absent: no operation returns one. */
  readonly sendItems?: SendItems;
  /** What combines steps; absent: nothing does. */
  readonly arrangements?: readonly Arrange[];
  /** Calls handlers that get more than others; absent: none do. */
  readonly callHandler?: CallHandler;
  /** Runs handlers of actions; absent: there are none. */
  readonly runAction?: Run;
  /** Reads the members that all actions of an endpoint have in common; absent: there are none. */
  readonly readEnvelope?: (call: Call) => object;
  /** Lists the actions that a service advertises; absent: there are none. */
  readonly listCapabilities?: ListCapabilities;
  /** Validates headers that responses declare; absent: none does. */
  readonly checkHeaders?: (declared: DeclaredHeaders, given: unknown) => Readonly<Record<string, string>>;
  /** Judges responses by the application's policies; absent: all have to be valid. */
  readonly createJudges?: (application: AnyApplication, contract: ServerContract) => (call: Call) => Judge;
  /** Arranges limits for operations, and gives a server those of bodies; absent: they have those of the server. */
  readonly limitOperations?: (
    application: AnyApplication,
    routes: readonly Route[],
  ) => { readonly arrange: Arrange; serverOf(server: ServerParts, operation: string): ServerParts } | undefined;
  /** Runs calls within the application's hook; absent: it has none. */
  readonly observeCalls?: ObserveCalls;
}

/** An error in the shape of the contract. */
export interface WrittenError {
  readonly mediaType: string;
  readonly facts: ErrorFacts;
  readonly body: () => object;
}

/** Writes an error in the shape that the contract declares for it. */
export type WriteError = (facts: ErrorFacts, contract: ServerContract, call: Call | undefined) => WrittenError;

/** Lets callers choose the media types of responses. */
export interface Negotiation {
  /** The argument of a handler. */
  readonly inputOf: (call: Call) => object;
  /** The media type of a body for which the handler names none; `undefined`: the usual one. */
  readonly choose: (call: Call, types: readonly string[], body: unknown) => string | undefined;
  /** Tells caches that a response was chosen. */
  readonly mark: (response: CallResponse) => CallResponse;
}

/** Lists the actions that a service advertises to a caller. */
export type ListCapabilities = (
  contract: ServerContract,
  application: AnyApplication,
  service: object,
  principal: unknown,
  type?: string,
) => Promise<ActionEntry[]>;

/** Runs calls within a hook; `undefined`: the application has none. */
export type ObserveCalls = (
  server: ServerParts,
  begin: (request: ServerRequest, record: CallRecord) => Begun,
  run: (begun: Begun) => Promise<ServerResponse>,
) => RequestHandler["handle"] | undefined;

/** Calls the handler of a call with further members. */
export type CallHandler = (call: Call, run: (members?: object) => Awaitable<unknown>) => Awaitable<unknown>;

/** One step of calls. */
export interface Step {
  readonly name: string;
  /** Decides once what the step does in the calls of a route; `undefined`: nothing. */
  readonly prepare: (route: Route, server: ServerParts) => Run | undefined;
}

/** Does something in a call. A result ends the call; `undefined` continues it. */
export type Run<Nothing = undefined> = (call: Call) => Awaitable<Rejection | CallResponse | Nothing>;

/** Adds steps to those of every call, or combines some of them. */
export type Arrange = (steps: readonly Step[]) => readonly Step[];

/** Creates the response of a handler that returns a sequence of items; `undefined` if it returned another body. */
export type SendItems = (call: Call, declared: string, given: GivenResponse) => CallResponse | undefined;

/** Reads the body of a request as a sequence of valid items. Iterating throws the errors that the caller receives. */
export type ReadItems = (call: Call, content: ContentRule) => AsyncIterable<unknown>;

/** Reads a body that arrives while the handler reads it, as far as it has to be validated first. */
export type ReadUpload = (call: Call, content: ContentRule) => Promise<Rejection | undefined>;

/** The return value of an operation's handler. */
export interface GivenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

/** Reads a multipart body. Throws `MalformedText`. */
export type ReadMultipart = (
  bytes: Uint8Array,
  contentType: string,
  parts: Readonly<Record<string, PartRule>> | undefined,
  jsonDepth: number,
) => unknown;

/** The origin of a failure. The call is absent if no route was found. */
export interface FailureContext {
  readonly server: ServerParts;
  readonly requestId: string;
  readonly call: Call | undefined;
  /** Absent: nothing observes the call. */
  readonly record: CallRecord | undefined;
}

/** A request whose route was looked up. */
export interface Begun extends FailureContext {
  readonly request: ServerRequest;
  /** Runs all steps. Without a route, nothing is left to run. */
  readonly run: () => Awaitable<Rejection | CallResponse>;
}

/** The problem of a parameter's text. */
export interface ParameterProblem {
  readonly name: string;
  readonly message: string;
  /** Absent: its style. */
  readonly rule?: "required";
}

/** The texts of parameters. */
export interface Sources {
  /** Percent-encoded, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** The text after the question mark. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** Returns how often a header was sent. */
  readonly request?: Pick<ServerRequest, "countHeaders">;
}

/** Reads the parameters that a route declares; missing ones are absent. */
export type ReadParameters = (route: Pick<Route, "parameters">, sources: Sources) => Parameters | ParameterProblem;

/** The headers that a response declares. */
export interface DeclaredHeaders {
  /** By names in lower case. */
  readonly rules: Readonly<Record<string, HeaderRule>>;
  readonly guard: Guard<unknown> | undefined;
  /** Whether it may have headers that the contract doesn't declare. */
  readonly isOpen: boolean;
  readonly judge: Judge;
}

/** The actions of each service type. */
export interface ActionCatalog {
  readonly catalog: Readonly<Record<string, Readonly<Record<string, ActionInfo>>>>;
  /** Names in the order in which services advertise them. */
  readonly advertisedActions: Readonly<Record<string, readonly string[]>>;
}

/** The checks of everything that has a schema. */
export interface Validators<Check> {
  readonly actions: Readonly<Record<string, Readonly<Record<string, ActionChecks<Check>>>>>;
  readonly operations: Readonly<Record<string, OperationChecks<Check>>>;
}

/** The checks of an action, and of the parameters in the locations where it declares some itself. */
export interface ActionChecks<Check> extends ParameterChecks<Check> {
  readonly body: Check;
  readonly result: Check;
}

/** The checks of parameters by location. */
export interface ParameterChecks<Check> {
  // Only what is named.
  readonly path?: Check;
  readonly query?: Check;
  /** The whole query string. */
  readonly querystring?: Check;
  readonly headers?: Check;
  readonly cookies?: Check;
}

/** The checks of an operation. */
export interface OperationChecks<Check> extends ParameterChecks<Check> {
  // Only what is named.
  readonly body?: Check;
  /** Validators of media types other than that of `body`, if their schemas differ. */
  readonly bodies?: Readonly<Record<string, Check>>;
  /** Validators of the items of bodies that are sequences, by media type. */
  readonly bodyItems?: Readonly<Record<string, Check>>;
  readonly responses: Readonly<Record<string, Check>>;
  /** Of all media types of a status with JSON, if their schemas differ; the more specific ones first. */
  readonly responseBodies?: Readonly<Record<string, Readonly<Record<string, Check>>>>;
  /** Validators of the headers of successes that declare some, by names in lower case. */
  readonly responseHeaders?: Readonly<Record<string, Check>>;
  /** Validators of the items of sequences, by the status and the media type of their responses. */
  readonly items?: Readonly<Record<string, Readonly<Record<string, Check>>>>;
}

/** One operation of the contract as data: what a server matches, reads and validates before a handler runs. */
export interface Route {
  // Only what is named.
  /** The operation's id. */
  readonly operation: string;
  /** In upper case. */
  readonly method: string;
  readonly path: readonly Segment[];
  /** Parameters of several segments: the texts around the parts `name/0`, `name/1` in `path`. */
  readonly joined?: Readonly<Record<string, readonly string[]>>;
  /** If its path ends with the name of an action, behind another parameter: names that contain the text between them, the longest first. */
  readonly ends?: readonly string[];
  /** The index of the segment in `path` that stands for any number of them. */
  readonly restAt?: number;
  /** Pairs that each request's query must have. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly parameters: readonly ParameterRule[];
  /** Absent or null if the operation has no body: one that is sent is not read. */
  readonly body?: BodyRule | null;
  /** Whether callers must, may or need not authenticate. */
  readonly authentication: "required" | "optional" | "none";
  /** Alternatives: all scopes of one of them are required. */
  readonly scopes: readonly (readonly string[])[];
  /** The security schemes of each alternative; absent: the contract has one scheme. */
  readonly schemes?: readonly (readonly string[])[];
  /** For `www-authenticate`. */
  readonly challenge?: string;
  /** Whether its response may contain secrets. */
  readonly reveals: boolean;
  /** Whether its path identifies a service, which the application finds before the handler runs. */
  readonly hasService: boolean;
  /** The service types whose actions it invokes. */
  readonly serviceTypes: readonly string[];
  /** Media types by status: `200`, `4XX` or `default`; none: no body. */
  readonly responses: Readonly<Record<string, readonly string[]>>;
  /** Headers that responses declare, by status as in `responses` and by names in lower case. Others are sent unchanged. */
  readonly responseHeaders?: Readonly<Record<string, Readonly<Record<string, HeaderRule>>>>;
  /** The locations of the facts of a call in its requests; absent: the path parameter `action` and the whole body. */
  readonly selector?: Selector;
  /** What its requests have of JSON-RPC; absent: they are not JSON-RPC. */
  readonly rpc?: JsonRpcRule;
  /** The locations of the facts of its actions in a response; absent: `action`, `status`, `message` and `result`. */
  readonly envelope?: Envelope;
  /** The successes of its actions; absent: 200, or 202 if they complete asynchronously, with exactly the four facts. */
  readonly successes?: ActionSuccesses;
  /** The locations of the facts of its services; absent: `type`, `status` and `plan`. */
  readonly service?: ServiceShape;
  /** What messages call the resource of actions; absent: `service`. */
  readonly noun?: string;
  /** The non-default statuses of the server's own failures, by code: `{ invalid_parameter: 422 }`. */
  readonly failures?: Readonly<Record<string, number>>;
  /** The default values that are filled in; absent: none. */
  readonly defaults?: RouteDefaults;
  /** How it reports errors, by status as in `responses`, if that differs from the contract's shape. */
  readonly errors?: Readonly<Record<string, ErrorShape>>;
  /** The keys of `responses` whose errors are sent with the status 200; absent: none is. */
  readonly errorsWith200?: readonly string[];
  /** What differs in the calls of single actions, by service types and their names; absent: nothing. */
  readonly actions?: Readonly<Record<string, Readonly<Record<string, OwnRoute>>>>;
}

/** What of JSON-RPC 2.0 the requests of an operation have. */
export interface JsonRpcRule {
  /** The maximum number of calls in a batch; absent: there are no batches. */
  readonly batch?: number;
  /** An id for requests without one, which are notifications and get no response; absent: they are invalid. */
  readonly notifications?: string | number;
}

/** The members of a route that an action has in place of its endpoint's. */
export type OwnRoute = Partial<Omit<Route, "operation" | "method" | "path" | "actions">>;

/** Defaults by JSON pointers of properties, those of an object before those inside of it. */
export type Defaults = Readonly<Record<string, unknown>>;

/** Defaults of the parameters of a route, and of its body or those of its actions. */
export interface RouteDefaults {
  // Only what is named.
  readonly query?: Defaults;
  readonly querystring?: Defaults;
  readonly headers?: Defaults;
  readonly cookies?: Defaults;
  readonly body?: Defaults;
  /** By service type and name of the action. */
  readonly actions?: Readonly<Record<string, Readonly<Record<string, Defaults>>>>;
}

/** The successes of a route's actions: synchronous ones, and those that complete asynchronously. */
export interface ActionSuccesses {
  readonly ended: readonly ActionSuccess[];
  readonly accepted: readonly ActionSuccess[];
}

/** One success that the contract declares. */
export interface ActionSuccess {
  // Only what is named.
  /** As in `responses` of the route: `201`, `2XX` or `default`. */
  readonly response: string;
  /** Absent: it has no body. */
  readonly mediaType?: string;
  /** The locations of the facts of an action in its body, if it lacks some that others have. */
  readonly envelope?: Envelope;
  /** Facts that the schema of its body allows to be missing or null. */
  readonly unchecked?: readonly ("status" | "message")[];
  /** Whether its body is text, which is the result. */
  readonly isText?: true;
  /** Constant values of members, by their pointers. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Its headers by their names in lower case. */
  readonly headers?: Readonly<Record<string, HeaderRule>>;
}

/** The rules for a header of a response. */
export interface HeaderRule {
  // Only what is named.
  readonly required: boolean;
  /** Absent: text. */
  readonly as?: "integer" | "number";
  /** How its text is read before it is validated, if it is neither text nor a number. */
  readonly shape?: TextShape;
  /** Whether an object is written as `a=1,b=2`. */
  readonly explode?: true;
  /** The allowed texts; absent: any. */
  readonly texts?: readonly string[];
}

/** JSON pointers into a service. Absent: it has no such fact; without `type`, all services of the route have the same. */
export interface ServiceShape {
  // Only what is named.
  readonly type?: string;
  readonly status?: string;
  readonly plan?: string;
}

/** The match of a method and a path, with its parameters percent-encoded as they are. */
export interface Match {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/** `undefined`: the path doesn't exist. Methods: the path exists, but not with that method. */
export type Router = (
  method: string,
  path: string,
  query?: string,
) => Match | { readonly methods: readonly string[] } | undefined;

/** One part of a path between slashes: fixed text in its normal form, a parameter, or text with parameters, names at odd indices. */
export type Segment = string | { readonly parameter: string } | { readonly pattern: readonly string[] };

/** How to read one parameter from text. */
export interface ParameterRule {
  // Only what is named.
  /** The name; of headers in lower case. */
  readonly name: string;
  readonly in: ParameterPlace;
  /** `json`: as JSON; `cookie`: `form` without encoding. Absent: `form` for query and cookie, else `simple`. */
  readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie" | "json";
  /** Absent: the style's default, true for `form`, `cookie` and `deepObject` only. */
  readonly explode?: boolean;
  readonly as: TextShape;
  /** The names that an object with open keys leaves to others; one that ends in `[` is the start of names. */
  readonly taken?: readonly string[];
  /** Fields of a query string that is a form: those that are written like parameters of a query in some style, or as JSON. */
  readonly fields?: readonly ParameterRule[];
  /** Set if the query string is required. The validators require other parameters. */
  readonly required?: true;
}

export type ParameterPlace = "path" | "query" | "querystring" | "header" | "cookie";

/** The bodies that an operation accepts. */
export interface BodyRule {
  readonly required: boolean;
  /** Whether the handler of an action receives `undefined` if there is no body, not an empty object. */
  readonly mayLack?: true;
  readonly content: readonly ContentRule[];
}

/** How to read a body of one media type. */
export interface ContentRule {
  // Only what is named.
  /** In lower case without parameters; may be a range such as `text/*`. */
  readonly mediaType: string;
  /** The form in which a handler receives the body. Text and bytes are not validated against a schema. */
  readonly as: "json" | "form" | "multipart" | "text" | "bytes" | "items";
  /** How items are separated. */
  readonly sequence?: { readonly format: "lines" | "records" };
  /** The fields of a URL-encoded form. */
  readonly form?: TextShape;
  /** Fields that are serialized like query parameters in some style, or as JSON. */
  readonly fields?: readonly ParameterRule[];
  /** The forms of actions, by the types of their services and their names. */
  readonly actions?: Readonly<Record<string, Readonly<Record<string, FormRule>>>>;
  /** The parts of a multipart form; others are passed unchanged. */
  readonly parts?: Readonly<Record<string, PartRule>>;
  /** Of bytes; absent: only the server has a limit. */
  readonly maxBytes?: number;
  /** Whether handlers receive the bytes, or the last file of a form, while they arrive. */
  readonly isStreamed?: true;
}

/** How to read the form of an action. */
export type FormRule = Pick<ContentRule, "form" | "fields" | "parts">;

/** How to read one part of a multipart form. */
export interface PartRule {
  // Only what is named.
  readonly as: "file" | "json" | TextShape;
  /** Whether each part of this name is an item of a list. */
  readonly isList?: boolean;
  /** Of a file; absent: only the whole body has a limit. */
  readonly maxBytes?: number;
  /** The media types of a file, in lower case; ranges, too. Absent: any. */
  readonly types?: readonly string[];
  /** Whether handlers receive the file while it arrives. */
  readonly isStreamed?: true;
  /** Of a part that is a list of parts itself: those by position, and `*` for all others. */
  readonly nested?: Readonly<Record<string, PartRule>>;
}

/** Any application, untyped: the steps pass its values on. */
export interface AnyApplication extends ApplicationBase<unknown, AnyTypes>, WithBodyLimits {
  // Only what is named.
  scopesOf?(principal: unknown): Awaitable<readonly string[]>;
  findResource?(path: object, principal: unknown, operation: string): Awaitable<object | undefined>;
  readonly gate?: AskGate<unknown, object>;
}

interface AnyTypes extends ContractTypes {
  readonly handlers: {
    readonly operations?: HandlerGroup;
    readonly actions?: Readonly<Record<string, HandlerGroup>>;
  };
}

export type HandlerGroup = Readonly<Record<string, (call: unknown) => unknown>>;

/** The state that all calls of a server share. */
export interface ServerParts {
  // Only what is named.
  readonly contract: ServerContract;
  readonly application: AnyApplication;
  readonly judgeOf: (call: Call) => Judge;
  readonly bodyBytes: number;
  readonly jsonDepth: number;
}

/** One call. Each step may rely on what earlier steps have set. */
export interface Call {
  // Only what is named.
  readonly server: ServerParts;
  readonly request: ServerRequest;
  readonly requestId: string;
  /** What the hook that sees all calls learns; absent: there is none. */
  readonly record: CallRecord | undefined;
  /** Once its action is known, with what the action declares itself. */
  route: Route;
  /** Path parameters, percent-encoded. */
  readonly pathText: Readonly<Record<string, string>>;
  /** The text after the question mark. */
  readonly queryText: string;
  /** Of a handler that may be given up; absent: that of the request. */
  handlerSignal: AbortSignal | undefined;
  principal: unknown;
  parameters: Parameters;
  /** The result of `findResource`. */
  service: object | undefined;
  action: CalledAction | undefined;
  /** The calls of a request that is a list of them. */
  items?: readonly Call[];
  /** The body as sent, once it is read. */
  content: SentContent | undefined;
  /** Whether the response depends on `Accept`. */
  isNegotiated?: boolean;
  /** Discards a body that the handler need not have read; absent: it is read. */
  closeBody?: () => void;
  /** The body for the handler: for actions, their own part of what was sent. */
  body: unknown;
}

/** The body of a request as it was sent. */
export interface SentContent {
  // Only what is named.
  readonly value: unknown;
  /** Text and bytes have no schema. */
  readonly hasSchema: boolean;
  /** A form whose action determines how it is read. */
  readonly form?: Uint8Array;
  readonly mediaType?: string | undefined;
  /** Whether the whole body is validated with another item of its list. */
  readonly isChecked?: boolean;
}

export interface CalledAction {
  /** The type of its service. */
  readonly type: string;
  readonly name: string;
  readonly info: ActionInfo;
  readonly facts: ServiceFacts;
}

/** The outcome of a call, from which the response is created. */
export interface CallResponse {
  // Only what is named.
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string;
  readonly body?: string | Uint8Array;
  readonly stream?: BodyStream;
}

/** Parameters of a call by location, read from text. */
export interface Parameters {
  // Only what is named.
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  /** The value of the whole query string; `undefined`: none was sent, or the operation reads parameters of it. */
  querystring: unknown;
  readonly headers: Record<string, unknown>;
  readonly cookies: Record<string, unknown>;
}

/** Prepares steps for the calls of a route, one of which ends each call. */
export function prepareSteps(steps: readonly Step[], route: Route, server: ServerParts): Run<never> {
  const runs = steps.flatMap(({ prepare }) => prepare(route, server) ?? []);
  return function runFrom(call: Call, start = 0): Awaitable<Rejection | CallResponse> {
    for (let index = start; index < runs.length; index++) {
      const pending = runs[index]!(call);
      // Awaiting a value takes longer than most steps.
      if (isPromise(pending)) return pending.then((outcome) => outcome ?? runFrom(call, index + 1));
      if (pending) return pending;
    }
    throw new TypeError("No step ended the call");
  };
}

/** Continues immediately with a value, later with a promise: most hooks return values, and awaiting costs time. */
export function whenReady<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Result,
): Result | Promise<Awaited<Result>> {
  // The `then` of a thenable need not return a promise.
  return isPromise(value) ? (Promise.resolve(value).then(next) as Promise<Awaited<Result>>) : next(value);
}

/** Whether a value can be awaited: query builders, for example, are not promises but have a `then`. */
export function isPromise<Value>(value: Awaitable<Value>): value is Promise<Value> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

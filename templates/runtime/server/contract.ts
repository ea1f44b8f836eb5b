import type { ActionInfo, Envelope, ErrorShape } from "../facts.js";
import type { Selector } from "../selector.js";
import type { ErrorLister } from "../validators/all-errors.js";
import type { Guard } from "../validators/guard.js";
import type { ApplicationBase, AskGate, Awaitable, ContractTypes, Gate, RequestHead, ServiceFacts } from "./application.js";
import type { BodyStream, ServerRequest } from "./http.js";

/** The contract as generated code passes it to the server. */
export interface ServerContract extends ActionCatalog {
  readonly routes: readonly Route[];
  readonly validators: Validators<Guard<unknown>>;
  /** Loads the validators that list every error; called at the first invalid request. */
  readonly loadAllErrors: () => Promise<Validators<ErrorLister>>;
  /** How errors are reported; absent: as `{ "error": "code: text" }`. */
  readonly errorShape?: ErrorShape;
  /** Reads multipart forms; absent: no operation takes one. */
  readonly readMultipart?: ReadMultipart;
  /** The path of the contract's first server: `/v1`; absent: none. */
  readonly basePath?: string;
  /** Sends sequences of items; absent: no operation returns one. */
  readonly sendItems?: SendItems;
}

/** Makes the response of a handler that returns a sequence of items; `undefined` if it returned another body. */
export type SendItems = (call: Call, declared: string, given: GivenResponse) => CallResponse | undefined;

/** What the handler of an operation returned. */
export interface GivenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

/** Reads a `multipart/form-data` body as an object. Throws `MalformedText`. */
export type ReadMultipart = (
  bytes: Uint8Array,
  contentType: string,
  parts: Readonly<Record<string, PartRule>> | undefined,
  jsonDepth: number,
) => Record<string, unknown>;

/** The actions of each service type. */
export interface ActionCatalog {
  readonly catalog: Readonly<Record<string, Readonly<Record<string, ActionInfo>>>>;
  /** Names in the order in which services advertise them. */
  readonly advertisedActions: Readonly<Record<string, readonly string[]>>;
}

/** Checks of everything that has a schema. */
export interface Validators<Check> {
  readonly actions: Readonly<Record<string, Readonly<Record<string, { readonly body: Check; readonly result: Check }>>>>;
  readonly operations: Readonly<Record<string, OperationChecks<Check>>>;
}

/** The checks of an operation. */
export interface OperationChecks<Check> {
  readonly path?: Check;
  readonly query?: Check;
  readonly headers?: Check;
  readonly cookies?: Check;
  readonly body?: Check;
  /** Of other media types than the one of `body`, where their schemas differ. */
  readonly bodies?: Readonly<Record<string, Check>>;
  readonly responses: Readonly<Record<string, Check>>;
  /** Of the headers of responses, by names in lower case; of those that declare some and are no errors. */
  readonly responseHeaders?: Readonly<Record<string, Check>>;
  /** Of the items of sequences, by the status and the media type of their responses. */
  readonly items?: Readonly<Record<string, Readonly<Record<string, Check>>>>;
}

/** One operation of the contract, as data: what a server matches, reads and checks before a handler runs. */
export interface Route {
  /** The operation's id. */
  readonly operation: string;
  /** In upper case. */
  readonly method: string;
  readonly path: readonly Segment[];
  /** Pairs that the query of each request has. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly parameters: readonly ParameterRule[];
  /** Absent where the operation takes no body. */
  readonly body?: BodyRule;
  /** Whether a caller must say who it is, may, or needn't. */
  readonly authentication: "required" | "optional" | "none";
  /** Alternatives: all scopes of one of them are needed. */
  readonly scopes: readonly (readonly string[])[];
  /** For `www-authenticate`. */
  readonly challenge?: string;
  /** Whether its response may contain secrets. */
  readonly reveals: boolean;
  /** Whether its path leads to a service, which the application finds before the handler runs. */
  readonly hasService: boolean;
  /** The service types whose actions it invokes. */
  readonly serviceTypes: readonly string[];
  /** Media types by status: `200`, `4XX` or `default`; none: no body. */
  readonly responses: Readonly<Record<string, readonly string[]>>;
  /** Headers that responses declare, by status as in `responses` and by names in lower case. Others are sent as they are. */
  readonly responseHeaders?: Readonly<Record<string, Readonly<Record<string, HeaderRule>>>>;
  /** Where its requests have the facts of a call, if not the action in the path parameter `action` and its body in the whole. */
  readonly selector?: Selector;
  /** Where the facts of its actions stand in a response, if not in `action`, `status`, `message` and `result`. */
  readonly envelope?: Envelope;
  /** What its actions respond; absent: 200, or 202 if they complete asynchronously, with all four facts and nothing else. */
  readonly successes?: ActionSuccesses;
  /** Where its services have their facts, if not in `type`, `status` and `plan`. */
  readonly service?: ServiceShape;
  /** The statuses of the server's own failures, by code, that are not the usual ones: `{ invalid_parameter: 422 }`. */
  readonly failures?: Readonly<Record<string, number>>;
  /** What is filled in where it is missing; absent: nothing. */
  readonly defaults?: RouteDefaults;
  /** How it reports errors, by status as in `responses`, where that differs from the contract's shape. */
  readonly errors?: Readonly<Record<string, ErrorShape>>;
}

/** Defaults by JSON pointers of properties, those of an object before those inside of it. */
export type Defaults = Readonly<Record<string, unknown>>;

/** Defaults of the parameters of a route, and of its body or those of its actions. */
export interface RouteDefaults {
  readonly query?: Defaults;
  readonly headers?: Defaults;
  readonly cookies?: Defaults;
  readonly body?: Defaults;
  /** By service type and name of the action. */
  readonly actions?: Readonly<Record<string, Readonly<Record<string, Defaults>>>>;
}

/** What the actions of a route respond: those that complete with their response, and those that complete asynchronously. */
export interface ActionSuccesses {
  readonly ended: readonly ActionSuccess[];
  readonly accepted: readonly ActionSuccess[];
}

/** One success that the contract declares. */
export interface ActionSuccess {
  /** As in `responses` of the route: `201`, `2XX` or `default`. */
  readonly response: string;
  /** Absent: it has no body. */
  readonly mediaType?: string;
  /** Where its body has the facts of an action, where it hasn't all that others have. */
  readonly envelope?: Envelope;
  /** Facts that may be missing or null, as the schema of its body says. */
  readonly unchecked?: readonly ("status" | "message")[];
  /** Whether its body is text, which is the result. */
  readonly isText?: true;
  /** Values of members that can have no other, by their pointers. */
  readonly fixed?: Readonly<Record<string, string | number | boolean | null>>;
  /** Its headers by their names in lower case. */
  readonly headers?: Readonly<Record<string, HeaderRule>>;
}

/** What a header of a response must be. */
export interface HeaderRule {
  readonly required: boolean;
  /** Absent: text. */
  readonly as?: "integer" | "number";
  /** How its text is read before it is validated, where it is neither text nor a number. */
  readonly shape?: TextShape;
  /** Whether an object is written as `a=1,b=2`. */
  readonly explode?: true;
  /** The texts that it may be; absent: any. */
  readonly texts?: readonly string[];
}

/** JSON pointers into a service. Absent: it has no such fact; of the type: all services of the route have the same. */
export interface ServiceShape {
  readonly type?: string;
  readonly status?: string;
  readonly plan?: string;
}

/** One part of a path between slashes: fixed text, a parameter, or text with parameters in it, names at odd places. */
export type Segment = string | { readonly parameter: string } | { readonly pattern: readonly string[] };

/** How to read one parameter from text. */
export interface ParameterRule {
  /** Of headers in lower case. */
  readonly name: string;
  readonly in: ParameterPlace;
  /** `json`: text of that format. Absent: the place's default, `form` for query and cookie, `simple` for the others. */
  readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "json";
  /** Absent: the style's default, true for `form` and `deepObject` only. */
  readonly explode?: boolean;
  readonly as: TextShape;
}

export type ParameterPlace = "path" | "query" | "header" | "cookie";

/** What text represents: the first matching one of some scalars, a list, or an object. */
export type TextShape = readonly ScalarType[] | ListShape | ObjectShape;

export type ScalarType = "integer" | "number" | "boolean" | "null" | "string";

export interface ListShape {
  readonly items: TextShape;
}

export interface ObjectShape {
  readonly properties: Readonly<Record<string, TextShape>>;
  /** Of properties that the contract doesn't name. */
  readonly others?: TextShape;
}

/** Which bodies an operation takes. */
export interface BodyRule {
  readonly required: boolean;
  readonly content: readonly ContentRule[];
}

/** How to read a body of one media type. */
export interface ContentRule {
  /** In lower case without parameters; may be a range such as `text/*`. */
  readonly mediaType: string;
  /** What a handler gets. Text and bytes are not checked against a schema. */
  readonly as: "json" | "form" | "multipart" | "text" | "bytes";
  /** The fields of a URL-encoded form. */
  readonly form?: TextShape;
  /** Those of its fields that are written like parameters of a query in some style, or as JSON. */
  readonly fields?: readonly ParameterRule[];
  /** The forms of actions, by the types of their services and their names. */
  readonly actions?: Readonly<Record<string, Readonly<Record<string, FormRule>>>>;
  /** The parts of a multipart form; others are taken as they come. */
  readonly parts?: Readonly<Record<string, PartRule>>;
}

/** How to read a URL-encoded form. */
export type FormRule = Pick<ContentRule, "form" | "fields">;

/** How to read one part of a multipart form. */
export interface PartRule {
  readonly as: "file" | "json" | TextShape;
  /** Whether each part of this name is an item of a list. */
  readonly isList?: boolean;
}

/** Any application, its types forgotten: the steps pass on what they are given. */
export interface AnyApplication extends ApplicationBase<unknown, AnyTypes> {
  scopesOf?(principal: unknown): Awaitable<readonly string[]>;
  findService?(path: object, principal: unknown, operation: string): Awaitable<object | undefined>;
  readonly gate?: AskGate<unknown, object>;
}

interface AnyTypes extends ContractTypes {
  readonly handlers: {
    readonly operations?: HandlerGroup;
    readonly actions?: Readonly<Record<string, HandlerGroup>>;
  };
}

export type HandlerGroup = Readonly<Record<string, (call: unknown) => unknown>>;

/** What all calls of a server share. */
export interface ServerParts {
  readonly contract: ServerContract;
  readonly application: AnyApplication;
  readonly decide: Decide;
  /** The facts of a service wherever it was found; `undefined` if it is of no type of the contract. */
  readonly factsOf: FactsReader;
  readonly bodyBytes: number;
  readonly jsonDepth: number;
}

/** One call on its way through the steps. Each step may rely on what earlier steps have set. */
export interface Call {
  readonly server: ServerParts;
  readonly request: ServerRequest;
  /** The request as hooks see it. */
  readonly head: RequestHead;
  readonly requestId: string;
  readonly route: Route;
  /** Path parameters, percent-encoded. */
  readonly pathText: Readonly<Record<string, string>>;
  /** What follows the question mark. */
  readonly queryText: string;
  principal: unknown;
  parameters: Parameters;
  /** What the application returned. */
  service: object | undefined;
  action: CalledAction | undefined;
  /** What was sent, once it is read. */
  content: SentContent | undefined;
  /** What the handler gets: that of an action is its own part of what was sent. */
  body: unknown;
}

/** The body of a request as it was sent. */
export interface SentContent {
  readonly value: unknown;
  /** Text and bytes have no schema. */
  readonly hasSchema: boolean;
  /** A form that names the action, which says how to read the rest of it. */
  readonly form?: string;
  readonly mediaType?: string | undefined;
}

export interface CalledAction {
  /** The type of its service. */
  readonly type: string;
  readonly name: string;
  readonly info: ActionInfo;
  readonly facts: ServiceFacts;
}

/** The outcome of a call, from which the response is made. */
export interface CallResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string;
  readonly body?: string | Uint8Array;
  readonly stream?: BodyStream;
}

/** Decides whether an action is enabled for a caller, both for advertising and for rejecting it. */
export type Decide = (service: object, action: CalledAction, principal: unknown) => Awaitable<Gate>;

/** Reads the facts of a service. Throws where several types are possible and none is given. */
export type FactsReader = (service: object, type?: string) => ServiceFacts | undefined;

/** Parameters of a call by place, read from text. */
export interface Parameters {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly cookies: Record<string, unknown>;
}

/** Continues at once with a value, later with a promise: most hooks return at once, and awaiting costs time. */
export function whenReady<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Result,
): Result | Promise<Awaited<Result>> {
  // The `then` of what is no promise need not return one.
  return isPromise(value) ? (Promise.resolve(value).then(next) as Promise<Awaited<Result>>) : next(value);
}

/** Whether a value can be awaited: query builders, for example, are no promises but have a `then`. */
export function isPromise<Value>(value: Awaitable<Value>): value is Promise<Value> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

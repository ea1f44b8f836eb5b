import type { CallEnd, CallStart } from "./observed-call.js";
import type { ActionResponse, ActionTypes } from "../facts.js";
import type { ValidationError } from "../json.js";
import type { FormType, IsJson, RangeResponse, ReadBody, ResponseBody, TypeInRange } from "./content.js";
import type { CallError, ErrorFacts } from "./errors.js";
import type { ServerRequest } from "./http.js";

/** The types that a contract contributes to an application; `server/index` fills them in. */
export interface ContractTypes {
  /** Path parameters of all operations. */
  readonly path: object;
  /** Path parameters that identify a service. */
  readonly servicePath: object;
  /** Ids of the operations. */
  readonly operation: string;
  readonly handlers: object;
}

/** Values that `authenticate` returns without a principal. */
export type Nobody = undefined | null | false | "" | 0;

/** The application's part of a server. A `CallError` that a hook throws is sent; any other error is logged and becomes a 500. */
export interface ApplicationBase<Principal, Types extends ContractTypes> {
  /** Returns the caller; `undefined` or another falsy value if the request has no valid credentials. See `bearerToken`. */
  authenticate(request: RequestHead<Types["operation"]>): Awaitable<Principal | Nobody>;
  /** Whether the caller may access the resource of the path. If not, reads return 404 and everything else 403. */
  canAccess(principal: Principal, path: Types["path"], operation: Types["operation"]): Awaitable<boolean>;
  /** Handlers of all operations and actions. */
  readonly handlers: Types["handlers"];
  /** Receives the causes of 500s and the names of missing handlers. It is not awaited, and its errors are ignored. */
  log(entry: LogEntry): void;
  /** Returns the body of an error. `body`, in the contract's shape, is sent if the hook throws or returns no JSON object. */
  renderError?(error: RenderedError, body: object): object;
  /** The prefix of all paths: `/api`, or empty. Default: the path of the first server, or none if a framework has removed it. */
  readonly basePath?: string;
}

/** The part of an application that sees all calls. */
export interface WithObserver<Types extends ContractTypes = ContractTypes> {
  /**
   * Sees every call, also those that reach no operation. `next` runs the call, which otherwise runs afterwards; what is active while the hook calls
   * it, such as a span, is active in handlers. It resolves at the end of the call: when the response was created, or its stream is over. Neither
   * the result nor the errors of the hook change the response; errors are logged.
   */
  onCall?(call: CallStart<Types["operation"]>, next: () => Promise<CallEnd>): unknown;
}

/** The part of an application that limits bodies. */
export interface WithBodyLimits {
  readonly limits?: BodyLimits;
}

/** The part of an application that limits bodies, and single operations. */
export interface WithLimits<Types extends ContractTypes = ContractTypes> {
  readonly limits?: Limits<Types["operation"]>;
}

/** The part of an application that has policies for responses. */
export interface WithPolicies<Types extends ContractTypes = ContractTypes> {
  /** What happens to a response that the contract doesn't allow: default `enforce`, or by operation and action. */
  readonly responses?: ResponsePolicy | ResponsePolicies<Types>;
}

/**
 * Returns the scopes of a caller; optional if `principal.scopes` lists them. In a contract with several security
 * schemes, `principal.scheme` names the one with which the caller was authenticated: only alternatives with it count. Without it, any will do.
 */
export type WithScopes<Principal> = Principal extends { readonly scopes: readonly string[] }
  ? { scopesOf?(principal: Principal): Awaitable<readonly string[]> }
  : { scopesOf(principal: Principal): Awaitable<readonly string[]> };

/** The hooks of contracts that have actions. */
export interface ServiceHooks<Principal, Service, Types extends ContractTypes> {
  /** Returns the service of the path, with its type, status and plan as in the contract; `undefined` if it doesn't exist. */
  findResource(path: Types["servicePath"], principal: Principal, operation: Types["operation"]): Awaitable<Service | undefined>;
  /** Absent: the contract alone decides which actions are enabled. */
  gate?: AskGate<Principal, Service>;
}

/** The part of a request that is known before its body is read. */
export interface RequestHead<Operation extends string = string> extends Omit<ServerRequest, "body" | "streamBody" | "isAborted"> {
  readonly operation: Operation;
  readonly requestId: string;
}

/**
 * What happens to a response that the contract doesn't allow. `enforce`: it becomes a 500. `report`: it is sent, and `log` and `onCall` receive the
 * problems. `off`: it is sent. The contract's secrets are left out unless the response declares them.
 */
export type ResponsePolicy = "enforce" | "report" | "off";

/** Policies by the ids of operations, and by service types and names of actions, which take precedence. */
export interface ResponsePolicies<Types extends ContractTypes> {
  /** Of all others; default: `enforce`. */
  readonly default?: ResponsePolicy;
  readonly operations?: { readonly [Operation in Types["operation"]]?: ResponsePolicy };
  readonly actions?: PolicyOfActions<Types["handlers"]>;
}

type PolicyOfActions<Handlers> = Handlers extends { readonly actions?: infer Actions }
  ? { readonly [Type in keyof Actions]?: { readonly [Name in keyof Actions[Type]]?: ResponsePolicy } }
  : never;

/** The limits of request bodies. */
export interface BodyLimits {
  /** The maximum size of a body; default: 1 MiB. */
  readonly bodyBytes?: number;
  /** The maximum nesting of lists and objects in JSON; default: 64. */
  readonly jsonDepth?: number;
}

/** The limits of request bodies, and those of single operations. */
export interface Limits<Operation extends string = string> extends BodyLimits {
  readonly operations?: { readonly [Name in Operation]?: OperationLimits };
}

/** The limits of an operation, and of all actions that it invokes. */
export interface OperationLimits {
  readonly bodyBytes?: number;
  readonly jsonDepth?: number;
  /** Milliseconds until a handler is given up: its signal is aborted, and the caller gets a 503, or a declared 504. */
  readonly handlerTime?: number;
  /** How many handlers may run at once; further calls get a 503, or a declared 429. A sequence runs until its end. */
  readonly concurrency?: number;
  /** The seconds of `Retry-After` then; default: 1. */
  readonly retryAfter?: number;
}

/** An error that is about to be sent. */
export interface RenderedError extends ErrorFacts {
  /** Absent: the path or the method doesn't exist. */
  readonly operation: string | undefined;
}

/** A failure. It never contains values of a request or response body. */
export interface LogEntry {
  readonly level: "error" | "warning";
  readonly message: string;
  readonly requestId: string;
  readonly operation?: string;
  /** Service type and action: `postgres.add_ip`. */
  readonly action?: string;
  /** The thrown value. */
  readonly error?: unknown;
  /** Why a response is invalid. */
  readonly problems?: readonly ValidationError[];
}

/** The properties of a service that the server needs. Handlers receive the whole object. */
export interface ServiceFacts<Type extends string = string> {
  readonly type: Type;
  /** Its state, as the contract's `availability.states` names it. */
  readonly status?: string | undefined;
  /** As the contract's `availability.plans` names it. */
  readonly plan?: string | undefined;
}

/** One element of a service's advertised actions. */
export interface ActionEntry<Name extends string = string> {
  name: Name;
  label: string;
  enabled: boolean;
  /** The endpoint's and the action's own. */
  scopes: string[];
  /** Present if the action is not enabled. */
  reason?: string;
}

/** Whether an action can be invoked: yes, not now and why, or not advertised at all. */
export type Gate = "enabled" | "hidden" | { readonly reason: string };

/** Decides on an action of a service beyond the states and plans of the contract. */
export type AskGate<Principal, Service> = (service: Service, action: string, principal: Principal) => Awaitable<Gate>;

/** A value or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

/** The properties of every call. */
interface HandlerCall<Principal, Service> {
  /** The caller, as returned by `authenticate`. */
  readonly principal: Principal;
  /** The service of the path, as returned by `findResource`. */
  readonly service: Service;
  /** The id of log entries and of the response header `x-request-id`. */
  readonly requestId: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** One call of an action, with a valid body. */
export interface ActionCall<
  Action extends ActionTypes,
  Path = unknown,
  Principal = unknown,
  Service = unknown,
> extends HandlerCall<Principal, Service> {
  readonly body: Action["body"];
  /** Parameters of the path, such as the project and the service. */
  readonly path: Path;
  /** Creates one of the errors that the action declares, to throw or to return. `text` replaces the contract's description. */
  readonly fail: (code: Action["error"], text?: string) => CallError;
}

/** Handles one action. Its response is validated before it is sent. `Parameters` are those outside of the path. */
export type ActionHandler<
  Action extends ActionTypes,
  Path = unknown,
  Principal = unknown,
  Service = unknown,
  Response = ActionResponse<Action>,
  Parameters = unknown,
> = (call: ActionCall<Action, Path, Principal, Service> & Parameters) => Awaitable<OnlyDeclared<Response> | CallError>;

/** A response that has none of the members for which the contract declares no location: TypeScript allows further members. */
type OnlyDeclared<Response> = Response extends object
  ? Response & { readonly [Name in Exclude<keyof AnyActionResponse, keyof Response>]?: never }
  : Response;

/** The members that the responses of actions may have. */
interface AnyActionResponse {
  readonly httpStatus: unknown;
  readonly status: unknown;
  readonly message: unknown;
  readonly result: unknown;
  readonly envelope: unknown;
  readonly headers: unknown;
}

/** The shape of an operation in the output of openapi-typescript. */
export interface OperationTypes {
  readonly parameters: {
    readonly path?: unknown;
    readonly query?: unknown;
    readonly querystring?: unknown;
    readonly header?: unknown;
    readonly cookie?: unknown;
  };
  readonly requestBody?: unknown;
  readonly responses: object;
}

/** A value whose properties at some JSON pointers are present: the server fills in their defaults. */
export type WithDefaults<Value, Pointer extends string> = [Pointer] extends [never]
  ? Value
  : Value extends readonly unknown[]
    ? Value
    : Value extends object
      ? { [Name in keyof Value as IsFilled<Name, Pointer, never, Name>]: WithDefaults<Value[Name], Inside<Name, Pointer>> } & {
          [Name in keyof Value as IsFilled<Name, Pointer, Name, never>]-?: WithDefaults<Value[Name], Inside<Name, Pointer>>;
        }
      : Value;

type IsFilled<Name, Pointer extends string, Yes, No> = `/${Name & string}` extends Pointer ? Yes : No;

/** Pointers relative to a property. */
type Inside<Name, Pointer extends string> = Pointer extends `/${Name & string}/${infer Rest}` ? `/${Rest}` : never;

/** An action whose body has defaults filled in. */
export interface ActionWithDefaults<Action extends ActionTypes, Pointer extends string> extends ActionTypes {
  readonly body: WithDefaults<Action["body"], Pointer>;
  readonly result: Action["result"];
  readonly status: Action["status"];
  readonly error: Action["error"];
}

/** An operation whose parameters and body have defaults filled in: pointers by location. */
export interface OperationWithDefaults<
  Operation extends OperationTypes,
  Filled extends {
    readonly query?: string;
    readonly querystring?: string;
    readonly header?: string;
    readonly cookie?: string;
    readonly requestBody?: string;
  },
> extends OperationTypes {
  readonly parameters: {
    readonly path: Operation["parameters"]["path"];
    readonly query: FilledParameters<Operation, "query", Filled>;
    readonly querystring: FilledQuerystring<
      Operation["parameters"]["querystring"],
      Filled extends { querystring: infer Pointer extends string } ? Pointer : never
    >;
    readonly header: FilledParameters<Operation, "header", Filled>;
    readonly cookie: FilledParameters<Operation, "cookie", Filled>;
  };
  readonly requestBody: BodyWithDefaults<
    Operation["requestBody"],
    Filled extends { requestBody: infer Pointer extends string } ? Pointer : never
  >;
  readonly responses: Operation["responses"];
}

type FilledParameters<Operation extends OperationTypes, In extends "query" | "header" | "cookie", Filled> =
  Filled extends Readonly<Record<In, infer Pointer extends string>>
    ? WithDefaults<NonNullable<Operation["parameters"][In]>, Pointer>
    : Operation["parameters"][In];

/** Defaults are filled in if a query string was sent. */
type FilledQuerystring<Value, Pointer extends string> = Value extends undefined ? Value : WithDefaults<Value, Pointer>;

type BodyWithDefaults<Holder, Pointer extends string> = Holder extends { content: infer Content }
  ? {
      content: {
        [Type in keyof Content]: Type extends FormType
          ? WithDefaults<Content[Type], Pointer>
          : IsJson<Type, Content[Type]> extends true
            ? WithDefaults<Content[Type], Pointer>
            : Content[Type];
      };
    }
  : Holder;

/** One call of an operation, with valid parameters and a valid body. */
export interface PlainCall<
  Operation extends OperationTypes,
  Principal = unknown,
  Service = undefined,
  Actions = object,
  Capabilities = ReadCapabilities<Actions>,
> extends HandlerCall<Principal, Service> {
  readonly path: NonNullable<Operation["parameters"]["path"]>;
  readonly query: NonNullable<Operation["parameters"]["query"]>;
  /** The whole query string as one value, if the contract describes it so. */
  readonly querystring: Operation["parameters"] extends {
    querystring?: infer Value;
  }
    ? Value
    : undefined;
  /** Names in lower case. */
  readonly headers: LowerCaseNames<NonNullable<Operation["parameters"]["header"]>>;
  readonly cookies: NonNullable<Operation["parameters"]["cookie"]>;
  /** JSON and forms are parsed and validated; files in forms are `File`s. Text is a string, everything else bytes. */
  readonly body: RequestBodyOf<Operation["requestBody"]>;
  /** Unchanged, as sent. */
  readonly contentType: string | undefined;
  /** The actions that a service advertises to this caller: those listed as enabled are not rejected. */
  readonly capabilities: Capabilities;
}

/** One call of an operation of a contract whose callers may choose the media types of responses. */
export interface OperationCall<
  Operation extends OperationTypes,
  Principal = unknown,
  Service = undefined,
  Actions = object,
  Capabilities = ReadCapabilities<Actions>,
> extends PlainCall<Operation, Principal, Service, Actions, Capabilities> {
  /** Returns the media type that the caller prefers, by its `Accept`; `undefined`: it accepts none of them. */
  readonly accepts: <Type extends ResponseTypes<Operation["responses"]>>(...types: readonly Type[]) => Type | undefined;
}

/** The media types of an operation's responses, and those below their ranges. */
type ResponseTypes<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends { content: infer Content } ? ConcreteType<keyof Content> : never;
}[keyof Responses];

type ConcreteType<Type> = Type extends `${infer Start}*${string}` ? TypeInRange<Start> : Type & string;

/** Lists the actions that a service advertises, by its type. */
export type ReadCapabilities<Actions> = <Type extends keyof Actions & string>(
  service: ServiceFacts & { readonly type: Type },
) => Promise<ActionEntry<keyof Actions[Type] & string>[]>;

/** The response of an operation: one of the statuses that the contract declares, with its body. */
export type OperationResponse<Operation extends OperationTypes> = {
  [Status in keyof Operation["responses"]]: ResponseOf<StatusOf<Status>, Operation["responses"][Status]>;
}[keyof Operation["responses"]];

/** Handles one operation. */
export type OperationHandler<
  Operation extends OperationTypes,
  Principal = unknown,
  Service = undefined,
  Actions = object,
  Capabilities = ReadCapabilities<Actions>,
> = (
  call: OperationCall<Operation, Principal, Service, Actions, Capabilities>,
) => Awaitable<OperationResponse<Operation> | CallError>;

/** Handles one operation of a contract whose callers have no choice of media types. */
export type PlainHandler<
  Operation extends OperationTypes,
  Principal = unknown,
  Service = undefined,
  Actions = object,
  Capabilities = ReadCapabilities<Actions>,
> = (
  call: PlainCall<Operation, Principal, Service, Actions, Capabilities>,
) => Awaitable<OperationResponse<Operation> | CallError>;

/** Headers with their names in lower case. */
export type LowerCaseNames<Headers> = { [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] };

/** `4XX` and `default` stand for any number. */
type StatusOf<Status> = Status extends number ? Status : number;

type ResponseOf<Status, Response> = {
  readonly status: Status;
} & HeadersOf<Response extends { headers: infer Headers } ? Declared<Headers> : object> &
  (Response extends { content: infer Content }
    ? {
        [Type in keyof Content]: Type extends `${infer Start}*${string}`
          ? RangeResponse<Type, Content[Type], TypeInRange<Start>>
          : { readonly body: ResponseBody<Type, Content[Type]>; readonly contentType?: Type };
      }[keyof Content]
    : { readonly body?: undefined });

/** Headers other than those that the server sets itself: declared ones in lower case, and any others. */
type HeadersOf<Headers> = [keyof Headers] extends [never]
  ? { readonly headers?: Readonly<Record<string, string>> }
  : object extends Headers
    ? { readonly headers?: AndOthers<Headers> }
    : { readonly headers: AndOthers<Headers> };

type AndOthers<Headers> = Headers & Readonly<Record<string, string | Headers[keyof Headers] | undefined>>;

/** The declared headers, without the index signature that stands for all others. */
type Declared<Headers> = {
  readonly [Name in keyof Headers as string extends Name ? never : Exclude<Lowercase<Name & string>, ServerHeader>]: HeaderValue<
    Headers[Name]
  >;
};

type ServerHeader = "connection" | "content-length" | "transfer-encoding" | "x-content-type-options" | "x-request-id";

/** Lists and objects are text, as sent. */
type HeaderValue<Value> = Value extends string | boolean | undefined ? Value : Value extends number ? Value | `${Value}` : string;

type RequestBodyOf<Holder> =
  | (undefined extends Holder ? undefined : never)
  | (NonNullable<Holder> extends { content: infer Content }
      ? { [Type in keyof Content]: ReadBody<Type, Content[Type]> }[keyof Content]
      : undefined);

import type { ActionResponse, ActionTypes } from "../action-info.js";
import type { ValidationError } from "../validators/guard.js";
import type { CallError } from "./errors.js";
import type { ServerRequest } from "./http.js";

export type { ActionResponse } from "../action-info.js";

/** What a contract gives to the types of an application; `server/index` fills it in. */
export interface ContractTypes {
  /** Path parameters of all operations. */
  readonly path: object;
  /** Path parameters that lead to a service. */
  readonly servicePath: object;
  /** Ids of the operations. */
  readonly operation: string;
  readonly handlers: object;
}

/** What is no principal. */
export type Nobody = undefined | null | false | "" | 0;

/**
 * What a server is made of besides its contract. Hooks may throw a `CallError`, which is sent; whatever else they throw
 * becomes a 500 and goes to `log`.
 */
export interface ApplicationBase<Principal, Types extends ContractTypes> {
  /** Who calls; `undefined` or anything else that is falsy if the request has no valid token. See `bearerToken`. */
  authenticate(request: RequestHead<Types["operation"]>): Awaitable<Principal | Nobody>;
  /**
   * Whether a caller may act where the path leads: in the project that it names, or whatever callers are bound to in
   * this API. If not, reads are answered 404 and everything else 403.
   */
  isBound(principal: Principal, path: Types["path"], operation: Types["operation"]): Awaitable<boolean>;
  /** Handlers of all operations and actions. */
  readonly handlers: Types["handlers"];
  /**
   * Told what callers are not: why a call was answered 500, and which handler is missing. Nobody waits for it, and what it
   * throws is lost.
   */
  log(entry: LogEntry): void;
  readonly limits?: Limits;
  /** Where the API is mounted if the adapter doesn't know: `/api`. */
  readonly basePath?: string;
}

/** How to know the scopes of a caller; may be left out where `principal.scopes` lists them. */
export type WithScopes<Principal> = Principal extends { readonly scopes: readonly string[] }
  ? { scopesOf?(principal: Principal): Awaitable<readonly string[]> }
  : { scopesOf(principal: Principal): Awaitable<readonly string[]> };

/** What else is needed where the contract has actions. */
export interface ServiceHooks<Principal, Service extends ServiceFacts, Types extends ContractTypes> {
  /** The service that the path leads to, with its type, status and plan; `undefined` if there is none there. */
  findService(path: Types["servicePath"], principal: Principal, operation: Types["operation"]): Awaitable<Service | undefined>;
  /** Left out: all actions are enabled where the contract says so. */
  gate?: AskGate<Principal, Service>;
}

/** What is known of a request before its body is read. */
export interface RequestHead<Operation extends string = string> extends Omit<ServerRequest, "body"> {
  readonly operation: Operation;
  readonly requestId: string;
}

export interface Limits {
  /** The largest body, 1 MiB unless told. */
  readonly bodyBytes?: number;
  /** How deep JSON may nest lists and objects, 64 levels unless told. */
  readonly jsonDepth?: number;
}

/** One thing that went wrong. It never holds values of a body or an answer. */
export interface LogEntry {
  readonly level: "error" | "warning";
  readonly message: string;
  readonly requestId: string;
  readonly operation?: string;
  /** Service type and action: `postgres.add_ip`. */
  readonly action?: string;
  /** What was thrown. */
  readonly error?: unknown;
  /** Why an answer does not fit the contract. */
  readonly problems?: readonly ValidationError[];
}

/** What the server must know of a service. Services may have more, which handlers get to see. */
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
  scopes: string[];
  /** Present where the action is not enabled. */
  reason?: string;
}

/** Whether an action can be invoked now: yes, not now and why, or not advertised at all. */
export type Gate = "enabled" | "hidden" | { readonly reason: string };

/** What the application says about an action of a service, beyond what the contract says about states and plans. */
export type AskGate<Principal, Service> = (service: Service, action: string, principal: Principal) => Awaitable<Gate>;

/** A value, now or later. */
export type Awaitable<Value> = Value | Promise<Value>;

/** What every handler is told. */
interface HandlerCall<Principal, Service> {
  /** Who calls, as `authenticate` answered. */
  readonly principal: Principal;
  /** The service that the path leads to, as `findService` answered. */
  readonly service: Service;
  /** The same in every log entry and in the answer's `x-request-id`. */
  readonly requestId: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

/** One call of an action. Its body has been checked against the contract. */
export interface ActionCall<
  Action extends ActionTypes,
  Path = unknown,
  Principal = unknown,
  Service = unknown,
> extends HandlerCall<Principal, Service> {
  readonly body: Action["body"];
  /** Parameters of the path, such as the project and the service. */
  readonly path: Path;
  /** One of the action's own errors, to throw or to return. The text, if given, takes the place of the contract's. */
  readonly fail: (code: Action["error"], text?: string) => CallError;
}

/** Handles one action. Its answer is checked against the contract before it leaves. */
export type ActionHandler<Action extends ActionTypes, Path = unknown, Principal = unknown, Service = unknown> = (
  call: ActionCall<Action, Path, Principal, Service>,
) => Awaitable<ActionResponse<Action> | CallError>;

/** The shape that openapi-typescript gives an operation. */
export interface OperationTypes {
  readonly parameters: {
    readonly path?: unknown;
    readonly query?: unknown;
    readonly header?: unknown;
    readonly cookie?: unknown;
  };
  readonly requestBody?: unknown;
  readonly responses: object;
}

/** One call of an operation. Parameters and body have been checked against the contract. */
export interface OperationCall<
  Operation extends OperationTypes,
  Principal = unknown,
  Service = undefined,
  Actions = object,
> extends HandlerCall<Principal, Service> {
  readonly path: NonNullable<Operation["parameters"]["path"]>;
  readonly query: NonNullable<Operation["parameters"]["query"]>;
  /** Names in lower case. */
  readonly headers: LowerCaseNames<NonNullable<Operation["parameters"]["header"]>>;
  readonly cookies: NonNullable<Operation["parameters"]["cookie"]>;
  /** JSON and forms have been read and checked; what a form has of files are `File`s. Text is a string, all else bytes. */
  readonly body: RequestBodyOf<Operation["requestBody"]>;
  /** As it was sent. */
  readonly contentType: string | undefined;
  /** The actions that a service advertises to this caller: what is listed here as enabled is not refused. */
  readonly capabilities: <Type extends keyof Actions & string>(
    service: ServiceFacts & { readonly type: Type },
  ) => Promise<ActionEntry<keyof Actions[Type] & string>[]>;
}

/** What an operation answers: one of the statuses that the contract declares, with its body. */
export type OperationResponse<Operation extends OperationTypes> = {
  [Status in keyof Operation["responses"]]: ResponseOf<StatusOf<Status>, Operation["responses"][Status]>;
}[keyof Operation["responses"]];

/** Handles one operation. */
export type OperationHandler<Operation extends OperationTypes, Principal = unknown, Service = undefined, Actions = object> = (
  call: OperationCall<Operation, Principal, Service, Actions>,
) => Awaitable<OperationResponse<Operation> | CallError>;

type LowerCaseNames<Headers> = { [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] };

/** `4XX` and `default` stand for any number. */
type StatusOf<Status> = Status extends number ? Status : number;

type ResponseOf<Status, Response> = {
  readonly status: Status;
  /** Besides those that the server sets itself. */
  readonly headers?: Readonly<Record<string, string>>;
} & (Response extends { content: infer Content }
  ? {
      [Type in keyof Content]: { readonly body: ResponseBody<Type, Content[Type]>; readonly contentType?: ContentType<Type> };
    }[keyof Content]
  : { readonly body?: undefined });

/** A range stands for all types in it. */
type ContentType<Type> = Type extends `${infer Start}*` ? `${Start}${string}` : Type;

/** What is no JSON is sent as it is. */
type ResponseBody<Type, Body> = Type extends JsonType ? Body : string | Uint8Array;

type RequestBodyOf<Holder> =
  | (undefined extends Holder ? undefined : never)
  | (NonNullable<Holder> extends { content: infer Content }
      ? { [Type in keyof Content]: ReadBody<Type, Content[Type]> }[keyof Content]
      : undefined);

type ReadBody<Type, Body> = Type extends JsonType | `application/x-www-form-urlencoded${string}`
  ? Body
  : Type extends `multipart/form-data${string}`
    ? WithFiles<Body>
    : Type extends `text/${string}`
      ? string
      : Uint8Array;

/** The bytes in a form have come with a name. */
type WithFiles<Form> = Form extends Blob
  ? File
  : Form extends readonly (infer Item)[]
    ? WithFiles<Item>[]
    : Form extends object
      ? { [Name in keyof Form]: WithFiles<Form[Name]> }
      : Form;

type JsonType = `${string}/json${string}` | `${string}+json${string}`;

import type { ActionResponse } from "../action-response.js";
import type { ActionTypes } from "../action-info.js";
import type { ActionEntry, ServiceFacts } from "./capabilities.js";
import type { CallError } from "./errors.js";

export type { ActionResponse } from "../action-response.js";

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

import type { AnyCall, Middleware, SchemeOptions } from "../client/call.js";
import type { FollowOptions } from "../client/follow.js";
import type { ValidateOptions } from "../client/middleware.js";
import type { ErrorLister, JsonObject } from "../json.js";
import type { Validators } from "../server/contract.js";

/** What a server of the Model Context Protocol knows of a contract: its tools as data, and the client that calls them. */
export interface McpContract extends McpFacts {
  /** A client of the contract. */
  readonly createClient: (options: SchemeOptions) => object;
  /** The client's middleware. */
  readonly retry: () => Middleware;
  readonly validate: (options?: ValidateOptions) => Middleware;
  /** Absent: no action can be followed. */
  readonly follow?: (call: AnyCall, body: object, options: FollowOptions<AnyCall>) => Promise<unknown>;
  /** Loads the validators that list every error of a body. */
  readonly loadAllErrors: () => Promise<Validators<ErrorLister>>;
}

/** The data of an `McpContract`. */
export interface McpFacts {
  readonly title: string;
  readonly version: string;
  /** What a model should know before it reads tools. */
  readonly instructions?: string;
  /** The operations, which find services; then the actions of each type in the order in which its services advertise them. */
  readonly tools: readonly Tool[];
  /** By the ids of the operations that invoke actions. */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** Names of members that contain secrets, in lower case without `_` and `-`. */
  readonly secrets: readonly string[];
}

/** One action or operation of a contract. */
export interface Tool {
  readonly listed: ListedTool;
  readonly call: ToolCall;
  readonly input: ToolInput;
  /** Alternatives of scopes; absent: it needs none. */
  readonly scopes?: readonly (readonly string[])[];
  /** Absent: neither its arguments nor its result declare secrets. */
  readonly secrets?: ToolSecrets | undefined;
  /** How it goes on in the background; `null`: the contract doesn't say how to follow it. */
  readonly following?: Following | null;
}

/** A tool as a list of tools has it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: ToolHints;
}

/** What clients may show and ask before a call (`ToolAnnotations` of the protocol). A hint that the contract doesn't give is absent. */
export interface ToolHints {
  readonly title: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  /** The API is the only thing that is called. */
  readonly openWorldHint: false;
}

/** What a tool calls: `client[on](path)[method](body)` for an action, `client[method](args)` for an operation. */
export type ToolCall = OperationCall | ActionCall;

export interface OperationCall {
  readonly kind: "operation";
  /** The operation's id. */
  readonly id: string;
  /** Its name on the client. */
  readonly method: string;
  /** `POST /v1/services`. */
  readonly request: string;
}

export interface ActionCall {
  readonly kind: "action";
  /** The id of the operation that invokes it. */
  readonly endpoint: string;
  readonly type: string;
  readonly action: string;
  /** The names of the type and the action on the client. */
  readonly on: string;
  readonly method: string;
}

/** The arguments of a tool, and what they are in the call of a client. */
export interface ToolInput {
  /** The client's arguments by the tool's, without the body. */
  readonly parameters: Readonly<Record<string, InputParameter>>;
  /**
   * `members`: all other arguments are members of the body; `argument`: the argument `body` is the body; `none`: calls have no body.
   */
  readonly body: "members" | "argument" | "none";
  /** Whether a call without members has no body, rather than an empty one. */
  readonly mayLackBody?: boolean;
  /** The values of members that have another constant in each alternative of the body. */
  readonly constants?: Readonly<Record<string, readonly string[]>>;
}

/** A parameter among the arguments of a tool. */
export interface InputParameter {
  /** Its name on the client. */
  readonly argument: string;
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
}

/** Names of members, in lower case without `_` and `-`. The empty name is the whole value. */
export interface ToolSecrets {
  /** Of those among the arguments that contain secrets. */
  readonly given?: readonly string[];
  /** Of those in the result that contain secrets. */
  readonly result?: readonly string[];
  /** The contract's names of secrets that the result declares with another meaning. */
  readonly shown?: readonly string[];
}

/** The states of what an asynchronous action starts. */
export interface Following {
  /** JSON pointer to its state, and the state if there is none. */
  readonly state: string;
  readonly absent?: string | boolean;
  readonly pending: readonly (string | boolean)[];
  readonly done: readonly (string | boolean)[];
  readonly failed: readonly (string | boolean)[];
  /** JSON pointer to a value that is only there after a failure. */
  readonly error?: string;
  /** What shows when it ends; absent: nothing that is a tool could. */
  readonly shown?: ShownByOperation | ShownByAction;
}

export interface ShownByOperation {
  readonly operation: string;
  /** The argument that identifies it, and the pointer to its value in the response of the action. */
  readonly argument?: string;
  readonly at?: string;
}

export interface ShownByAction {
  readonly action: string;
  /** The member with its id: of the body or, with `list`, of one in a list of the result. */
  readonly key?: string;
  readonly list?: string;
}

/** How the services of an operation that invokes actions are found and read. */
export interface Endpoint {
  /** The types of its services. */
  readonly types: readonly string[];
  /** The client's arguments in the path that lead to a service, in its order. */
  readonly path: readonly string[];
  /** Whether a service says of which type it is, and where; absent: it has the only one. */
  readonly type?: string;
  /** JSON pointer to the list of actions in a service; absent: services have none. */
  readonly actions?: string;
  /** The operation that returns a service, by its name on the client, and its arguments by those of the endpoint. */
  readonly read?: { readonly method: string; readonly arguments: Readonly<Record<string, string>> };
}

/** Whether a person is asked before a call. As the protocol has it: a tool without hints may do anything. */
export function isDestructive({ listed: { annotations } }: Tool): boolean {
  return !annotations.readOnlyHint && (annotations.destructiveHint ?? true);
}

/** The properties of an action in the contract, apart from its body and result. */
export interface ActionInfo {
  // Only what is named.
  /** Short human-readable name. */
  readonly label: string;
  readonly summary?: string;
  /** All of them are required to invoke it. */
  readonly scopes: readonly string[];
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  /** May delete or overwrite data, or invalidate a credential. */
  readonly destructive: boolean;
  /** Returns 202 and completes asynchronously. */
  readonly async: boolean;
  readonly deprecated: boolean;
  /** Service states in which it can run; absent: all. */
  readonly states?: readonly string[];
  /** Plans in which it can run; absent: all. */
  readonly plans?: readonly string[];
  /** The values of `status` in its response; empty: any string. */
  readonly statuses: readonly string[];
  /** Its own failures, beyond the general ones. */
  readonly errors: readonly ActionErrorInfo[];
}

/** One failure that an action declares. */
export interface ActionErrorInfo {
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  readonly description?: string;
}

/** The shape that every action of a type map has. */
export interface ActionTypes {
  readonly body: unknown;
  readonly result: unknown;
  readonly status: string;
  readonly error: string;
}

/** The response of an action. */
export interface ActionResponse<Action extends ActionTypes> {
  readonly status: Action["status"];
  readonly message?: string;
  readonly result: Action["result"];
}

/** A body without the members that JSON pointers name; an object left empty is removed too. */
export type Without<Body, Pointer extends string> = Body extends readonly unknown[]
  ? Body
  : Body extends object
    ? { [Name in keyof Body as Kept<Body, Name, Pointer>]: Without<Body[Name], Below<Name, Pointer>> }
    : Body;

/** The name of a member that is kept. */
type Kept<Body, Name extends keyof Body, Pointer extends string> = `/${Name & string}` extends Pointer
  ? never
  : [Below<Name, Pointer>] extends [never]
    ? Name
    : [keyof Without<NonNullable<Body[Name]>, Below<Name, Pointer>>] extends [never]
      ? never
      : Name;

/** Pointers relative to a member. */
type Below<Name, Pointer extends string> = Pointer extends `/${Name & string}/${infer Rest}` ? `/${Rest}` : never;

/** JSON pointers (RFC 6901) to an action's facts in the body of its response. Absent: not included; empty: the whole body. */
export interface Envelope {
  readonly action?: string;
  readonly status?: string;
  readonly message?: string;
  readonly result?: string;
  /** Repeats the id of the request. */
  readonly id?: string;
}

/** The default envelope: `{ action, status, message, result }`. */
export const defaultEnvelope: Envelope = { action: "/action", status: "/status", message: "/message", result: "/result" };

/**
 * The locations of the facts of an error in the body of its response: JSON pointers (RFC 6901), in which `0` names the first
 * element of a list. Absent: not included. If code and message share a location, it contains `code: message`.
 */
export interface ErrorShape {
  // Only what is named.
  /** `application/json`, or another type of JSON. */
  readonly mediaType: string;
  readonly code?: string;
  readonly message?: string;
  /** The HTTP status as a number. */
  readonly status?: string;
  /** The HTTP status as text. */
  readonly statusText?: string;
  /** The name of the HTTP status: `Not Found`. */
  readonly title?: string;
  readonly requestId?: string;
  /** A list with an element for each problem of the request. */
  readonly details?: DetailShape;
  /** Values that are the same in every error, by their pointers. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The contract's names, or numbers, of codes. */
  readonly codes?: Readonly<Record<string, string | number>>;
  /** The number for codes that `codes` doesn't name, if codes are numbers. */
  readonly otherCode?: number;
  /** Repeats the id of the request; null if it is unknown. */
  readonly id?: string;
  /** Set if it is sent with the status 200: what distinguishes it from a success. */
  readonly failureMark?: FailureMark;
}

/** What a body with the status 200 has if it is an error. */
export interface FailureMark {
  /** A JSON pointer. Without `value` and `not`, the error has a value there that is not null. */
  readonly at: string;
  /** The value that errors have. */
  readonly value?: string | number | boolean;
  /** The value that successes have. */
  readonly not?: string | number | boolean;
}

/** The location of the list of details, and the names of the members of its elements. */
export interface DetailShape {
  readonly at: string;
  /** Contains the JSON pointer to the failing field. */
  readonly pointer?: string;
  /** Contains the keyword that it violates. */
  readonly rule?: string;
  readonly message?: string;
  /** Whether the message is a list of texts. */
  readonly isMessageList?: boolean;
  /** Whether every error has the list, an empty one too. */
  readonly isRequired?: boolean;
  /** The list, or what contains it, if every error has it and it is null without details. */
  readonly nullable?: string;
}

/** One problem of a request. It never contains a value of the request. */
export interface ErrorDetail {
  /** JSON pointer of the failing field in the body; name of the parameter. */
  readonly pointer: string;
  /** The keyword of JSON Schema that it violates: `required`. */
  readonly rule: string;
  readonly message: string;
}

/** The default error: `{ "error": "code: message" }`. */
export const defaultErrorShape: ErrorShape = { mediaType: "application/json", code: "/error", message: "/error" };

/** The secrets of a contract; all names in lower case without `_` and `-`. */
export interface SecretRules {
  /** Of the properties and headers that are secrets, or that are never in a response. */
  readonly names: readonly string[];
  /** Of these, the names that a response declares, by operation and by service type and action. */
  readonly shown: {
    readonly operations?: Readonly<Record<string, readonly string[]>>;
    readonly actions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  };
}

/** A name as `SecretRules` have it: handlers may spell it as their database does, `rootPassword` or `ROOT_PASSWORD`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

/** The type of a value written as text: the first matching one of some scalars, a list, or an object. */
export type TextShape = readonly ScalarType[] | ListShape | ObjectShape;

export type ScalarType = "integer" | "number" | "boolean" | "null" | "string";

export interface ListShape {
  readonly items: TextShape;
  /** The types of the first items, if they have their own. */
  readonly first?: readonly TextShape[];
  /** The values that are no lists. No text is one: it is a list of one item. */
  readonly or?: readonly ScalarType[];
}

export interface ObjectShape {
  readonly properties: Readonly<Record<string, TextShape>>;
  /** The type of properties that the contract doesn't name. */
  readonly others?: TextShape;
  /** The values that are no objects. They have a text of their own if the properties are pairs in a query or in cookies. */
  readonly or?: TextShape;
}

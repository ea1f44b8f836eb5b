/** The properties of an action in the contract, apart from its body and result. */
export interface ActionInfo {
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
  /** Failures of its own beyond the general ones. */
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

/** A body without the members that JSON pointers name; an object that has no others goes with them. */
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

/** Pointers from a member on. */
type Below<Name, Pointer extends string> = Pointer extends `/${Name & string}/${infer Rest}` ? `/${Rest}` : never;

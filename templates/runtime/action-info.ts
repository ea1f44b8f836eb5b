/** What the contract says about an action, apart from its body and result. */
export interface ActionInfo {
  /** Short human-readable name. */
  readonly label: string;
  readonly summary?: string;
  /** All are needed to invoke it. */
  readonly scopes: readonly string[];
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  /** May delete or overwrite data, or invalidate a credential. */
  readonly destructive: boolean;
  /** Answers 202 and goes on after the answer. */
  readonly async: boolean;
  readonly deprecated: boolean;
  /** Service states in which it can run; absent: all. */
  readonly states?: readonly string[];
  /** Plans in which it can run; absent: all. */
  readonly plans?: readonly string[];
  /** Values of `status` in its answer; empty: any string. */
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

/** What an action answers. */
export interface ActionResponse<Action extends ActionTypes> {
  readonly status: Action["status"];
  readonly message?: string;
  readonly result: Action["result"];
}

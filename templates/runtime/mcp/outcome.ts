import type { JsonObject } from "../json.js";

/** One call of a tool, besides its arguments. */
export interface CallContext {
  readonly signal?: AbortSignal;
  /** Receives the state of what an asynchronous action started. */
  readonly onProgress?: (state: string) => Promise<void> | void;
  /** Whether a person agreed to exactly this call. */
  readonly isAgreed: boolean;
  /** Whether a person can be asked. */
  readonly canAsk: boolean;
  /** The token of the caller, in place of the server's own. */
  readonly token?: string;
}

/** What a call led to. `code` is for logs: `ok`, `pending`, `failed`, a status of HTTP or the kind of failure. */
export type Outcome =
  | {
      readonly kind: "result";
      readonly code: string;
      readonly structured: JsonObject;
      readonly note?: string | undefined;
      /** Whether what it started has failed. */
      readonly hasFailed?: boolean | undefined;
    }
  | {
      readonly kind: "failure";
      readonly code: string;
      readonly text: string;
      /** Whether the call was refused only because the client can't ask a person. */
      readonly isUnasked?: boolean;
    }
  | { readonly kind: "ask"; readonly code: "asked"; readonly text: string };

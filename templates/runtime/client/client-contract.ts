import type { Authorize } from "./authorize-bearer.js";
import type { ReadBody, Revive } from "./read-json.js";
import type { Route } from "./route.js";
import type { WriteBody } from "./write-json.js";
import type { WriteParameters } from "./write-plain.js";

/** What generated code tells a client about its contract: data, and of the runtime only what the contract needs. */
export interface ClientContract {
  /** Operations by their names on the client. */
  readonly routes: Readonly<Record<string, Route>>;
  /** The names on the client of the service types whose actions an operation invokes. */
  readonly services: Readonly<Record<string, readonly string[]>>;
  readonly authorize: Authorize;
  readonly writeParameters: WriteParameters;
  readonly writeBody: WriteBody;
  readonly readBody: ReadBody;
  /** Wraps the fields of these names; for operations that reveal secrets. */
  readonly wrapSecrets?: (names: readonly string[]) => Revive;
}

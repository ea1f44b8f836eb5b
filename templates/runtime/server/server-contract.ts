import type { ErrorLister } from "../validators/all-errors.js";
import type { Guard } from "../validators/guard.js";
import type { ActionCatalog } from "./capabilities.js";
import type { Route } from "./route.js";

/** What generated code tells the server about its contract. */
export interface ServerContract extends ActionCatalog {
  readonly routes: readonly Route[];
  readonly validators: Validators<Guard<unknown>>;
  /** Loads the validators that list every error; called at the first rejection. */
  readonly loadAllErrors: () => Promise<Validators<ErrorLister>>;
}

/** Checks of everything that has a schema. */
export interface Validators<Check> {
  readonly actions: Readonly<Record<string, Readonly<Record<string, { readonly body: Check; readonly result: Check }>>>>;
  readonly operations: Readonly<Record<string, OperationChecks<Check>>>;
}

export interface OperationChecks<Check> {
  readonly path?: Check;
  readonly query?: Check;
  readonly headers?: Check;
  readonly cookies?: Check;
  readonly body?: Check;
  /** Of other media types than the one of `body`, where their schemas differ. */
  readonly bodies?: Readonly<Record<string, Check>>;
  readonly responses: Readonly<Record<string, Check>>;
}

import type { ActionName, PostgresActions } from "../../../../../../generated/actions.js";
import type { PostgresHandlers } from "../../../../../../generated/server/index.js";
import type { Caller } from "../../../access/caller.js";
import type { PostgresService } from "../../../services/service.js";

/** What the handler of an action is called with. */
export type Call<Name extends ActionName<"postgres">> = Parameters<PostgresHandlers<Caller, PostgresService>[Name]>[0];

/** What it answers. Failures are thrown. */
export type Answer<Name extends ActionName<"postgres">> = Promise<{
  readonly status: PostgresActions[Name]["status"];
  readonly message?: string;
  readonly result: PostgresActions[Name]["result"];
}>;

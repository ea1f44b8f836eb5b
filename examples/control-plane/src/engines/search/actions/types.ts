import type { ActionName, SearchActions } from "../../../../../../generated/actions.js";
import type { SearchHandlers } from "../../../../../../generated/server/index.js";
import type { Caller } from "../../../access/caller.js";
import type { SearchService } from "../../../services/service.js";

/** What the handler of an action is called with. */
export type Call<Name extends ActionName<"search">> = Parameters<SearchHandlers<Caller, SearchService>[Name]>[0];

/** What it answers. Failures are thrown. */
export type Answer<Name extends ActionName<"search">> = Promise<{
  readonly status: SearchActions[Name]["status"];
  readonly message?: string;
  readonly result: SearchActions[Name]["result"];
}>;

import type { ActionName, ObjectsActions } from "../../../../../../generated/actions.js";
import type { ObjectsHandlers } from "../../../../../../generated/server/index.js";
import type { Caller } from "../../../access/caller.js";
import type { StoredService } from "../../../services/service.js";

/** A service of type objects. */
export type ObjectsService = StoredService & { readonly type: "objects" };

/** What the handler of an action is called with. */
export type Call<Name extends ActionName<"objects">> = Parameters<ObjectsHandlers<Caller, ObjectsService>[Name]>[0];

/** What it answers. Failures are thrown. */
export type Answer<Name extends ActionName<"objects">> = Promise<{
  readonly status: ObjectsActions[Name]["status"];
  readonly message?: string;
  readonly result: ObjectsActions[Name]["result"];
}>;

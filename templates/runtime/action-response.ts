import type { ActionTypes } from "./action-info.js";

/** What an action answers. */
export interface ActionResponse<Action extends ActionTypes> {
  readonly status: Action["status"];
  readonly message?: string;
  readonly result: Action["result"];
}

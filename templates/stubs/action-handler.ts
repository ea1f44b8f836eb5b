import type { ActionCall, ActionResponse } from "../runtime/server/application.js";
import { notImplemented } from "../runtime/server/errors.js";
import type { $Actions, $Path } from "./holes.js";

export const handlers = {
  /** $doc */
  $action: async (_call: ActionCall<$Actions["$action"], $Path>): Promise<ActionResponse<$Actions["$action"]>> =>
    notImplemented("$handler"),
};

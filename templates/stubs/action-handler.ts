import type { ActionResponse, ActionCall } from "../runtime/server/handler-types.js";
import { notImplemented } from "../runtime/server/not-implemented.js";
import type { $Actions, $Path } from "./holes.js";

export const handlers = {
  /** $doc */
  $action: async (_call: ActionCall<$Actions["$action"], $Path>): Promise<ActionResponse<$Actions["$action"]>> =>
    notImplemented("$handler"),
};

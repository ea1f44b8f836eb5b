import type { expandCodes } from "../catalog/expand.js";
import type { Explanations } from "./explanation.js";

/** What can be lost when a contract is written as plain OpenAPI. */
export const expandExplanations: Explanations<typeof expandCodes> = {
  "expand-path-taken": {
    cause:
      "In the expanded document each action has a path of its own. Here an ordinary operation has that path already, so the action is shown behind a fragment, where readers find it and tools that send requests do not.",
    bad: "/services/{service_id}/actions/restart: { post: { operationId: restartService, … } }   # and an action restart",
    good: "/services/{service_id}/restart: { post: { operationId: restartService, … } }",
    at: "yaml",
  },
};

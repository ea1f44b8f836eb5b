import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** Problems of converting a contract to plain OpenAPI. */
export const expandCodes = {
  "expand-path-taken": {
    severity: "warning",
    message: ({ type, action, path }: { type: string; action: string; path: string }) =>
      `the action ${quote(`${type}.${action}`)} has the same path as an ordinary operation, ${quote(path)}, ` +
      "so in the expanded document its path has a fragment and can't be requested",
    hint: "Rename the action, or move the ordinary operation to another path.",
    cause:
      "In the expanded document, each action has its own path. An ordinary operation already has this path, so the action's path gets a fragment. Readers can find it, but tools can't send requests to it.",
    bad: "/services/{service_id}/actions/restart: { post: { operationId: restartService, … } }   # and an action restart",
    good: "/services/{service_id}/restart: { post: { operationId: restartService, … } }",
    at: "yaml",
  },
} satisfies CodeRecords;

/** Reports one of these problems. */
export const report = createReporter(expandCodes);

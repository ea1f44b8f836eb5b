import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** Problems of writing a contract as plain OpenAPI. */
export const expandCodes = {
  "expand-path-taken": {
    severity: "warning",
    message: ({ type, action, path }: { type: string; action: string; path: string }) =>
      `the action ${quote(`${type}.${action}`)} has the path of an ordinary operation, ${quote(path)}, ` +
      "so in the expanded document it stands behind a fragment, where no request finds it",
    hint: "Rename the action, or move the ordinary operation to another path.",
    cause:
      "In the expanded document each action has a path of its own. Here an ordinary operation has that path already, so the action is shown behind a fragment, where readers find it and tools that send requests do not.",
    bad: "/services/{service_id}/actions/restart: { post: { operationId: restartService, … } }   # and an action restart",
    good: "/services/{service_id}/restart: { post: { operationId: restartService, … } }",
    at: "yaml",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(expandCodes);

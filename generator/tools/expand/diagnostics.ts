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
  "expand-operation-id-taken": {
    severity: "warning",
    message: ({ action, wanted, other, operationId }: { action: string; wanted: string; other: string; operationId: string }) =>
      `the action ${quote(action)} would have the same operationId as ${quote(other)}, ${quote(wanted)}, ` +
      `so it has ${quote(operationId)}`,
    hint: "Rename one of them, or choose another style with --operation-id.",
    cause:
      "Each operation of a document needs an operationId of its own, and generators name functions by it. If two are equal, the later one gets a number. A number changes when other actions are added, and with it the generated code.",
    bad: "openapi-actions expand --operation-id snake   # the actions pool.user_add and pool_user.add",
    good: "openapi-actions expand --operation-id dotted  # pool.user_add and pool_user.add",
    at: "sh",
  },
  "expand-left-out": {
    severity: "warning",
    message: ({ feature, version }: { feature: string; version: string }) =>
      `OpenAPI ${version} doesn't have ${quote(feature)}, so the expanded documents ${feature === "webhooks" ? 'have it as "x-webhooks"' : "omit it"}`,
    hint: "Write the documents in a later version of OpenAPI, or suppress the warning.",
    cause:
      "The requested version of OpenAPI can't express this part of the contract. The documents are valid without it, and their schemas accept what the contract's accept, and more: tools that read them reject less than the server does.",
    bad: "Grow: { type: object, dependentRequired: { size: [unit] }, … }   # expand --openapi 3.0",
    good: "Grow: { type: object, required: [size, unit], … }",
    at: "yaml",
  },
} satisfies CodeRecords;

/** Reports one of these problems. */
export const report = createReporter(expandCodes);

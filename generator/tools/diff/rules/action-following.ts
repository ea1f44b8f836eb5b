import { quote } from "../../../diagnostics/escape.js";
import { endpointPair, successUses } from "../contract/endpoints.js";
import { changedFollowing, changedStates, followingAnchors } from "../contract/following.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { haveAsyncActions } from "../contract/success-statuses.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A changed way to follow actions that complete asynchronously. */
export const actionFollowingChanged: PairRule<OperationPair> = {
  id: "action-following-changed",
  breaks: "both",
  why: "Clients that follow an action in the old way don't notice when it completes, and servers have to support the new way.",
  example: followingExample("operation: getJob, id: /job", "header: Location"),
  check(pair, report) {
    const endpoints = endpointPair(pair);
    const changed = endpoints && haveAsyncActions(pair) ? changedFollowing(endpoints, successUses(pair)) : undefined;
    if (!changed) return;
    const { text, reported } = changed;
    report(`asynchronous actions of ${describeOperation(pair.after)} ${text}`, followingAnchors(endpoints!), reported);
  },
};

/** A followed state with a changed meaning. */
export const followedStateChanged: PairRule<OperationPair> = {
  id: "followed-state-changed",
  breaks: "both",
  why: "Clients take a failure for success, or keep waiting after the action ended.",
  example: followingExample(
    "operation: getJob, id: /job, done: [succeeded, stopped], failed: [broken]",
    "operation: getJob, id: /job, done: [succeeded], failed: [broken, stopped]",
  ),
  check(pair, report) {
    const endpoints = endpointPair(pair);
    if (!endpoints || !haveAsyncActions(pair)) return;
    for (const { value, before, after } of changedStates(endpoints)) {
      const actions = `asynchronous actions of ${describeOperation(pair.after)}`;
      report(
        `the state ${quote(String(value))} of ${actions} now means ${after} instead of ${before}`,
        followingAnchors(endpoints),
      );
    }
  },
};

function followingExample(before: string, after: string): string {
  return inContract(`
      paths:
        /jobs/{job}:
          get:
            operationId: getJob
            responses:
              "200":
                description: A job.
                content:
                  application/json:
                    schema: { type: object, properties: { status: { enum: [running, succeeded, stopped, broken] } } }
        /services/{service_id}/actions/{action}:
          post:
            operationId: invokeAction
    -       x-platform-action-binding: { async: { ${before} } }
    +       x-platform-action-binding: { async: { ${after} } }
            x-platform-postgres-actions:
              add_ip: { label: Add an address, async: true }
            responses:
              "202":
                description: Accepted.
                headers: { Location: { schema: { type: string } } }
                content: { application/json: { schema: { type: object, properties: { job: { type: string } } } } }
  `);
}

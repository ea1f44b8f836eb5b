import { quote } from "../../../diagnostics/escape.js";
import { type ActionPair, describeAction, errorAnchors } from "../contract/actions.js";
import { inAction } from "../example.js";
import { errorResponse } from "../contract/errors.js";
import type { PairRule } from "../rule.js";

/** A new failure of an action. */
export const actionErrorAdded: PairRule<ActionPair> = {
  id: "action-error-added",
  breaks: "client",
  severity: "warning",
  why: "Clients that switch on an action's error codes encounter an unknown one. As any call can fail, they should handle it.",
  example: inAction(`
      errors:
        - { code: limit_reached, status: 409, description: The list is full. }
    +   - { code: bad_range, status: 400, description: The range is reserved. }
  `),
  check({ before, after }, report) {
    for (const { code, status } of after.model.errors) {
      if (before.model.errors.some((error) => error.code === code)) continue;
      report(`${describeAction(after)} can now fail with ${quote(code)} (${status})`, errorAnchors({ before, after }, code));
    }
  },
};

/** A removed failure of an action. */
export const actionErrorRemoved: PairRule<ActionPair> = {
  id: "action-error-removed",
  breaks: "nobody",
  why: "Clients that handle it no longer encounter it.",
  example: inAction(`
      errors:
        - { code: limit_reached, status: 409, description: The list is full. }
    -   - { code: bad_range, status: 400, description: The range is reserved. }
  `),
  check({ before, after }, report) {
    for (const { code } of before.model.errors) {
      if (after.model.errors.some((error) => error.code === code)) continue;
      report(`${describeAction(after)} no longer fails with ${quote(code)}`, {
        ...errorAnchors({ before, after }, code),
        isGone: true,
      });
    }
  },
};

/** A failure of an action that is returned with a different HTTP status. */
export const actionErrorStatusChanged: PairRule<ActionPair> = {
  id: "action-error-status-changed",
  breaks: "client",
  why: "Clients interpret a failure by its HTTP status.",
  example: inAction(`
      errors:
    -   - { code: limit_reached, status: 409, description: The list is full. }
    +   - { code: limit_reached, status: 400, description: The list is full. }
  `),
  check({ before, after }, report) {
    for (const { code, status } of after.model.errors) {
      const known = before.model.errors.filter((error) => error.code === code);
      if (known.length === 0 || known.some((error) => error.status === status)) continue;
      if (known.some((error) => isSentAlike({ before, after }, error.status, status))) continue;
      const message = `${describeAction(after)} now returns ${quote(code)} with status ${status} instead of ${known[0]!.status}`;
      report(message, errorAnchors({ before, after }, code));
    }
  },
};

/** Returns whether errors with another status are sent by the same response with the status 200. */
function isSentAlike({ before, after }: ActionPair, was: number, now: number): boolean {
  const [sentBefore, sentAfter] = [
    before.endpoints.map((endpoint) => errorResponse(endpoint, before.version, was)),
    after.endpoints.map((endpoint) => errorResponse(endpoint, after.version, now)),
  ];
  return sentBefore.length > 0 && sentBefore.join() === sentAfter.join();
}

import { quote } from "../../../diagnostics/escape.js";
import { type ActionPair, describeAction, errorAnchors } from "../contract/actions.js";
import { inAction } from "../example.js";
import type { PairRule } from "../rule.js";

/** A failure of an action that it didn't have. */
export const actionErrorAdded: PairRule<ActionPair> = {
  id: "action-error-added",
  breaks: "client",
  severity: "warning",
  why: "Clients that tell an action's errors apart meet one that they don't know. Any call can fail, so they should cope.",
  example: inAction(`
      errors:
        - { code: limit_reached, status: 409, description: The list is full. }
    +   - { code: bad_range, status: 400, description: The range is reserved. }
  `),
  check({ before, after }, report) {
    for (const { code, status } of after.model.errors) {
      if (before.model.errors.some((error) => error.code === code)) continue;
      report(`${describeAction(after)} can fail with ${quote(code)} (${status})`, errorAnchors({ before, after }, code));
    }
  },
};

/** A failure that an action no longer has. */
export const actionErrorRemoved: PairRule<ActionPair> = {
  id: "action-error-removed",
  breaks: "nobody",
  why: "Clients that look out for it don't meet it any more.",
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

/** A failure of an action that is answered with another HTTP status. */
export const actionErrorStatusChanged: PairRule<ActionPair> = {
  id: "action-error-status-changed",
  breaks: "client",
  why: "Clients decide by the HTTP status what a failure means.",
  example: inAction(`
      errors:
    -   - { code: limit_reached, status: 409, description: The list is full. }
    +   - { code: limit_reached, status: 400, description: The list is full. }
  `),
  check({ before, after }, report) {
    for (const { code, status } of after.model.errors) {
      const known = before.model.errors.filter((error) => error.code === code);
      if (known.length === 0 || known.some((error) => error.status === status)) continue;
      const message = `${describeAction(after)} answers ${quote(code)} with ${status} instead of ${known[0]!.status}`;
      report(message, errorAnchors({ before, after }, code));
    }
  },
};

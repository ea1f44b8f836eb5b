import { type ActionPair, type ActionVersion, describeAction, actionAnchors } from "../contract/actions.js";
import { inAction, inLongAction } from "../example.js";
import type { PairRule, Rule } from "../rule.js";

/** An action that now completes asynchronously. */
export const actionAsync = flagRule("async", true, {
  id: "action-async",
  breaks: "both",
  why: "The response is sent before the action completes, usually with 202 instead of 200. Clients have to wait for completion.",
  example: inLongAction(`
      label: Add an address
    + async: true
  `),
  message: (action) => `is now asynchronous: it returns ${statusOf(action)} before it completes`,
});

/** An action that now completes before its response. */
export const actionNotAsync = flagRule("async", false, {
  id: "action-not-async",
  breaks: "both",
  why: "The response is sent when the action is complete, usually with 200 instead of 202. Clients that expect 202 don't receive it.",
  example: inLongAction(`
      label: Add an address
    - async: true
  `),
  message: (action) => `is no longer asynchronous: it returns ${statusOf(action)} when it is complete`,
});

/** An action that is now deprecated. */
export const actionDeprecated = flagRule("deprecated", true, {
  id: "action-deprecated",
  breaks: "nobody",
  why: "It still works. Clients should migrate to an alternative.",
  example: inAction(`
      label: Add an address
    + deprecated: true
  `),
  message: "is deprecated",
});

/** An action that is no longer deprecated. */
export const actionUndeprecated = flagRule("deprecated", false, {
  id: "action-undeprecated",
  breaks: "nobody",
  why: "Existing clients keep working.",
  example: inAction(`
      label: Add an address
    - deprecated: true
  `),
  message: "is no longer deprecated",
});

/** An action that is now destructive. */
export const actionDestructive = flagRule("destructive", true, {
  id: "action-destructive",
  breaks: "client",
  why: "Clients that call it without confirmation destroy something.",
  example: inAction(`
      label: Add an address
    + destructive: true
  `),
  message: "is now destructive",
});

/** An action that is no longer destructive. */
export const actionNotDestructive = flagRule("destructive", false, {
  id: "action-not-destructive",
  breaks: "nobody",
  why: "Clients that ask for confirmation do so needlessly.",
  example: inAction(`
      label: Add an address
    - destructive: true
  `),
  message: "is no longer destructive",
});

/** An action that is now safe to repeat. */
export const actionIdempotent = flagRule("idempotent", true, {
  id: "action-idempotent",
  breaks: "server",
  why: "Servers that repeat the work when the call is repeated violate the contract.",
  example: inAction(`
      label: Add an address
    + idempotent: true
  `),
  message: "is now idempotent",
});

/** An action that is no longer safe to repeat. */
export const actionNotIdempotent = flagRule("idempotent", false, {
  id: "action-not-idempotent",
  breaks: "client",
  why: "Clients that retry after a failure may repeat the work.",
  example: inAction(`
      label: Add an address
    - idempotent: true
  `),
  message: "is no longer idempotent",
});

/** An action that no longer changes anything. */
export const actionReadOnly = flagRule("readOnly", true, {
  id: "action-read-only",
  breaks: "server",
  why: "Servers that still change something violate the contract.",
  example: inAction(`
      label: Add an address
    + readOnly: true
  `),
  message: "is now read-only",
});

/** An action that may now change something. */
export const actionNotReadOnly = flagRule("readOnly", false, {
  id: "action-not-read-only",
  breaks: "client",
  why: "Clients that call it without confirmation because it was read-only now change something.",
  example: inAction(`
      label: Add an address
    - readOnly: true
  `),
  message: "is no longer read-only",
});

type Flag = "async" | "deprecated" | "destructive" | "idempotent" | "readOnly";

/** A rule about a flag; `message` completes a sentence about an action. */
interface FlagRule extends Rule {
  readonly message: string | ((action: ActionVersion) => string);
}

/** Returns a rule about a flag of actions that became true, or false. */
function flagRule(flag: Flag, value: boolean, { message, ...rule }: FlagRule): PairRule<ActionPair> {
  return {
    ...rule,
    check(pair, report) {
      if (pair.before.model[flag] === value || pair.after.model[flag] !== value) return;
      const text = typeof message === "string" ? message : message(pair.after);
      report(`${describeAction(pair.after)} ${text}`, actionAnchors(pair, flag));
    },
  };
}

/** Returns the HTTP statuses of an action's success. A 202 may be for asynchronous actions only. */
function statusOf({ model, binding }: ActionVersion): string {
  const successes = binding?.successes ?? [];
  const own = successes.filter((status) => !binding?.reservesAccepted || (status === 202) === model.async);
  const used = own.length > 0 ? own : successes;
  return used.length > 0 ? used.join(" or ") : model.async ? "202" : "200";
}

import { type ActionPair, type ActionVersion, describeAction, actionAnchors } from "../contract/actions.js";
import { inAction, inLongAction } from "../example.js";
import type { PairRule, Rule } from "../rule.js";

/** An action that goes on after its answer now. */
export const actionAsync = flagRule("async", true, {
  id: "action-async",
  breaks: "both",
  why: "The answer comes before the work is done, mostly with 202 instead of 200: clients have to wait for its end.",
  example: inLongAction(`
      label: Add an address
    + async: true
  `),
  message: (action) => `is asynchronous now: it answers ${statusOf(action)} before the work is done`,
});

/** An action that is done when it answers now. */
export const actionNotAsync = flagRule("async", false, {
  id: "action-not-async",
  breaks: "both",
  why: "The answer comes when the work is done, mostly with 200 instead of 202: clients that look out for 202 don't meet it.",
  example: inLongAction(`
      label: Add an address
    - async: true
  `),
  message: (action) => `is no longer asynchronous: it answers ${statusOf(action)} when the work is done`,
});

/** An action that is to go. */
export const actionDeprecated = flagRule("deprecated", true, {
  id: "action-deprecated",
  breaks: "nobody",
  why: "It goes on working; clients should look for another way.",
  example: inAction(`
      label: Add an address
    + deprecated: true
  `),
  message: "is deprecated",
});

/** An action that was to go and stays. */
export const actionUndeprecated = flagRule("deprecated", false, {
  id: "action-undeprecated",
  breaks: "nobody",
  why: "What clients have keeps working.",
  example: inAction(`
      label: Add an address
    - deprecated: true
  `),
  message: "is no longer deprecated",
});

/** An action that destroys something now. */
export const actionDestructive = flagRule("destructive", true, {
  id: "action-destructive",
  breaks: "client",
  why: "Clients that call it without asking destroy something.",
  example: inAction(`
      label: Add an address
    + destructive: true
  `),
  message: "is destructive now",
});

/** An action that destroys nothing any more. */
export const actionNotDestructive = flagRule("destructive", false, {
  id: "action-not-destructive",
  breaks: "nobody",
  why: "Clients that ask before they call it only ask in vain.",
  example: inAction(`
      label: Add an address
    - destructive: true
  `),
  message: "is no longer destructive",
});

/** An action that can be repeated now. */
export const actionIdempotent = flagRule("idempotent", true, {
  id: "action-idempotent",
  breaks: "server",
  why: "A server that does the work twice when it is called twice breaks what is promised.",
  example: inAction(`
      label: Add an address
    + idempotent: true
  `),
  message: "is idempotent now",
});

/** An action that can't be repeated any more. */
export const actionNotIdempotent = flagRule("idempotent", false, {
  id: "action-not-idempotent",
  breaks: "client",
  why: "Clients that call it again after a failure may do the work twice.",
  example: inAction(`
      label: Add an address
    - idempotent: true
  `),
  message: "is no longer idempotent",
});

/** An action that changes nothing any more. */
export const actionReadOnly = flagRule("readOnly", true, {
  id: "action-read-only",
  breaks: "server",
  why: "A server that still changes something breaks what is promised.",
  example: inAction(`
      label: Add an address
    + readOnly: true
  `),
  message: "is read-only now",
});

/** An action that may change something now. */
export const actionNotReadOnly = flagRule("readOnly", false, {
  id: "action-not-read-only",
  breaks: "client",
  why: "Clients that call it without asking, because it changed nothing, change something now.",
  example: inAction(`
      label: Add an address
    - readOnly: true
  `),
  message: "is no longer read-only",
});

type Flag = "async" | "deprecated" | "destructive" | "idempotent" | "readOnly";

/** A rule about a flag; `message` is the end of the sentence about an action. */
interface FlagRule extends Rule {
  readonly message: string | ((action: ActionVersion) => string);
}

/** A rule about a flag of actions that has become true, or false. */
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

/** The HTTP status of an action's success: 202 is for those that are asynchronous, where there is another one. */
function statusOf({ model, binding }: ActionVersion): string {
  const successes = binding?.successes ?? [];
  const own = successes.filter((status) => (status === 202) === model.async);
  const used = own.length > 0 ? own : successes;
  return used.length > 0 ? used.join(" or ") : model.async ? "202" : "200";
}

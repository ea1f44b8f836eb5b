import { isObject, own, ownObject } from "../../../document/json-value.js";
import { type ActionPair, type ActionVersion, actionAnchors, describeAction } from "../contract/actions.js";
import { inAction } from "../example.js";
import type { PairRule } from "../rule.js";

/** An action that no longer takes calls without a body, or with one that it doesn't read. */
export const actionBodyRequired: PairRule<ActionPair> = {
  id: "action-body-required",
  breaks: "client",
  why: "Calls without a body, or with one that was not read before, are rejected.",
  example: inAction(`
      label: Add an address
    - requestBody: { content: {} }
  `),
  check(pair, report) {
    const wasRead = !ignoresBody(pair.before);
    if (ignoresBody(pair.after) || (wasRead && (!pair.before.model.mayLackBody || pair.after.model.mayLackBody))) return;
    const what = wasRead ? "now requires a body" : "no longer ignores the body of requests";
    report(`${describeAction(pair.after)} ${what}`, actionAnchors(pair, "requestBody"));
  },
};

/** An action whose calls may lack a body. */
export const actionBodyOptional: PairRule<ActionPair> = {
  id: "action-body-optional",
  breaks: "server",
  why: "Handlers that rely on a body may find none.",
  example: inAction(`
      body: { type: object, properties: { cidr: { type: string } } }
    + requestBody: { required: false }
  `),
  check(pair, report) {
    if (pair.before.model.mayLackBody || !pair.after.model.mayLackBody) return;
    report(`the body of ${describeAction(pair.after)} is now optional`, actionAnchors(pair, "requestBody"));
  },
};

/** Whether an action declares that bodies are not read. */
function ignoresBody({ object, version }: ActionVersion): boolean {
  const written = own(object, "requestBody");
  const content = ownObject(isObject(written) ? version.resolve(written) : undefined, "content");
  return content !== undefined && Object.keys(content).length === 0;
}

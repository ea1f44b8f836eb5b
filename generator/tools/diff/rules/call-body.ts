import { describeOperation, fieldAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A webhook or callback that no longer has a body. */
export const callBodyRemoved: PairRule<OperationPair> = {
  id: "call-body-removed",
  breaks: "client",
  why: "Clients that read the body of the call find none.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
    -       requestBody:
    -         required: true
    -         content:
    -           application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } }
            responses: { "200": { description: Seen. } }
  `),
  check(pair, report) {
    if (!pair.before.body || pair.after.body) return;
    report(`${describeOperation(pair.after)} no longer has a body`, { ...fieldAnchors(pair, "requestBody"), isGone: true });
  },
};

/** A webhook or callback whose body is now optional. */
export const callBodyOptional: PairRule<OperationPair> = {
  id: "call-body-optional",
  breaks: "client",
  why: "Clients that rely on the body of the call may find none.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
            requestBody:
    -         required: true
              content:
                application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } }
            responses: { "200": { description: Seen. } }
  `),
  check(pair, report) {
    if (!pair.before.model.body?.required || pair.after.model.body?.required !== false) return;
    report(`${describeOperation(pair.after)} may now be sent without a body`, fieldAnchors(pair, "requestBody"));
  },
};

import { describeOperation, fieldAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A webhook or callback that comes without a body now. */
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
    report(`${describeOperation(pair.after)} comes without a body now`, { ...fieldAnchors(pair, "requestBody"), isGone: true });
  },
};

/** A webhook or callback whose body is no longer always there. */
export const callBodyOptional: PairRule<OperationPair> = {
  id: "call-body-optional",
  breaks: "client",
  why: "Clients that rely on the body of the call find it missing.",
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
    report(`${describeOperation(pair.after)} may come without its body now`, fieldAnchors(pair, "requestBody"));
  },
};

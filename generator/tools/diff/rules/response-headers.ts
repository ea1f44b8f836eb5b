import { objectAnchors, type OperationPair } from "../contract/operations.js";
import { added, kept, removed } from "../contract/pairs.js";
import { describeHeader, headersOf } from "../contract/responses.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A new header of a response. */
export const responseHeaderAdded: PairRule<OperationPair> = {
  id: "response-header-added",
  breaks: "nobody",
  why: "Clients ignore unknown headers.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200":
                description: The order.
                headers:
                  ETag: { schema: { type: string } }
    +             Age: { schema: { type: integer } }
  `),
  check(pair, report) {
    for (const headers of headersOf(pair)) {
      const { response } = headers;
      for (const header of added(headers)) {
        const anchors = { before: at(response.before), after: at(header.object) };
        report(`${describeHeader(header, response.status, pair.after)} is new`, anchors);
      }
    }
  },
};

/** A removed header of a response. */
export const responseHeaderRemoved: PairRule<OperationPair> = {
  id: "response-header-removed",
  breaks: "client",
  why: "Clients that read the header find nothing.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200":
                description: The order.
                headers:
                  ETag: { schema: { type: string } }
    -             Age: { schema: { type: integer } }
  `),
  check(pair, report) {
    for (const headers of headersOf(pair)) {
      const { response } = headers;
      for (const header of removed(headers)) {
        const anchors = { before: at(header.object), after: at(response.after), isGone: true };
        report(`${describeHeader(header, response.status, pair.after)} was removed`, anchors);
      }
    }
  },
};

/** A header that is now optional in a response. */
export const responseHeaderOptional: PairRule<OperationPair> = {
  id: "response-header-optional",
  breaks: "client",
  why: "Clients that rely on the header may find it missing.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200":
                description: The order.
                headers:
    -             ETag: { required: true, schema: { type: string } }
    +             ETag: { schema: { type: string } }
  `),
  check(pair, report) {
    for (const headers of headersOf(pair)) {
      const { response } = headers;
      for (const { before, after } of kept(headers)) {
        if (!before.isRequired || after.isRequired) continue;
        const anchors = objectAnchors({ before: before.object, after: after.object }, "required");
        report(`${describeHeader(after, response.status, pair.after)} is no longer always sent`, anchors);
      }
    }
  },
};

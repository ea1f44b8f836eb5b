import { quote } from "../../diagnostics/escape.js";
import { groupByRequests, parsePathTemplate, requestsOf, routableOperations } from "../../document/path-template.js";
import { describeOperation, operationLocation } from "../operations.js";
import { defineRule } from "../rule.js";

/** Fragments are not sent: operations that differ only in them match the same requests. */
export const operationUnroutable = defineRule({
  code: "operation-unroutable",
  severity: "warning",
  comparesParts: true,
  message: ({ operation, other }: { operation: string; other: string }) =>
    `${quote(operation)} has the same requests as ${quote(other)}, so the server omits it`,
  hint: "Give it a path of its own, or describe both as one operation.",
  cause:
    "Fragments are not sent, so no server can distinguish requests for the two operations. It serves the one without a fragment, or neither if both have one. Clients, types and docs contain both.",
  bad: `
      /messages:
        post: { operationId: send, responses: { "204": { description: Sent. } } }
      /messages#draft:
        post: { operationId: draft, responses: { "204": { description: Kept. } } }`,
  good: `
      /messages:
        post: { operationId: send, responses: { "204": { description: Sent. } } }
      /messages/drafts:
        post: { operationId: draft, responses: { "204": { description: Kept. } } }`,
  at: "paths",

  check(context, report) {
    const operations = context.operations.filter(({ role }) => role === "api");
    const routable = new Set(routableOperations(operations));
    const groups = groupByRequests(operations);
    for (const node of operations) {
      if (routable.has(node) || parsePathTemplate(node.path).fragment === undefined) continue;
      const group = groups.get(requestsOf(node))!;
      const other = group.find((one) => routable.has(one)) ?? group.find((one) => one !== node)!;
      report({ operation: describeOperation(node), other: describeOperation(other) }, operationLocation(context, node));
    }
  },
});

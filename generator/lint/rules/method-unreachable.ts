import { quote } from "../../diagnostics/escape.js";
import { hasOwnField } from "../../document/path-operations.js";
import { operationLocation } from "../operations.js";
import { defineRule } from "../rule.js";

/** The methods without a field in path items that the HTTP parser of Node.js accepts, and that reach a request handler. */
const parsed: ReadonlySet<string> = new Set(
  (
    "ACL BIND CHECKOUT COPY LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY PROPFIND PROPPATCH PURGE REBIND " +
    "REPORT SEARCH SOURCE SUBSCRIBE UNBIND UNLINK UNLOCK UNSUBSCRIBE"
  ).split(" "),
);

/** A server on Node.js rejects requests with other methods before any code sees them. */
export const methodUnreachable = defineRule({
  code: "method-unreachable",
  severity: "warning",
  message: ({ method }: { method: string }) => `requests with the method ${quote(method)} don't reach servers on Node.js`,
  hint: "Use a method that Node.js parses, such as COPY, LINK, MOVE, PURGE or SEARCH.",
  cause:
    "The HTTP parser of Node.js accepts a fixed set of methods in upper case and rejects other requests with 400. `CONNECT` opens a tunnel and isn't sent by `fetch`. A server on another runtime can still receive the method.",
  bad: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        additionalOperations:
          ARCHIVE:
            responses: { "204": { description: Archived. } }`,
  good: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        additionalOperations:
          MOVE:
            responses: { "204": { description: Archived. } }`,
  at: "document",

  check(context, report) {
    for (const node of context.operations) {
      const { method, role } = node;
      if (role !== "api" || hasOwnField(method) || parsed.has(method)) continue;
      report({ method }, operationLocation(context, node));
    }
  },
});

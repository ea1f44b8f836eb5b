import { declaredKey, failures, failureStatus, type FailureCode } from "../../binding/failures.js";
import { schemeChallenge } from "../../binding/challenge.js";
import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, ownString, type JsonObject } from "../../document/json-value.js";
import { errorResponses } from "../error-responses.js";
import { describeOperation, effectiveSecurity, mapsByEndpoint } from "../operations.js";
import { defineRule, type OperationNode, type RuleContext } from "../rule.js";

/** Failures that a generated server reports by itself must have the headers that the response requires. */
export const errorHeaderUnsent = defineRule({
  code: "error-header-unsent",
  severity: "warning",
  comparesParts: true,
  message: ({ header, code, operation, status }: { header: string; code: string; operation: string; status: string }) =>
    `the response ${quote(status)} of ${quote(operation)} requires the header ${quote(header)}, which the server does not send with its failure ${quote(code)}`,
  hint: "Make the header optional, or give the failure a response of its own that does not require it.",
  cause:
    "A generated server reports some failures by itself, before any handler runs. It sends X-Request-Id, and WWW-Authenticate with a 401 if the operation requires a scheme of the Authorization header (http, OAuth 2, OpenID Connect, or an API key that is sent in it). An API key elsewhere has no challenge. It has no values for other headers.",
  bad: `
      x-platform-vm-actions: { start: {} }
      responses:
        "200": { description: Done. }
        "409":
          description: Not now.
          headers: { Retry-After: { required: true, schema: { type: integer } } }
          content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } }`,
  good: `
      x-platform-vm-actions: { start: {} }
      responses:
        "200": { description: Done. }
        "409":
          description: Not now.
          headers: { Retry-After: { schema: { type: integer } } }
          content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } }`,
  at: "operation",

  check(context, report) {
    const endpoints = mapsByEndpoint(context);
    for (const node of context.operations) {
      if (!endpoints.has(node.operation)) continue;
      const errors = errorResponses(context, node);
      const declared = errors.map(({ status }) => status);
      for (const { status, response } of errors) {
        const codes = (Object.keys(failures) as FailureCode[]).filter(
          (code) => declaredKey(failureStatus(code, declared), declared) === status,
        );
        const headers = ownObject(response, "headers") ?? {};
        for (const [header, value] of Object.entries(headers)) {
          if (own(context.resolve(value), "required") !== true) continue;
          const code = codes.find((one) => !isSent(context, node, header.toLowerCase(), one));
          if (code === undefined) continue;
          const place = context.locations.key(headers, header);
          report({ header, code, operation: describeOperation(node), status }, place);
        }
      }
    }
  },
});

/** Headers of every response of a generated server that has a body. */
const always = new Set(["connection", "content-length", "content-type", "date", "x-content-type-options", "x-request-id"]);

function isSent(context: RuleContext, node: OperationNode, header: string, code: FailureCode): boolean {
  if (always.has(header)) return true;
  return header === "www-authenticate" && code === "unauthenticated" && hasChallenge(context, node.operation);
}

/** Whether the operation requires credentials in the Authorization header. */
function hasChallenge(context: RuleContext, operation: JsonObject): boolean {
  const schemes = ownObject(ownObject(context.upgraded, "components"), "securitySchemes") ?? {};
  const names = (effectiveSecurity(context, operation) ?? []).filter(isObject).flatMap((requirement) => Object.keys(requirement));
  return names.some((name) => {
    const scheme = context.resolve(own(schemes, name));
    const text = (member: string) => ownString(scheme, member);
    return schemeChallenge({ type: text("type"), scheme: text("scheme"), in: text("in"), name: text("name") }) !== undefined;
  });
}

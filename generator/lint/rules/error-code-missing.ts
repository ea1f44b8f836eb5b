import { declaredKey } from "../../binding/failures.js";
import { quote } from "../../diagnostics/escape.js";
import { own, ownString } from "../../document/json-value.js";
import { inPrefix } from "../bindings.js";
import { errorResponses } from "../error-responses.js";
import { describeOperation, errorsOf, mapsByEndpoint } from "../operations.js";
import { defineRule } from "../rule.js";

const hint =
  "Describe a code in its schema, or give its location in x-platform-error-binding: { code: /… }, on the response or at the root; null if it has none.";

/** Responses that report errors of actions need a field for the code. */
export const errorCodeMissing = defineRule({
  code: "error-code-missing",
  severity: "warning",
  comparesParts: true,
  message: ({ operation, status, code }: { operation: string; status: string; code: string }) =>
    `the response ${quote(status)} of ${quote(operation)} has no field for the code of an error: callers never see ${quote(code)}`,
  hint,
  cause:
    "An action declares errors with codes, by which callers distinguish them. A response without a field for the code is sent without it.",
  bad: `
      x-platform-vm-actions: { start: { errors: [{ code: no_host, status: 409, description: No host is free. }] } }
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content:
            application/problem+json:
              schema: { type: object, properties: { title: { type: string }, detail: { type: string } } }`,
  good: `
      x-platform-vm-actions: { start: { errors: [{ code: no_host, status: 409, description: No host is free. }] } }
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content:
            application/problem+json:
              schema: { type: object, properties: { title: { type: string }, detail: { type: string }, code: { type: string } } }`,
  at: "operation",

  check(context, report) {
    const endpoints = mapsByEndpoint(context);
    for (const node of context.operations) {
      const declaredErrors = (endpoints.get(node.operation) ?? []).flatMap(({ actions }) =>
        Object.values(actions).flatMap((action) => errorsOf(action)),
      );
      const errors = errorResponses(context, node);
      const declared = errors.map(({ status }) => status);
      for (const { status, responses, error } of errors) {
        if (!error || error.shape.code !== undefined || own(error.binding, "code") === null) continue;
        const lost = declaredErrors.find((one) => declaredKey(Number(own(one, "status")), declared) === status);
        const code = lost && ownString(lost, "code");
        if (code === undefined) continue;
        const parameters = { operation: describeOperation(node), status, code };
        report(parameters, context.locations.key(responses, status), inPrefix(hint, context));
      }
    }
  },
});

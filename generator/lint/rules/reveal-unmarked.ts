import { quote } from "../../diagnostics/escape.js";
import { isSecret } from "../../json-schema/secrets.js";
import { describeOperation, operationLocation } from "../operations.js";
import { reachableSchemas } from "../reachable-schemas.js";
import { isMarked, isNamedReveal, responsesOf } from "../revealing.js";
import { defineRule } from "../rule.js";

/** An operation that returns secrets only by its name. Tools need an explicit mark. */
export const revealUnmarked = defineRule({
  code: "reveal-unmarked",
  severity: "warning",
  message: ({ operation }: { operation: string }) => `${quote(operation)} returns secrets, which only its operationId suggests`,
  hint: "Write `x-<prefix>-reveal: true` in the operation, or require a scope that ends in `:reveal`.",
  cause:
    "Only the name of the operation suggests that it returns secrets. Tools that treat such operations with care look for an explicit mark.",
  bad: `
      /credential:
        get:
          operationId: revealCredential
          responses:
            "200":
              description: The password.
              content: { application/json: { schema: { $ref: "#/components/schemas/Credential" } } }
            default: { description: Failed., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }`,
  good: `
      /credential:
        get:
          operationId: revealCredential
          x-platform-reveal: true
          responses:
            "200":
              description: The password.
              content: { application/json: { schema: { $ref: "#/components/schemas/Credential" } } }
            default: { description: Failed., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }`,
  at: "paths",

  check(context, report) {
    for (const node of context.operations) {
      if (node.role !== "api" || isMarked(context, node) || !isNamedReveal(context, node)) continue;
      const reached = [...reachableSchemas(context, responsesOf(context, node, "2xx"))];
      if (reached.some(({ schema }) => isSecret(schema)))
        report({ operation: describeOperation(node) }, operationLocation(context, node));
    }
  },
});

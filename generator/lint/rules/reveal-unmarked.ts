import { isSecret } from "../../json-schema/secrets.js";
import { describeOperation, operationPlace } from "../describe-operation.js";
import { reachableSchemas } from "../reachable-schemas.js";
import { isMarked, isNamedReveal, responsesOf } from "../revealing.js";
import type { Rule } from "../rule.js";

/** An operation whose name alone says that it returns secrets; a mark makes tools treat it so. */
export const revealUnmarked: Rule = {
  code: "reveal-unmarked",
  check(context) {
    for (const node of context.operations) {
      if (node.role !== "api" || isMarked(context, node) || !isNamedReveal(context, node)) continue;
      const reached = [...reachableSchemas(context, responsesOf(context, node, "2xx"))];
      if (reached.some(({ schema }) => isSecret(schema)))
        context.report("reveal-unmarked", { operation: describeOperation(node) }, operationPlace(context, node));
    }
  },
};

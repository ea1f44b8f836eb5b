import { ownObject } from "../../document/json-value.js";
import { reachableSchemas } from "../reachable-schemas.js";
import { createLeftOut, requestOf } from "../revealing.js";
import type { Rule } from "../rule.js";

/** A `writeOnly` property of what a webhook or callback sends: who reads the schema waits for it in vain. */
export const writeOnlySent: Rule = {
  code: "write-only-sent",
  check(context) {
    const requests = context.operations.filter(({ role }) => role !== "api").flatMap((node) => requestOf(context, node));
    if (requests.length === 0) return;
    const isLeftOut = createLeftOut(context);
    for (const { schema, sent } of reachableSchemas(context, requests)) {
      const properties = ownObject(schema, "properties");
      for (const name of Object.keys(properties ?? {})) {
        if (isLeftOut(schema, name))
          context.report("write-only-sent", { name, request: sent }, context.places.key(properties!, name));
      }
    }
  },
};

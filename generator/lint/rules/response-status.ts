import { partsOf } from "../parts.js";
import type { Rule } from "../rule.js";

/** Keys of `responses` are statuses, classes of statuses or `default`. */
export const responseStatus: Rule = {
  code: "response-status",
  check(context) {
    for (const { value } of partsOf(context, "responses")) {
      for (const status of Object.keys(value)) {
        if (status.startsWith("x-") || /^(?:[1-5](?:[0-9]{2}|XX|xx)|default)$/.test(status)) continue;
        context.report("response-status", { status }, context.places.key(value, status));
      }
    }
  },
};

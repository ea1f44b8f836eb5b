import type { Rule } from "../rule.js";
import { keysInSourceOrder } from "../source-order.js";

/** Two names that differ only in case or separators are one name in the file systems and languages of some callers. */
export const actionNameClash: Rule = {
  code: "action-name-clash",
  check(context) {
    for (const { actions } of context.actionMaps) {
      const first = new Map<string, string>();
      for (const name of keysInSourceOrder(context, actions)) {
        const folded = name.toLowerCase().replace(/[_.:-]/g, "");
        const other = first.get(folded);
        if (other === undefined) {
          first.set(folded, name);
          continue;
        }
        const location = context.places.key(actions, other);
        context.report("action-name-clash", { name, other }, context.places.key(actions, name), {
          related: [location && { message: "the other action", location }],
        });
      }
    }
  },
};

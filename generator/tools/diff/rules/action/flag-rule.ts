import { type ActionPair, describeAction, placesOf } from "../../contract/actions.js";
import type { PairRule, Rule } from "../../rule.js";

type Flag = "async" | "deprecated" | "destructive" | "idempotent" | "readOnly";

/** A rule about a flag of actions that has become true, or false; `says` is the end of the sentence. */
export function flagRule(flag: Flag, value: boolean, { says, ...rule }: Rule & { readonly says: string }): PairRule<ActionPair> {
  return {
    ...rule,
    check(pair, report) {
      if (pair.before.model[flag] === value || pair.after.model[flag] !== value) return;
      report(`${describeAction(pair.after)} ${says}`, placesOf(pair, flag));
    },
  };
}

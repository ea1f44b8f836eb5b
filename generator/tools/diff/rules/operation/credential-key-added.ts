import { quote } from "../../../../diagnostics/catalog/entry.js";
import { credentialKeysOf } from "../../contract/credential-keys.js";
import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { keptResponses } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

/** A key under which a credential is returned now. */
export const credentialKeyAdded: PairRule<OperationPair> = {
  id: "credential-key-added",
  breaks: "client",
  why: "Clients tell by the key what a credential is and meet one that they don't know.",
  check(pair, report) {
    for (const { before, after } of keptResponses(pair)) {
      const [old, young] = [credentialKeysOf(before, pair.before), credentialKeysOf(after, pair.after)];
      for (const [key, spot] of young) {
        if (old.has(key)) continue;
        const places = { before: [...old.values()][0] ?? pair.before.spot, after: spot };
        report(`${describeOperation(pair.after)} can return a credential under the key ${quote(key)} now`, places);
      }
    }
  },
};

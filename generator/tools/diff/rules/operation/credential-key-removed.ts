import { quote } from "../../../../diagnostics/catalog/entry.js";
import { credentialKeysOf } from "../../contract/credential-keys.js";
import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { keptResponses } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

/** A key under which a credential was returned. */
export const credentialKeyRemoved: PairRule<OperationPair> = {
  id: "credential-key-removed",
  breaks: "client",
  why: "Clients find the credential by its key and find nothing under it now.",
  check(pair, report) {
    for (const { before, after } of keptResponses(pair)) {
      const [old, young] = [credentialKeysOf(before, pair.before), credentialKeysOf(after, pair.after)];
      for (const [key, spot] of old) {
        if (young.has(key)) continue;
        const places = { before: spot, after: [...young.values()][0] ?? pair.after.spot, isGone: true };
        report(`${describeOperation(pair.after)} no longer returns a credential under the key ${quote(key)}`, places);
      }
    }
  },
};

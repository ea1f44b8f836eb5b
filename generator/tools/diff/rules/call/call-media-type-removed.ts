import { quote } from "../../../../diagnostics/catalog/entry.js";
import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { changedBodyTypes } from "../../contract/media-types.js";
import type { PairRule } from "../../rule.js";

/** A media type that the body of a webhook or callback no longer has. */
export const callMediaTypeRemoved: PairRule<OperationPair> = {
  id: "call-media-type-removed",
  breaks: "client",
  why: "Clients that know no other can't read what comes.",
  check(pair, report) {
    const { removed, places } = changedBodyTypes(pair);
    for (const name of removed)
      report(`the body of ${describeOperation(pair.after)} no longer comes as ${quote(name)}`, { ...places, isGone: true });
  },
};

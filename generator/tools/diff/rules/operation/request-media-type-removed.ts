import { quote } from "../../../../diagnostics/catalog/entry.js";
import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { changedBodyTypes } from "../../contract/media-types.js";
import type { PairRule } from "../../rule.js";

/** A media type of the body that is gone. */
export const requestMediaTypeRemoved: PairRule<OperationPair> = {
  id: "request-media-type-removed",
  breaks: "client",
  why: "Clients that send it are answered 415.",
  check(pair, report) {
    const { removed, places } = changedBodyTypes(pair);
    for (const name of removed)
      report(`the body of ${describeOperation(pair.after)} no longer accepts ${quote(name)}`, { ...places, isGone: true });
  },
};

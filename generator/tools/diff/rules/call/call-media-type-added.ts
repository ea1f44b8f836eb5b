import { quote } from "../../../../diagnostics/catalog/entry.js";
import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { changedBodyTypes } from "../../contract/media-types.js";
import type { PairRule } from "../../rule.js";

/** A media type that the body of a webhook or callback may have now. */
export const callMediaTypeAdded: PairRule<OperationPair> = {
  id: "call-media-type-added",
  breaks: "client",
  why: "Whoever is called can't choose the media type: clients that don't know it can't read what comes.",
  check(pair, report) {
    const { added, places } = changedBodyTypes(pair);
    for (const name of added) report(`the body of ${describeOperation(pair.after)} can also come as ${quote(name)} now`, places);
  },
};

import { quote } from "../../../../diagnostics/catalog/entry.js";
import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { changedBodyTypes } from "../../contract/media-types.js";
import type { PairRule } from "../../rule.js";

/** A media type of the body that may be sent now. */
export const requestMediaTypeAdded: PairRule<OperationPair> = {
  id: "request-media-type-added",
  breaks: "server",
  why: "A server must be able to read it.",
  check(pair, report) {
    const { added, places } = changedBodyTypes(pair);
    for (const name of added) report(`the body of ${describeOperation(pair.after)} also accepts ${quote(name)} now`, places);
  },
};

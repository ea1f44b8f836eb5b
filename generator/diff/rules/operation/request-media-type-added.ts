import { quote } from "../../../diagnostics/catalog/entry.js";
import { describeOperation } from "../../contract/describe-operation.js";
import { contentSpots, uncoveredMediaTypes } from "../../contract/media-types.js";
import type { OperationPair } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A media type of the body that may be sent now. */
export const requestMediaTypeAdded: PairRule<OperationPair> = {
  id: "request-media-type-added",
  breaks: "server",
  why: "A server must be able to read it.",
  check(pair, report) {
    const [before, after] = [pair.before.body, pair.after.body];
    if (!before || !after) return;
    for (const name of uncoveredMediaTypes(before, after)) {
      report(`the body of ${describeOperation(pair.after)} also accepts ${quote(name)} now`, contentSpots({ before, after }));
    }
  },
};

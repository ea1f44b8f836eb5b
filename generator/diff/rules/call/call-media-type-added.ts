import { quote } from "../../../diagnostics/catalog/entry.js";
import { describeOperation } from "../../contract/describe-operation.js";
import { contentSpots, uncoveredMediaTypes } from "../../contract/media-types.js";
import type { OperationPair } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A media type that the body of a webhook or callback may have now. */
export const callMediaTypeAdded: PairRule<OperationPair> = {
  id: "call-media-type-added",
  breaks: "client",
  why: "Whoever is called can't choose the media type: clients that don't know it can't read what comes.",
  check(pair, report) {
    const [before, after] = [pair.before.body, pair.after.body];
    if (!before || !after) return;
    for (const name of uncoveredMediaTypes(before, after)) {
      report(`the body of ${describeOperation(pair.after)} can also come as ${quote(name)} now`, contentSpots({ before, after }));
    }
  },
};

import { quote } from "../../../diagnostics/catalog/entry.js";
import { describeOperation } from "../../contract/describe-operation.js";
import { contentSpots, uncoveredMediaTypes } from "../../contract/media-types.js";
import type { OperationPair } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A media type that the body of a webhook or callback no longer has. */
export const callMediaTypeRemoved: PairRule<OperationPair> = {
  id: "call-media-type-removed",
  breaks: "client",
  why: "Clients that know no other can't read what comes.",
  check(pair, report) {
    const [before, after] = [pair.before.body, pair.after.body];
    if (!before || !after) return;
    for (const name of uncoveredMediaTypes(after, before)) {
      report(`the body of ${describeOperation(pair.after)} no longer comes as ${quote(name)}`, {
        ...contentSpots({ before, after }),
        isGone: true,
      });
    }
  },
};

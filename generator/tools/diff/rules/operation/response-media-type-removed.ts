import { quote } from "../../../../diagnostics/catalog/entry.js";
import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { contentSpots, uncoveredMediaTypes } from "../../contract/media-types.js";
import { keptResponses, statusText } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

/** A media type of an answer that is gone. */
export const responseMediaTypeRemoved: PairRule<OperationPair> = {
  id: "response-media-type-removed",
  breaks: "client",
  why: "Clients that accept nothing else are answered 406, or can't read what comes.",
  check(pair, report) {
    for (const { status, before, after } of keptResponses(pair)) {
      for (const name of uncoveredMediaTypes(after, before)) {
        report(`the ${statusText(status)} answer of ${describeOperation(pair.after)} is no longer sent as ${quote(name)}`, {
          ...contentSpots({ before, after }),
          isGone: true,
        });
      }
    }
  },
};

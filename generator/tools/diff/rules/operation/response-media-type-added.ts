import { quote } from "../../../../diagnostics/catalog/entry.js";
import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { contentSpots, uncoveredMediaTypes } from "../../contract/media-types.js";
import { keptResponses, statusText } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

/** A media type of an answer that can be asked for now. */
export const responseMediaTypeAdded: PairRule<OperationPair> = {
  id: "response-media-type-added",
  breaks: "nobody",
  why: "Clients that don't ask for it don't get it.",
  check(pair, report) {
    for (const { status, before, after } of keptResponses(pair)) {
      for (const name of uncoveredMediaTypes(before, after)) {
        report(
          `the ${statusText(status)} answer of ${describeOperation(pair.after)} can also be sent as ${quote(name)}`,
          contentSpots({ before, after }),
        );
      }
    }
  },
};

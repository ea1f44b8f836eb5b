import { quote } from "../../../../diagnostics/escape.js";
import { describeOperation } from "../../contract/describe-operation.js";
import { contentSpots, uncoveredMediaTypes } from "../../contract/media-types.js";
import type { OperationPair } from "../../contract/pairs.js";
import { keptResponses } from "../../contract/response-pairs.js";
import type { PairRule } from "../../rule.js";
import { statusText } from "../../contract/status-text.js";

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

import { quote } from "../../../diagnostics/catalog/entry.js";
import { describeOperation, objectSpots } from "../../contract/describe-operation.js";
import { headersOf } from "../../contract/header-pairs.js";
import { kept, type OperationPair } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";
import { statusText } from "../../contract/status-text.js";

/** A header of an answer that is no longer always there. */
export const responseHeaderOptional: PairRule<OperationPair> = {
  id: "response-header-optional",
  breaks: "client",
  why: "Clients that rely on the header find it missing.",
  check(pair, report) {
    for (const headers of headersOf(pair)) {
      const { response } = headers;
      for (const { before, after } of kept(headers)) {
        if (!before.isRequired || after.isRequired) continue;
        const what = `the header ${quote(after.name)} of the ${statusText(response.status)} answer of ${describeOperation(pair.after)}`;
        report(`${what} is no longer always there`, objectSpots({ before: before.object, after: after.object }, "required"));
      }
    }
  },
};

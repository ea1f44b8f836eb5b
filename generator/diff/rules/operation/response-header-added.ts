import { quote } from "../../../diagnostics/catalog/entry.js";
import { describeOperation } from "../../contract/describe-operation.js";
import { headersOf } from "../../contract/header-pairs.js";
import { added, type OperationPair } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";
import { statusText } from "../../contract/status-text.js";

/** A header that an answer has now. */
export const responseHeaderAdded: PairRule<OperationPair> = {
  id: "response-header-added",
  breaks: "nobody",
  why: "Clients ignore headers that they don't know.",
  check(pair, report) {
    for (const headers of headersOf(pair)) {
      const { response } = headers;
      for (const { name, object } of added(headers)) {
        const places = { before: at(response.before), after: at(object) };
        report(
          `the header ${quote(name)} of the ${statusText(response.status)} answer of ${describeOperation(pair.after)} is new`,
          places,
        );
      }
    }
  },
};

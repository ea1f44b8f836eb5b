import { alternativesOf, describeRequirement, isEnough } from "../../contract/security.js";
import { describeOperation, fieldSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** What clients must have to be let in. */
export const securityTightened: PairRule<OperationPair> = {
  id: "security-tightened",
  breaks: "client",
  why: "Clients that were let in with what they have are answered 401 or 403.",
  check(pair, report) {
    const { before, after } = alternativesOf(pair);
    for (const alternative of before) {
      if (after.some((other) => isEnough(alternative, other))) continue;
      const message = `${describeOperation(pair.after)} is no longer allowed with ${describeRequirement(alternative)}`;
      report(message, fieldSpots(pair, "security"));
    }
  },
};

import { describeOperation, fieldSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** An operation whose answer may hold secrets now. */
export const operationReveals: PairRule<OperationPair> = {
  id: "operation-reveals",
  breaks: "client",
  severity: "warning",
  why: "The answer may hold secrets now: clients must not log or cache it.",
  check(pair, report) {
    if (pair.before.model.reveals || !pair.after.model.reveals) return;
    const { extensionPrefix } = pair.after.version;
    report(`${describeOperation(pair.after)} may answer with secrets now`, fieldSpots(pair, `x-${extensionPrefix}-reveal`));
  },
};

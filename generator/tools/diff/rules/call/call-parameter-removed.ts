import type { OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";
import { parameterRemoved } from "../operation/parameter-removed.js";

/** A parameter that no longer comes with a webhook or callback. */
export const callParameterRemoved: PairRule<OperationPair> = {
  ...parameterRemoved,
  id: "call-parameter-removed",
  why: "Clients that read it find nothing.",
};

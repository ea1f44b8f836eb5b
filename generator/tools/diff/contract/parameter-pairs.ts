import type { OperationSide, ParameterSide } from "./operation-side.js";
import { added, kept, removed, type Maps, type OperationPair, type Pair } from "./pairs.js";

/** Parameters that both versions of an operation have. */
export function keptParameters(pair: OperationPair): Pair<ParameterSide>[] {
  return kept(byKey(pair));
}

/** Parameters that only the revision has. */
export function addedParameters(pair: OperationPair): ParameterSide[] {
  return added(byKey(pair));
}

/** Parameters that only the base has. */
export function removedParameters(pair: OperationPair): ParameterSide[] {
  return removed(byKey(pair));
}

function byKey({ before, after }: OperationPair): Maps<ParameterSide> {
  const map = ({ parameters }: OperationSide) => new Map(parameters.map((parameter) => [parameter.key, parameter]));
  return { before: map(before), after: map(after) };
}

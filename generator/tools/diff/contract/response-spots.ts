import { ownObject } from "../../../document/json-value.js";
import type { OperationSide } from "./operation-side.js";
import type { OperationPair } from "./pairs.js";
import { at, type ChangePlaces, type Spot } from "../rule.js";

/** Where an answer stands in both versions, or where it would. */
export function responseSpots({ before, after }: OperationPair, status: string): ChangePlaces {
  return { before: spotOf(before, status), after: spotOf(after, status) };
}

function spotOf({ object, spot }: OperationSide, status: string): Spot {
  const responses = ownObject(object, "responses");
  if (!responses) return spot;
  return Object.hasOwn(responses, status) ? at(responses, status) : at(object, "responses");
}

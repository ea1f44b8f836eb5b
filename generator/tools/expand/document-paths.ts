import { ownObject, type JsonObject } from "../../document/json-value.js";
import { sortKeys } from "../../model/names.js";
import { choosePaths } from "./choose-paths.js";
import type { LoweredAction, LoweredContract } from "./lowered-contract.js";
import { setWritten } from "./written-at.js";

/** The Paths Object of a document: some actions at their paths, beside every operation that doesn't invoke actions. */
export function documentPaths(lowered: LoweredContract, actions: readonly LoweredAction[]): JsonObject {
  const { base, places, ordinaryPaths } = lowered;
  const paths = { ...ordinaryPaths };
  for (const [{ endpoint, method, operation, written }, path] of choosePaths(actions, ordinaryPaths)) {
    const there = ownObject(ordinaryPaths, path);
    const item = { ...(there ?? endpointFields(ownObject(ownObject(base, "paths"), endpoint.path)!)), [method]: operation };
    if (there) places.copy(there, item);
    else setWritten(places, item, written);
    paths[path] = item;
  }
  const sorted = sortKeys(paths);
  places.copy(ordinaryPaths, sorted);
  return sorted;
}

/** What a path item says of all its methods; parameters stand in the operation, and texts are about the endpoint. */
function endpointFields(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([key]) => key === "servers" || key.startsWith("x-")));
}

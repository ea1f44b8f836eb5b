import { isObject, own, type JsonObject } from "../../document/json-value.js";
import type { LoweredAction } from "./lowered-contract.js";

/**
 * The path of each action in a document that has these ordinary paths. Where actions of several types, or an action and
 * an ordinary operation, would have the same path, the type stands behind it as a fragment:
 * `/actions/service_health#search`. No request has such a path; it is for reading.
 */
export function choosePaths(actions: readonly LoweredAction[], ordinary: JsonObject): ReadonlyMap<LoweredAction, string> {
  const ordinaryOf = new Map(Object.keys(ordinary).map((path) => [shapeOf(path), path]));
  const takers = new Map<string, number>();
  for (const { path } of actions) takers.set(shapeOf(path), (takers.get(shapeOf(path)) ?? 0) + 1);
  return new Map(
    actions.map((action) => {
      const { path, method, serviceType } = action;
      const there = ordinaryOf.get(shapeOf(path));
      const isTaken = there !== undefined && (there !== path || hasMethod(ordinary[there], method));
      return [action, isTaken || takers.get(shapeOf(path))! > 1 ? `${path}#${serviceType}` : path];
    }),
  );
}

/** Paths that differ only in the names of parameters answer the same requests. */
function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

function hasMethod(item: unknown, method: string): boolean {
  return isObject(item) && own(item, method) !== undefined;
}

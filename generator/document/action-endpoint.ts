import { isObject, own, ownObject, type JsonObject } from "./json-value.js";

/** The extension of an operation that defines the locations of the facts of its action calls. */
export const actionBindingKey = (prefix: string) => `x-${prefix}-action-binding`;

/** The properties that determine whether an operation invokes actions. */
interface Candidate {
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
}

/**
 * Returns whether an operation can invoke actions: a POST whose path has `{action}`, or one whose binding defines where
 * actions are named.
 */
export function isActionEndpoint({ method, path, operation }: Candidate, prefix: string): boolean {
  const binding = ownObject(operation, actionBindingKey(prefix));
  return isObject(own(binding, "action")) || (method === "post" && path.includes("{action}"));
}

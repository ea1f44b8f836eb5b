import { isObject, own, ownObject, type JsonObject } from "./json-value.js";

/** The extension of an operation that says where the facts of its action calls stand. */
export const actionBindingKey = (prefix: string) => `x-${prefix}-action-binding`;

/** What decides whether an operation invokes actions. */
interface Candidate {
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
}

/** Whether an operation can invoke actions: a POST whose path has `{action}`, or one whose binding says where actions are named. */
export function isActionEndpoint({ method, path, operation }: Candidate, prefix: string): boolean {
  const binding = ownObject(operation, actionBindingKey(prefix));
  return isObject(own(binding, "action")) || (method === "post" && path.includes("{action}"));
}

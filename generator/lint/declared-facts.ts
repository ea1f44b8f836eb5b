import { parsePointer } from "../../templates/runtime/json.js";
import { successSchema } from "../binding/binding.js";
import { ownObject, type JsonObject } from "../document/json-value.js";
import { memberAt, membersOf, textsOf } from "../json-schema/members.js";
import { boundEndpoints, type BoundEndpoint } from "./bindings.js";
import type { RuleContext } from "./rule.js";
import type { PathKey } from "./string-values.js";

/** `x-<prefix>-lifecycle` of a contract. */
export function lifecycleOf({ upgraded, extensionPrefix }: RuleContext): JsonObject | undefined {
  return ownObject(upgraded, `x-${extensionPrefix}-lifecycle`);
}

/** What represents the services of an endpoint. */
export function serviceSchema({ upgraded }: RuleContext, { binding, operations }: BoundEndpoint): JsonObject {
  const shown = binding.service.representation;
  const operation = operations.find(({ path, method }) => path === shown?.path && method === shown.method);
  return successSchema(operation, upgraded);
}

/** The values that the schema of a service lists for a fact; absent where it may have any. */
export function listedValues(
  context: RuleContext,
  endpoint: BoundEndpoint,
  fact: "status" | "plan",
): ReadonlySet<string> | undefined {
  const pointer = endpoint.binding.service[fact];
  const member = pointer === undefined ? undefined : memberAt(serviceSchema(context, endpoint), pointer, context.upgraded);
  const texts = member && textsOf(member, context.upgraded);
  return texts && new Set(texts);
}

/** Whether what represents the services of an endpoint is described and has no place for a fact. */
export function hasNoPlace(context: RuleContext, endpoint: BoundEndpoint, fact: "status" | "plan"): boolean {
  return endpoint.binding.service[fact] === undefined && membersOf(serviceSchema(context, endpoint), context.upgraded).size > 0;
}

/** The values that the services of all endpoints list for a fact; absent where those of one may have any. */
export function listedAnywhere(context: RuleContext, fact: "status" | "plan"): ReadonlySet<string> | undefined {
  const lists = boundEndpoints(context).map((endpoint) => listedValues(context, endpoint, fact));
  return lists.length === 0 || lists.includes(undefined) ? undefined : new Set(lists.flatMap((list) => [...(list ?? [])]));
}

/** The names that the lifecycle has under a key: `states`, or `plans` and a type. */
export function lifecycleNames(context: RuleContext, ...keys: readonly string[]): readonly string[] {
  let value: JsonObject | undefined = lifecycleOf(context);
  for (const key of keys) value = value && ownObject(value, key);
  return Object.keys(value ?? {});
}

/** The steps of schemas that a JSON pointer leads through. */
export function stepsOf(pointer: string): PathKey[] {
  return parsePointer(pointer).map((property) => ({ property }));
}

/** The first name of a JSON pointer. */
export function firstName(pointer: string): string | undefined {
  return parsePointer(pointer)[0];
}

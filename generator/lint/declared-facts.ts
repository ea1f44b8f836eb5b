import { parsePointer } from "../../templates/runtime/json.js";
import { successSchema } from "../binding/binding.js";
import { ownObject, type JsonObject } from "../document/json-value.js";
import { schemasIn } from "../json-schema/schema.js";
import { boundEndpoints, type BoundEndpoint } from "./bindings.js";
import type { RuleContext } from "./rule.js";
import type { PathKey } from "./string-values.js";

/** Returns `x-<prefix>-lifecycle` of a contract. */
export function lifecycleOf({ upgraded, extensionPrefix }: RuleContext): JsonObject | undefined {
  return ownObject(upgraded, `x-${extensionPrefix}-lifecycle`);
}

/** Returns the schema of an endpoint's services. */
export function serviceSchema({ upgraded }: RuleContext, { binding, operations }: BoundEndpoint): JsonObject {
  const shown = binding.service.representation;
  const operation = operations.find(({ path, method }) => path === shown?.path && method === shown.method);
  return successSchema(operation, upgraded);
}

/** Returns the values that the schema of a service lists for a fact; absent if any value is allowed. */
export function listedValues(
  context: RuleContext,
  endpoint: BoundEndpoint,
  fact: "status" | "plan",
): ReadonlySet<string> | undefined {
  const pointer = endpoint.binding.service[fact];
  const member = pointer === undefined ? undefined : schemasIn(context.upgraded).at(serviceSchema(context, endpoint), pointer);
  const texts = member?.schema.texts;
  return texts && new Set(texts);
}

/** Returns whether the services of an endpoint are described without a location for a fact. */
export function hasNoPlace(context: RuleContext, endpoint: BoundEndpoint, fact: "status" | "plan"): boolean {
  return (
    endpoint.binding.service[fact] === undefined &&
    schemasIn(context.upgraded).of(serviceSchema(context, endpoint)).members.size > 0
  );
}

/** Returns the values that the services of all endpoints list for a fact; absent if one endpoint allows any value. */
export function listedAnywhere(context: RuleContext, fact: "status" | "plan"): ReadonlySet<string> | undefined {
  const lists = boundEndpoints(context).map((endpoint) => listedValues(context, endpoint, fact));
  return lists.length === 0 || lists.includes(undefined) ? undefined : new Set(lists.flatMap((list) => [...(list ?? [])]));
}

/** Returns the names below a key of the lifecycle: `states`, or `plans` and a type. */
export function lifecycleNames(context: RuleContext, ...keys: readonly string[]): readonly string[] {
  let value: JsonObject | undefined = lifecycleOf(context);
  for (const key of keys) value = value && ownObject(value, key);
  return Object.keys(value ?? {});
}

/** Returns the path through schemas that a JSON pointer describes. */
export function stepsOf(pointer: string): PathKey[] {
  return parsePointer(pointer).map((property) => ({ property }));
}

/** Returns the first name of a JSON pointer. */
export function firstName(pointer: string): string | undefined {
  return parsePointer(pointer)[0];
}

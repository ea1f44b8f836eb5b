import { isObject, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { LoweredContract } from "./lowered-contract.js";
import { methodsOf } from "./ordinary-paths.js";

/**
 * The tags of a document: the contract's, without those that only lowered endpoints had, and one for each service
 * type whose actions it holds.
 */
export function documentTags({ base, places }: LoweredContract, paths: JsonObject, serviceTypes: readonly string[]): JsonValue[] {
  const declared = Array.isArray(base["tags"]) ? base["tags"] : [];
  const before = tagsOf(ownObject(base, "paths") ?? {});
  const after = tagsOf(paths);
  const kept = declared.filter((tag) => {
    const name = ownString(tag, "name");
    return name === undefined || !before.has(name) || after.has(name);
  });
  const names = new Set(kept.map((tag) => ownString(tag, "name")));
  const added = serviceTypes.filter((type) => !names.has(type));
  const tags = [...kept, ...added.map((name) => ({ name, description: `The actions of services of type ${name}.` }))];
  places.borrow(declared, tags);
  return tags;
}

/** The tags that operations have. */
function tagsOf(paths: JsonObject): Set<string> {
  const items = Object.values(paths).filter(isObject);
  return new Set(items.flatMap((item) => methodsOf(item).flatMap((method) => ownStrings(item[method], "tags"))));
}

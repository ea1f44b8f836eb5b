import { actionsType } from "../../document/extension.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString, ownStrings } from "../../document/json-value.js";
import { operationAt, operationFields, operationsOf } from "../../document/path-operations.js";
import { withoutSegments } from "../../document/path-template.js";
import { componentName, componentPointer } from "../../document/reference.js";
import type { Locations } from "../../document/locations.js";
import { sortKeys } from "../../model/names.js";
import type { LoweredAction, LoweredContract } from "./lowered-contract.js";
import { setSourceOffset } from "./source-map.js";

/**
 * Returns plain OpenAPI 3.1 with the actions of some service types as operations and every other operation of the contract:
 * self-contained, without parts that only other types need. Shares its values with the original.
 */
export function buildDocument(lowered: LoweredContract, serviceTypes: readonly string[], title: string): JsonObject {
  const { base, components, locations, extensionPrefix } = lowered;
  const actions = lowered.actions.filter(({ serviceType }) => serviceTypes.includes(serviceType));
  const paths = documentPaths(lowered, actions);
  const tags = documentTags(lowered, paths, serviceTypes);
  const info = { ...ownObject(base, "info"), title };
  locations.copy(ownObject(base, "info") ?? {}, info);

  const document: JsonObject = { openapi: base["openapi"]!, info };
  for (const [key, value] of Object.entries(base)) {
    const isReplaced = ["components", "paths", "tags"].includes(key) || actionsType(key, extensionPrefix) !== undefined;
    if (!isReplaced && !Object.hasOwn(document, key)) document[key] = value;
  }
  if (tags.length > 0) document["tags"] = tags;
  document["paths"] = paths;
  locations.copy(base, document);
  return withComponents(document, components, locations);
}

/** Returns a document with those of some components that it needs. */
export function withComponents(document: JsonObject, components: JsonObject, locations: Locations): JsonObject {
  const { components: _, ...whole } = document;
  const used = usedComponents(whole, components, locations);
  const result = { ...whole, ...(Object.keys(used).length > 0 && { components: used }) };
  locations.copy(document, result);
  return result;
}

/** Returns the Paths Object of a document: some actions at their paths, and every operation that doesn't invoke actions. */
function documentPaths(lowered: LoweredContract, actions: readonly LoweredAction[]): JsonObject {
  const { base, locations, ordinaryPaths } = lowered;
  const paths = { ...ordinaryPaths };
  for (const [{ endpoint, method, operation, declaredAt }, path] of choosePaths(actions, ordinaryPaths)) {
    const there = ownObject(ordinaryPaths, path);
    const fields = there ?? endpointFields(ownObject(ownObject(base, "paths"), endpoint.path)!);
    const item = { ...fields, ...operationFields(fields, method, operation) };
    if (there) locations.copy(there, item);
    else setSourceOffset(locations, item, declaredAt);
    paths[path] = item;
  }
  const sorted = sortKeys(plainPaths(paths));
  locations.copy(ordinaryPaths, sorted);
  return sorted;
}

/** Returns paths without the segments of parameters that contain slashes, unless several would then be the same. */
function plainPaths(paths: JsonObject): JsonObject {
  const plain = Object.keys(paths).map(withoutSegments);
  const isUnique = (path: string) => plain.filter((one) => one === path).length === 1;
  return Object.fromEntries(
    Object.entries(paths).map(([path, item], index) => [isUnique(plain[index]!) ? plain[index]! : path, item]),
  );
}

/** Returns the fields of a path item that apply to all its methods, except parameters, which are in the operation, and texts. */
function endpointFields(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([key]) => key === "servers" || key.startsWith("x-")));
}

/**
 * Chooses the path of each action in a document with these ordinary paths. If actions of several types, or an action and
 * an ordinary operation, have the same path, the type is appended as a fragment:
 * `/actions/service_health#search`. Such a path is for readers only; it can't be requested.
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
      return [
        action,
        isTaken || takers.get(shapeOf(path))! > 1 ? `${path}${path.includes("#") ? "&" : "#"}${serviceType}` : path,
      ];
    }),
  );
}

/** Returns a key that is equal for paths which match the same requests, as they differ only in the names of parameters. */
function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

function hasMethod(item: unknown, method: string): boolean {
  return isObject(item) && operationAt(item, method) !== undefined;
}

/**
 * Returns the tags of a document: the contract's, except those that only lowered endpoints had, and one for each service
 * type with actions in it.
 */
function documentTags({ base, locations }: LoweredContract, paths: JsonObject, serviceTypes: readonly string[]): JsonValue[] {
  const declared = Array.isArray(base["tags"]) ? base["tags"] : [];
  const before = tagsOf(ownObject(base, "paths") ?? {});
  const after = tagsOf(paths);
  const kept = declared.filter((tag) => {
    const name = ownString(tag, "name");
    return name === undefined || !before.has(name) || after.has(name);
  });
  const names = new Set(kept.map((tag) => ownString(tag, "name")));
  const added = serviceTypes.filter((type) => !names.has(type));
  const tags = [...kept, ...added.map((name) => ({ name, description: `The actions of the type ${name}.` }))];
  locations.borrow(declared, tags);
  return tags;
}

/** Returns the tags of operations. */
function tagsOf(paths: JsonObject): Set<string> {
  const items = Object.values(paths).filter(isObject);
  return new Set(items.flatMap((item) => operationsOf(item).flatMap(({ operation }) => ownStrings(operation, "tags"))));
}

/** Components that are found by name, not by reference. */
const named = "securitySchemes";

/**
 * Returns the components that the rest of a document refers to, in order. Any text in the form of a pointer to a
 * component counts, so that discriminators and extensions keep their targets.
 */
function usedComponents(document: JsonObject, components: JsonObject, locations: Locations): JsonObject {
  const reached = new Set<string>();
  const queue: JsonValue[] = [document];
  const visit = (value: JsonValue): void => {
    if (typeof value === "string") {
      if (!value.startsWith("#/components/") || reached.has(value)) return;
      reached.add(value);
      const section = value.split("/")[2]!;
      const target = own(ownObject(components, section), componentName(value, section) ?? "");
      if (target !== undefined) queue.push(target);
    } else if (typeof value === "object" && value !== null) for (const item of Object.values(value)) visit(item);
  };
  for (const value of queue) visit(value);

  const used: JsonObject = {};
  locations.copy(components, used);
  for (const [section, entries] of Object.entries(components)) {
    if (section === named || section.startsWith("x-") || !isObject(entries)) used[section] = entries;
    else {
      const kept: JsonObject = {};
      locations.copy(entries, kept);
      for (const [name, value] of Object.entries(entries)) if (reached.has(componentPointer(section, name))) kept[name] = value;
      if (Object.keys(kept).length > 0) used[section] = kept;
    }
  }
  return used;
}

import { actionsType } from "../../document/extension.js";
import { ownObject, type JsonObject } from "../../document/json-value.js";
import { documentPaths } from "./document-paths.js";
import { documentTags } from "./document-tags.js";
import type { LoweredContract } from "./lowered-contract.js";
import { usedComponents } from "./used-components.js";

/**
 * Plain OpenAPI 3.1 with the actions of some service types as operations and every other operation of the contract:
 * complete on its own, without what only other types need. Only its own keys are new: what it holds is shared.
 */
export function buildDocument(lowered: LoweredContract, serviceTypes: readonly string[], title: string): JsonObject {
  const { base, components, places, extensionPrefix } = lowered;
  const actions = lowered.actions.filter(({ serviceType }) => serviceTypes.includes(serviceType));
  const paths = documentPaths(lowered, actions);
  const tags = documentTags(lowered, paths, serviceTypes);
  const info = { ...ownObject(base, "info"), title };
  places.copy(ownObject(base, "info") ?? {}, info);

  const document: JsonObject = { openapi: base["openapi"]!, info };
  for (const [key, value] of Object.entries(base)) {
    const isReplaced = ["components", "paths", "tags"].includes(key) || actionsType(key, extensionPrefix) !== undefined;
    if (!isReplaced && !Object.hasOwn(document, key)) document[key] = value;
  }
  if (tags.length > 0) document["tags"] = tags;
  document["paths"] = paths;
  const used = usedComponents(document, components, places);
  if (Object.keys(used).length > 0) document["components"] = used;
  places.copy(base, document);
  return document;
}

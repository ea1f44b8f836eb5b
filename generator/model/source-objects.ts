import type { Location } from "../diagnostics/diagnostic.js";
import { actionsType } from "../document/extension.js";
import { ownObject, type JsonObject } from "../document/json-value.js";
import type { LoadedContract } from "../document/load-contract.js";
import { methodKey, operationAt, operationHolder } from "../document/path-operations.js";
import { withBraces } from "../document/path-template.js";
import type { Action, ContractLocations, Operation, ServiceType } from "./contract.js";

/** Returns the Operation Object of an operation in a document. */
export function operationObject(
  document: JsonObject,
  { path, method }: Pick<Operation, "path" | "method">,
): JsonObject | undefined {
  return operationAt(ownObject(ownObject(document, "paths"), path), methodKey(method));
}

/** Finds the parts of a contract in its source on demand. */
export function createLocations(loaded: LoadedContract, operations: readonly Operation[]): ContractLocations {
  const { document, locations, extensionPrefix } = loaded;
  return {
    operation({ path, method }): Location | undefined {
      const paths = ownObject(document, "paths") ?? {};
      const written = Object.hasOwn(paths, path) ? path : Object.keys(paths).find((key) => withBraces(key) === path);
      const item = written === undefined ? undefined : ownObject(paths, written);
      const key = methodKey(method);
      return item && locations.key(operationHolder(item, key), key);
    },
    action({ name, operationId }: ServiceType, action: Action): Location | undefined {
      const endpoint = operations.find(({ id }) => id === operationId);
      for (const holder of [endpoint && operationObject(document, endpoint), document]) {
        const map = actionMap(holder, name, extensionPrefix);
        if (map && Object.hasOwn(map, action.name)) return locations.key(map, action.name);
      }
      return undefined;
    },
  };
}

/** Returns the actions of a service type, on an operation or at the root. */
function actionMap(holder: JsonObject | undefined, type: string, extensionPrefix: string): JsonObject | undefined {
  const key = Object.keys(holder ?? {}).find((name) => actionsType(name, extensionPrefix) === type);
  return key === undefined ? undefined : ownObject(holder, key);
}

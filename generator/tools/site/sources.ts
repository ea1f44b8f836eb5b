import path from "node:path";
import type { Location } from "../../diagnostics/diagnostic.js";
import { actionsType } from "../../document/extension.js";
import { ownObject, type JsonObject } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import type { Action, Operation, ServiceType } from "../../model/contract.js";
import { safeAddress } from "./content/address.js";
import type { Inline } from "./content/inline.js";

/** Where the parts of a contract are written. */
export interface Sources {
  /** File and line, linked where it is known where files can be read. */
  action(action: Action, type: ServiceType, endpoint: Operation): Inline | undefined;
  operation(operation: Operation): Inline | undefined;
}

/** Finds the line of each operation and action. Files are named relative to the main document, wherever that is. */
export function findSources(loaded: LoadedContract, sourceUrl: string | undefined): Sources {
  const { document, places, entry, files, extensionPrefix } = loaded;
  const root = path.dirname(entry.absolutePath);
  const relativePaths = new Map(files.map((file) => [file.path, slashed(path.relative(root, file.absolutePath))]));
  const operationOf = ({ path: route, method }: Operation) => {
    return ownObject(ownObject(ownObject(document, "paths"), route), method.toLowerCase());
  };

  return {
    action(action, type, endpoint) {
      for (const holder of [operationOf(endpoint), document]) {
        const map = actionMap(holder, type.name);
        if (map && Object.hasOwn(map, action.name)) return show(places.key(map, action.name));
      }
      return undefined;
    },
    operation(operation) {
      const item = ownObject(ownObject(document, "paths"), operation.path);
      return item && show(places.key(item, operation.method.toLowerCase()));
    },
  };

  function actionMap(holder: JsonObject | undefined, type: string): JsonObject | undefined {
    const key = Object.keys(holder ?? {}).find((name) => actionsType(name, extensionPrefix) === type);
    return key === undefined ? undefined : ownObject(holder, key);
  }

  function show(location: Location | undefined): Inline | undefined {
    const file = location && relativePaths.get(location.path);
    if (!location || file === undefined) return undefined;
    const text = `${file}:${location.line}`;
    const address = sourceUrl
      ?.replaceAll("{path}", file.split("/").map(encodeURIComponent).join("/"))
      .replaceAll("{line}", String(location.line));
    const safe = address === undefined ? undefined : safeAddress(address);
    return safe === undefined ? { kind: "code", text } : { kind: "link", to: { address: safe }, content: [text] };
  }
}

function slashed(file: string): string {
  return file.split(path.sep).join("/");
}

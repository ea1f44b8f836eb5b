import { escapeSegment } from "../../../../templates/runtime/json-pointer.js";
import type { Location } from "../../../diagnostics/diagnostic.js";
import { createRuleContext } from "../../../lint/rule-context.js";
import type { ActionMapNode, OperationNode } from "../../../lint/rule.js";
import { ownObject, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { Integers, LoadedContract } from "../../../document/load-contract.js";
import type { Places } from "../../../document/source.js";
import type { Place } from "../change.js";
import type { Spot } from "../rule.js";

/** One of the two contracts that are compared, its schemas in JSON Schema 2020-12. */
export interface ContractVersion {
  /** As the user named it: `git:main`, `spec/openapi.yaml`. */
  readonly name: string;
  /** `info.version`. */
  readonly version: string;
  readonly document: JsonObject;
  readonly schemas: JsonObject;
  readonly operations: readonly OperationNode[];
  readonly actionMaps: readonly ActionMapNode[];
  readonly extensionPrefix: string;
  readonly integers: Integers;
  /** Follows a `$ref` that may stand in place of a value. */
  resolve(value: JsonValue | undefined): JsonValue | undefined;
  /** Where something stands, in words for people and as a pointer. */
  place(spot: Spot): Place;
}

/** Prepares a loaded contract; `shown` gives a file's path as people know it. */
export function createVersion(
  name: string,
  loaded: LoadedContract,
  shown: (path: string) => string = (path) => path,
): ContractVersion {
  const context = createRuleContext(loaded);
  const { places, upgraded } = context;
  let sites: ReadonlyMap<object, Site> | undefined;
  const locate = (found: Location | undefined): Location | undefined => found && { ...found, path: shown(found.path) };
  return {
    name,
    version: ownString(ownObject(upgraded, "info"), "version") ?? "",
    document: upgraded,
    schemas: ownObject(ownObject(upgraded, "components"), "schemas") ?? {},
    operations: context.operations,
    actionMaps: context.actionMaps,
    extensionPrefix: context.extensionPrefix,
    integers: loaded.integers,
    resolve: context.resolve,
    place({ object, key }) {
      sites ??= findSites(upgraded);
      const site = sites.get(object) ?? { pointer: "" };
      if (key !== undefined)
        return { pointer: `${site.pointer}/${escapeSegment(key)}`, location: locate(places.key(object, key)) };
      return { pointer: site.pointer, location: locate(keyPlace(site, places) ?? places.value(object)) };
    },
  };
}

/** Where an object stands in a document, and what holds it under which key. */
interface Site {
  readonly pointer: string;
  readonly holder?: object;
  readonly key?: string;
}

function findSites(document: JsonObject): ReadonlyMap<object, Site> {
  const sites = new Map<object, Site>([[document, { pointer: "" }]]);
  // The map grows while it is gone through.
  for (const [holder, { pointer }] of sites) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== "object" || value === null || sites.has(value as object)) continue;
      sites.set(value as object, { pointer: `${pointer}/${escapeSegment(key)}`, holder, key });
    }
  }
  return sites;
}

/** A thing is found best by its name, which stands in what holds it, unless it came there from another file. */
function keyPlace({ holder, key }: Site, places: Places): Location | undefined {
  if (!holder || key === undefined || !places.origin(holder)?.entries.has(key)) return undefined;
  return places.key(holder, key);
}

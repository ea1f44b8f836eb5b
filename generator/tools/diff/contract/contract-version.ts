import { escapeSegment } from "../../../../templates/runtime/json.js";
import type { Location } from "../../../diagnostics/diagnostic.js";
import { boundEndpoints, type BoundEndpoint } from "../../../lint/bindings.js";
import { mapsByEndpoint } from "../../../lint/operations.js";
import { createRuleContext } from "../../../lint/rule-context.js";
import type { ActionMapNode, OperationNode } from "../../../lint/rule.js";
import { ownObject, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { Integers, LoadedContract } from "../../../document/load-contract.js";
import type { Locations } from "../../../document/locations.js";
import type { LocatedPointer } from "../change.js";
import type { Anchor } from "../rule.js";

/** One of the two contracts, with its schemas in JSON Schema 2020-12. */
export interface ContractVersion {
  /** As the user specified it: `git:main`, `spec/openapi.yaml`. */
  readonly name: string;
  /** `info.version`. */
  readonly version: string;
  /** For use within this folder: rules receive the versions of operations, actions and so on. */
  readonly document: JsonObject;
  /** The whole document, as an anchor. */
  readonly root: object;
  readonly schemas: JsonObject;
  readonly operations: readonly OperationNode[];
  readonly actionMaps: readonly ActionMapNode[];
  /** The endpoints of actions with their effective bindings: written ones, otherwise inferred ones. */
  readonly endpoints: readonly ActionEndpoint[];
  readonly extensionPrefix: string;
  readonly integers: Integers;
  /** Returns the whole contract except for its version as one text. */
  text(): string;
  /** Follows a `$ref` in place of a value. */
  resolve(value: JsonValue | undefined): JsonValue | undefined;
  /** Returns the JSON pointer of an anchor and its location in the source. */
  locate(anchor: Anchor): LocatedPointer;
}

/** An endpoint of actions with its effective binding and its actions. */
export interface ActionEndpoint extends BoundEndpoint {
  readonly maps: readonly ActionMapNode[];
}

/** Prepares a loaded contract. `displayPath` converts a file's path to the one that users see. */
export function createVersion(
  name: string,
  loaded: LoadedContract,
  displayPath: (path: string) => string = (path) => path,
): ContractVersion {
  const context = createRuleContext(loaded);
  const { locations, upgraded } = context;
  const maps = mapsByEndpoint(context);
  let entries: ReadonlyMap<object, PointerEntry> | undefined;
  const withDisplayPath = (found: Location | undefined): Location | undefined =>
    found && { ...found, path: displayPath(found.path) };
  return {
    name,
    version: ownString(ownObject(upgraded, "info"), "version") ?? "",
    document: upgraded,
    root: upgraded,
    schemas: ownObject(ownObject(upgraded, "components"), "schemas") ?? {},
    operations: context.operations,
    actionMaps: context.actionMaps,
    endpoints: boundEndpoints(context).map((bound) => ({ ...bound, maps: maps.get(bound.endpoint.operation) ?? [] })),
    extensionPrefix: context.extensionPrefix,
    integers: loaded.integers,
    text: () => textOf(upgraded),
    resolve: context.resolve,
    locate({ object, key }) {
      entries ??= findPointers(upgraded);
      const entry = entries.get(object) ?? { pointer: "" };
      if (key !== undefined)
        return { pointer: `${entry.pointer}/${escapeSegment(key)}`, location: withDisplayPath(locations.key(object, key)) };
      return { pointer: entry.pointer, location: withDisplayPath(keyLocation(entry, locations) ?? locations.value(object)) };
    },
  };
}

function textOf({ info, ...rest }: JsonObject): string {
  return JSON.stringify([typeof info === "object" ? { ...info, version: "" } : info, rest]);
}

/** The JSON pointer of an object in a document, with its holder and key. */
interface PointerEntry {
  readonly pointer: string;
  readonly holder?: object;
  readonly key?: string;
}

function findPointers(document: JsonObject): ReadonlyMap<object, PointerEntry> {
  const entries = new Map<object, PointerEntry>([[document, { pointer: "" }]]);
  // The map grows during the iteration.
  for (const [holder, { pointer }] of entries) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== "object" || value === null || entries.has(value as object)) continue;
      entries.set(value as object, { pointer: `${pointer}/${escapeSegment(key)}`, holder, key });
    }
  }
  return entries;
}

/** The key is the best location of an object, unless the object is from another file. */
function keyLocation({ holder, key }: PointerEntry, locations: Locations): Location | undefined {
  if (!holder || key === undefined || !locations.span(holder)?.entry(key)) return undefined;
  return locations.key(holder, key);
}

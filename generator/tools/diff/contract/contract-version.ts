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

/** One of the two contracts that are compared, its schemas in JSON Schema 2020-12. */
export interface ContractVersion {
  /** As the user named it: `git:main`, `spec/openapi.yaml`. */
  readonly name: string;
  /** `info.version`. */
  readonly version: string;
  /** Read in this folder only: rules get the versions of operations, actions and the like. */
  readonly document: JsonObject;
  /** The whole document, to point at. */
  readonly root: object;
  readonly schemas: JsonObject;
  readonly operations: readonly OperationNode[];
  readonly actionMaps: readonly ActionMapNode[];
  /** The endpoints of actions with their effective bindings: what is written, the rest inferred. */
  readonly endpoints: readonly ActionEndpoint[];
  readonly extensionPrefix: string;
  readonly integers: Integers;
  /** All that the contract says but its version, as one text. */
  text(): string;
  /** Follows a `$ref` that may stand instead of a value. */
  resolve(value: JsonValue | undefined): JsonValue | undefined;
  /** Returns the JSON pointer of an anchor and its location in the source. */
  locate(anchor: Anchor): LocatedPointer;
}

/** An endpoint of actions with its effective binding and its actions. */
export interface ActionEndpoint extends BoundEndpoint {
  readonly maps: readonly ActionMapNode[];
}

/** Prepares a loaded contract; `shown` gives a file's path as people know it. */
export function createVersion(
  name: string,
  loaded: LoadedContract,
  shown: (path: string) => string = (path) => path,
): ContractVersion {
  const context = createRuleContext(loaded);
  const { locations, upgraded } = context;
  const maps = mapsByEndpoint(context);
  let entries: ReadonlyMap<object, PointerEntry> | undefined;
  const withShownPath = (found: Location | undefined): Location | undefined => found && { ...found, path: shown(found.path) };
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
        return { pointer: `${entry.pointer}/${escapeSegment(key)}`, location: withShownPath(locations.key(object, key)) };
      return { pointer: entry.pointer, location: withShownPath(keyLocation(entry, locations) ?? locations.value(object)) };
    },
  };
}

function textOf({ info, ...rest }: JsonObject): string {
  return JSON.stringify([typeof info === "object" ? { ...info, version: "" } : info, rest]);
}

/** The JSON pointer of an object in a document, with the object that has it and under which key. */
interface PointerEntry {
  readonly pointer: string;
  readonly holder?: object;
  readonly key?: string;
}

function findPointers(document: JsonObject): ReadonlyMap<object, PointerEntry> {
  const entries = new Map<object, PointerEntry>([[document, { pointer: "" }]]);
  // The map grows while it is gone through.
  for (const [holder, { pointer }] of entries) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== "object" || value === null || entries.has(value as object)) continue;
      entries.set(value as object, { pointer: `${pointer}/${escapeSegment(key)}`, holder, key });
    }
  }
  return entries;
}

/** An object is found best by its key, unless it came there from another file. */
function keyLocation({ holder, key }: PointerEntry, locations: Locations): Location | undefined {
  if (!holder || key === undefined || !locations.span(holder)?.entries.has(key)) return undefined;
  return locations.key(holder, key);
}

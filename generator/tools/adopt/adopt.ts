import { actionsType } from "../../document/extension.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { operationAt, operationsOf, requestMethod } from "../../document/path-operations.js";
import type { FoundEndpoint } from "./endpoint.js";
import { findEndpoints } from "./find-endpoints.js";
import type { EntryContext } from "./entry.js";
import { addedEntries, findChangedEndpoints } from "./known-endpoints.js";
import { joinedEntries } from "./joined-entries.js";
import { sharedEntries } from "./shared-entries.js";
import { findSlowPatterns, patternEntry, type SlowPattern } from "./slow-patterns.js";
import { typeOfPath } from "./words.js";

/** The endpoints that were found in a document, and the entries of the overlay for them. */
export interface Adoption {
  readonly endpoints: readonly AdoptedEndpoint[];
  /** Patterns to match without backtracking. */
  readonly patterns: readonly SlowPattern[];
  /** `actions` of the overlay, for certain and likely endpoints. */
  readonly entries: readonly JsonObject[];
}

export interface AdoptedEndpoint extends FoundEndpoint {
  /** The number of its actions in the overlay. */
  readonly adopted: number;
  /** Remarks for the user. */
  readonly notes?: readonly string[];
}

/**
 * Finds the endpoints of a document that invoke actions, and creates the overlay's entries for them, except for those
 * in `ignored`.
 */
export function adopt(
  { document, entry, files, locations, extensionPrefix }: LoadedContract,
  { overlays, ignored }: { readonly overlays: number; readonly ignored: readonly string[] },
): Adoption {
  const context: EntryContext = { document, extensionPrefix, isWhole: files.length === 1 + overlays };
  const entries: JsonObject[] = [];
  const isInMainDocument = (object: JsonObject) => locations.span(object)?.file === entry;
  const taken = new Set(Object.values(ownObject(document, "paths") ?? {}).flatMap((item) => typesBelow(item, extensionPrefix)));
  const endpoints = findEndpoints(document, extensionPrefix, isInMainDocument)
    .filter((endpoint) => !ignored.includes(nameOf(endpoint)))
    .map((found): AdoptedEndpoint => {
      if (found.certainty === "unsure" || found.actions.length === 0) return { ...found, adopted: 0 };
      const endpoint = { ...found, type: freeType(found, context, taken) };
      const isJoined = endpoint.actions.some(({ path }) => path !== undefined);
      const made = isJoined ? joinedEntries(endpoint, context) : sharedEntries(endpoint, context);
      entries.push(...made.entries);
      return { ...endpoint, open: [...endpoint.open, ...made.open], adopted: made.adopted, notes: made.notes ?? [] };
    });
  for (const changed of findChangedEndpoints(context)) {
    if (ignored.includes(nameOf(changed))) continue;
    const made = addedEntries(changed, context);
    entries.push(...made.entries);
    endpoints.push({ ...changed, adopted: made.adopted });
  }
  const isUsed = entries.length > 0 || overlays > 0;
  const patterns = isUsed ? findSlowPatterns(document, extensionPrefix, isInMainDocument) : [];
  // First, so that the copies of schemas have it too.
  return { endpoints, patterns, entries: [...patterns.map((one) => patternEntry(one, extensionPrefix)), ...entries] };
}

/**
 * Returns an unused type for an endpoint: the second endpoint of a collection is named after the collection, as in
 * `disk` and `disks`.
 */
function freeType(
  { path, method, type }: FoundEndpoint,
  { document, extensionPrefix }: EntryContext,
  taken: Set<string>,
): string {
  const item = own(ownObject(document, "paths"), path);
  const [known] = typesOf(isObject(item) ? operationAt(item, method) : undefined, extensionPrefix);
  if (known !== undefined) return known;
  const names = [type, typeOfPath(path, true)];
  for (let number = 2; taken.has(names[0]!); number++) {
    names.shift();
    names.push(`${type}${number}`);
  }
  taken.add(names[0]!);
  return names[0]!;
}

function typesBelow(item: JsonValue, extensionPrefix: string): string[] {
  return isObject(item) ? operationsOf(item).flatMap(({ operation }) => typesOf(operation, extensionPrefix)) : [];
}

/** Returns the service types whose actions an operation has. */
function typesOf(operation: JsonValue | undefined, extensionPrefix: string): string[] {
  return isObject(operation) ? Object.keys(operation).flatMap((key) => actionsType(key, extensionPrefix) ?? []) : [];
}

/** Returns the name of an endpoint for people, which an overlay also uses to ignore it. */
export function nameOf({ method, path }: Pick<FoundEndpoint, "method" | "path">): string {
  return `${requestMethod(method)} ${path}`;
}

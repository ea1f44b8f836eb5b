import { collectOperations } from "../../binding/binding.js";
import { actionsType } from "../../document/extension.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { operationAt, operationsOf } from "../../document/path-operations.js";
import { resolveComponent } from "../../document/reference.js";
import { schemasIn } from "../../json-schema/schema.js";
import { createSecretSearch } from "../../json-schema/secrets.js";
import { requestsOf, withBraces } from "../../document/path-template.js";
import { nameOf, readChoices, type Choices, type WrittenChoices } from "./choices.js";
import type { FoundEndpoint, FoundOperation } from "./endpoint.js";
import { findEndpoints, listOperations } from "./find-endpoints.js";
import type { EntryContext } from "./entry.js";
import { addedEntries, findChangedEndpoints, findGoneEndpoints, type GoneEndpoint } from "./known-endpoints.js";
import { joinedEntries } from "./joined-entries.js";
import { sharedEntries } from "./shared-entries.js";
import { findSlowPatterns, patternEntry, type SlowPattern } from "./slow-patterns.js";
import { typeOfPath } from "./words.js";

/** The endpoints that were found in a document, and the entries of the overlay for them. */
export interface Adoption {
  readonly endpoints: readonly AdoptedEndpoint[];
  /** Endpoints of the overlay that have no action any more. */
  readonly gone: readonly GoneEndpoint[];
  /** Patterns to match without backtracking. */
  readonly patterns: readonly SlowPattern[];
  /** The number of POST operations that are neither written nor listed. */
  readonly others: number;
}

export interface AdoptedEndpoint extends FoundEndpoint {
  /** The number of its actions in the overlay. */
  readonly adopted: number;
  /** Its `actions` of the overlay. */
  readonly entries: readonly JsonObject[];
  /** Remarks for the user. */
  readonly notes?: readonly string[];
}

/**
 * Finds the endpoints of a document that invoke actions, and creates the overlay's entries for them, with and except for those that
 * the user chose.
 */
export function adopt(
  { document, entry, files, locations, extensionPrefix }: LoadedContract,
  { overlays, choices: written }: { readonly overlays: number; readonly choices: WrittenChoices },
): Adoption {
  // As lint reads them: `{name=operations/*}` is the parameter `name`.
  const operations = collectOperations(document).map((one) => ({ ...one, path: withBraces(one.path) }));
  const operationIds = new Set(operations.map(({ operation }) => ownString(operation, "operationId")));
  const others = new Set(files.slice(0, files.length - overlays));
  const context: EntryContext = {
    document,
    operations,
    operationIds,
    secrets: createSecretSearch({
      resolve: (schema) => resolveComponent(schema, document),
      isOmitted: (schema) => schemasIn(document, "response").isForeign(schema),
    }),
    extensionPrefix,
    isWhole: files.length === 1 + overlays,
    isElsewhere: (value) => {
      const file = isObject(value) ? locations.span(value)?.file : undefined;
      return file !== undefined && file !== entry && others.has(file);
    },
  };
  const isInMainDocument = (object: JsonObject) => locations.span(object)?.file === entry;
  const choices = readChoices(written);
  const all = findEndpoints(document, extensionPrefix, isInMainDocument, choices);
  const found = all.filter((endpoint) => !choices.isExcluded(endpoint)).map((endpoint) => withoutExcluded(endpoint, choices));
  const isFound = (one: GoneEndpoint) => all.some((endpoint) => nameOf(endpoint) === nameOf(one));
  const gone = overlays > 0 ? findGoneEndpoints(context).filter((one) => !isFound(one)) : [];
  const requests = new Requests(listOperations(document));
  const types = new Types(context, gone);
  const made = new Map<FoundEndpoint, AdoptedEndpoint>();
  // The endpoint with the most actions has its path and its type before others that also want them.
  for (const endpoint of [...found].sort((a, b) => b.actions.length - a.actions.length)) {
    made.set(endpoint, adoptEndpoint(endpoint, context, requests, types));
  }
  const known = findChangedEndpoints(context)
    .filter((changed) => !choices.isExcluded(changed))
    .map((changed): AdoptedEndpoint => {
      const { entries, adopted } = addedEntries(changed, context);
      return { ...changed, entries, adopted };
    });
  const endpoints = [...found.map((endpoint) => made.get(endpoint)!), ...known];
  const isUsed = overlays > 0 || endpoints.some(({ entries }) => entries.length > 0);
  const patterns = isUsed ? findSlowPatterns(document, extensionPrefix, isInMainDocument) : [];
  return { endpoints, gone, patterns, others: countOthers([...all, ...known], context) };
}

/** Removes the actions whose own path the user excluded. */
function withoutExcluded(endpoint: FoundEndpoint, { isExcluded }: Choices): FoundEndpoint {
  const { method, actions } = endpoint;
  return { ...endpoint, actions: actions.filter(({ path }) => path === undefined || !isExcluded({ method, path })) };
}

function adoptEndpoint(found: FoundEndpoint, context: EntryContext, requests: Requests, types: Types): AdoptedEndpoint {
  const nothing = { ...found, adopted: 0, entries: [] };
  if (found.certainty === "unsure" || found.actions.length === 0) return nothing;
  const clash = requests.clashOf(found);
  if (clash !== undefined) return { ...nothing, open: [...found.open, `requests for it are also requests for ${clash}`] };
  const endpoint = { ...found, type: types.free(found) };
  const isJoined = endpoint.actions.some(({ path }) => path !== undefined);
  const { entries, open, adopted, notes = [] } = isJoined ? joinedEntries(endpoint, context) : sharedEntries(endpoint, context);
  if (adopted > 0) {
    requests.add(endpoint);
    types.take(endpoint.type);
  }
  return { ...endpoint, open: [...endpoint.open, ...open], adopted, entries, notes };
}

/** Returns the `actions` of the overlay. */
export function overlayEntries(
  { endpoints, gone, patterns }: Pick<Adoption, "endpoints" | "gone" | "patterns">,
  extensionPrefix: string,
): JsonObject[] {
  return [
    ...gone.map(({ entry }) => entry),
    // Patterns first, so that the copies of schemas have it too.
    ...patterns.map((one) => patternEntry(one, extensionPrefix)),
    ...endpoints.flatMap(({ entries }) => entries),
  ];
}

/** Counts the POST operations that are not those of an endpoint, nor of its actions. */
function countOthers(endpoints: readonly FoundEndpoint[], { document, extensionPrefix }: EntryContext): number {
  const listed = new Set(endpoints.flatMap(({ path, actions }) => [path, ...actions.flatMap((action) => action.path ?? [])]));
  return listOperations(document).filter(
    ({ path, method, operation }) => method === "post" && !listed.has(path) && typesOf(operation, extensionPrefix).length === 0,
  ).length;
}

/** The requests of the operations of a document, and of the endpoints that replace some of them. */
class Requests {
  readonly #operations: ReadonlyMap<string, string>;
  readonly #endpoints = new Map<string, string>();

  constructor(operations: readonly FoundOperation[]) {
    this.#operations = new Map(operations.map((operation) => [requestsOf(operation), nameOf(operation)]));
  }

  add(endpoint: Pick<FoundOperation, "method" | "path">): void {
    this.#endpoints.set(requestsOf(endpoint), nameOf(endpoint));
  }

  /** Returns the name of another endpoint with the same requests, or of an operation that the actions of an endpoint don't replace. */
  clashOf({ method, path, actions }: FoundEndpoint): string | undefined {
    const requests = requestsOf({ method, path });
    const operation = this.#operations.get(requests);
    const replaced = [path, ...actions.flatMap((action) => action.path ?? [])].map((one) => nameOf({ method, path: one }));
    const isReplaced = operation === undefined || replaced.includes(operation);
    return this.#endpoints.get(requests) ?? (isReplaced ? undefined : operation);
  }
}

/** The types of the services of a document. */
class Types {
  readonly #context: EntryContext;
  readonly #taken: Set<string>;

  constructor(context: EntryContext, gone: readonly GoneEndpoint[]) {
    this.#context = context;
    const items = Object.entries(ownObject(context.document, "paths") ?? {});
    const isGone = (path: string) => gone.some((endpoint) => endpoint.path === path);
    this.#taken = new Set(items.flatMap(([path, item]) => (isGone(path) ? [] : typesBelow(item, context.extensionPrefix))));
  }

  take(type: string): void {
    this.#taken.add(type);
  }

  /**
   * Returns an unused type for an endpoint: the second endpoint of a collection is named after the collection, as in
   * `disk` and `disks`.
   */
  free({ path, method, type }: FoundEndpoint): string {
    const { document, extensionPrefix } = this.#context;
    const item = own(ownObject(document, "paths"), path);
    const [known] = typesOf(isObject(item) ? operationAt(item, method) : undefined, extensionPrefix);
    if (known !== undefined) return known;
    const names = [type, typeOfPath(path, true)];
    for (let number = 2; this.#taken.has(names[0]!); number++) {
      names.shift();
      names.push(`${type}${number}`);
    }
    return names[0]!;
  }
}

function typesBelow(item: JsonValue, extensionPrefix: string): string[] {
  return isObject(item) ? operationsOf(item).flatMap(({ operation }) => typesOf(operation, extensionPrefix)) : [];
}

/** Returns the service types whose actions an operation has. */
function typesOf(operation: JsonValue | undefined, extensionPrefix: string): string[] {
  return isObject(operation) ? Object.keys(operation).flatMap((key) => actionsType(key, extensionPrefix) ?? []) : [];
}

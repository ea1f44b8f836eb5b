import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { writeAt } from "../../../templates/runtime/json.js";
import type { Resource } from "../../resources/resources.js";

/** What a mock keeps, as plain JSON. */
export interface StateData {
  /** The items of collections, by paths with values: `/v1/projects/p1/services`. */
  readonly collections: Readonly<Record<string, readonly JsonObject[]>>;
  /** Single items, by their paths. */
  readonly singles: Readonly<Record<string, JsonValue>>;
  /** Changes that are due later. */
  readonly pending: readonly PendingChange[];
}

/** A change of an item that is due later. */
export interface PendingChange {
  /** The path of its collection, or its own if it is a single item. */
  readonly collection: string;
  /** Of the item; absent: a single item. */
  readonly id?: JsonValue;
  /** The member of the item that has its id. */
  readonly member?: string;
  /** JSON pointer into the item. */
  readonly pointer: string;
  readonly value: JsonValue;
  /** Milliseconds since 1970. */
  readonly due: number;
}

/** The state of a mock. */
export interface MockState {
  /** Returns everything. */
  read(): StateData;
  /** Replaces everything. */
  write(data: Partial<StateData>): void;
  /** Returns the items of a collection, or `undefined` if nothing is known of it. */
  items(collection: string): readonly JsonObject[] | undefined;
  find(collection: string, member: string, id: unknown): JsonObject | undefined;
  /** Adds an item, or replaces the one with the same id. */
  put(collection: string, member: string, item: JsonObject): void;
  /** Returns whether there was such an item. */
  remove(collection: string, member: string, id: unknown): boolean;
  setItems(collection: string, items: readonly JsonObject[]): void;
  single(path: string): JsonValue | undefined;
  setSingle(path: string, value: JsonValue): void;
  later(change: PendingChange): void;
  /** Makes the changes that are due. */
  settle(now: number): void;
}

/** The items of a collection, and those with each id: a collection that tests fill may have many. */
interface Collection {
  readonly items: JsonObject[];
  readonly byMember: Map<string, { readonly byId: Map<string, JsonObject>; count: number }>;
}

function collectionOf(items: readonly JsonObject[]): Collection {
  return { items: [...items], byMember: new Map() };
}

/** The first item whose member has an id. */
function findIn({ items, byMember }: Collection, member: string, id: unknown): JsonObject | undefined {
  const text = String(id);
  const known = byMember.get(member);
  const found = known?.byId.get(text);
  // Handlers of others may have changed items.
  if (known?.count === items.length && (!found || String(found[member]) === text)) return found;
  const byId = new Map<string, JsonObject>();
  for (const item of items) if (!byId.has(String(item[member]))) byId.set(String(item[member]), item);
  byMember.set(member, { byId, count: items.length });
  return byId.get(text);
}

function putInto({ items, byMember }: Collection, member: string, item: JsonObject, before: JsonObject | undefined): void {
  if (before) items[items.indexOf(before)] = item;
  else items.push(item);
  const known = byMember.get(member)!;
  known.byId.set(String(item[member]), item);
  known.count = items.length;
}

/** Creates an empty state, or one with data. */
export function createState(initial: Partial<StateData> = {}, onChange: () => void = () => undefined): MockState {
  let collections = new Map<string, Collection>();
  let singles = new Map<string, JsonValue>();
  let pending: PendingChange[] = [];
  const state: MockState = {
    read: () => {
      const lists = Array.from(collections, ([path, { items }]) => [path, items] as const);
      return { collections: Object.fromEntries(lists), singles: Object.fromEntries(singles), pending };
    },
    write(data) {
      const lists = Object.entries(data.collections ?? {});
      collections = new Map(lists.map(([path, items]) => [path, collectionOf(items.filter(isObject))]));
      singles = new Map(Object.entries(data.singles ?? {}));
      pending = [...(data.pending ?? [])];
      onChange();
    },
    items: (collection) => collections.get(collection)?.items,
    find(collection, member, id) {
      const known = collections.get(collection);
      return known && findIn(known, member, id);
    },
    put(collection, member, item) {
      const known = collections.get(collection) ?? collectionOf([]);
      putInto(known, member, item, findIn(known, member, item[member]));
      collections.set(collection, known);
      onChange();
    },
    remove(collection, member, id) {
      const known = collections.get(collection);
      if (!known || !findIn(known, member, id)) return false;
      collections.set(collection, collectionOf(known.items.filter((item) => String(item[member]) !== String(id))));
      // With what is below it.
      const start = `${collection === "/" ? "" : collection}/${encodeURIComponent(String(id))}/`;
      for (const kept of [collections, singles]) for (const path of kept.keys()) if (path.startsWith(start)) kept.delete(path);
      const isGone = (change: PendingChange) =>
        change.collection.startsWith(start) || (change.collection === collection && String(change.id) === String(id));
      pending = pending.filter((change) => !isGone(change));
      onChange();
      return true;
    },
    setItems(collection, items) {
      collections.set(collection, collectionOf(items));
      onChange();
    },
    single: (path) => singles.get(path),
    setSingle(path, value) {
      singles.set(path, value);
      onChange();
    },
    later: (change) => void pending.push(change),
    settle(now) {
      if (!pending.some(({ due }) => due <= now)) return;
      for (const { collection, member, id, pointer, value, due } of pending) {
        if (due > now) continue;
        const item = member === undefined ? state.single(collection) : state.find(collection, member, id);
        if (item !== undefined && isObject(item)) writeAt(item, pointer, value);
      }
      pending = pending.filter(({ due }) => due > now);
      onChange();
    },
  };
  state.write(initial);
  return state;
}

/** Where an item is kept: for changes that are due later. */
export function placeOfItem(
  { id }: Resource,
  collection: string,
  item: JsonObject,
): Pick<PendingChange, "collection" | "member" | "id"> {
  return id ? { collection, member: id.member, id: item[id.member]! } : { collection };
}

/** Keeps a changed item. `collection`: the path of its collection, or its own if it is a single one. */
export function keepItem(state: MockState, { id }: Resource, collection: string, item: JsonObject): void {
  if (id) state.put(collection, id.member, item);
  else state.setSingle(collection, item);
}

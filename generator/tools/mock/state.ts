import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { writeAt } from "../../../templates/runtime/json.js";

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
  readonly collection: string;
  /** Of the item. */
  readonly id: JsonValue;
  /** The member of the item that has its id. */
  readonly member: string;
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

/** Creates an empty state, or one with data. */
export function createState(initial: Partial<StateData> = {}, onChange: () => void = () => undefined): MockState {
  let collections = new Map<string, JsonObject[]>();
  let singles = new Map<string, JsonValue>();
  let pending: PendingChange[] = [];
  const isSame = (item: JsonObject, member: string, id: unknown) => String(item[member]) === String(id);
  const state: MockState = {
    read: () => ({ collections: Object.fromEntries(collections), singles: Object.fromEntries(singles), pending }),
    write(data) {
      collections = new Map(Object.entries(data.collections ?? {}).map(([path, items]) => [path, items.filter(isObject)]));
      singles = new Map(Object.entries(data.singles ?? {}));
      pending = [...(data.pending ?? [])];
      onChange();
    },
    items: (collection) => collections.get(collection),
    find: (collection, member, id) => collections.get(collection)?.find((item) => isSame(item, member, id)),
    put(collection, member, item) {
      const items = collections.get(collection) ?? [];
      const index = items.findIndex((one) => isSame(one, member, item[member]));
      if (index < 0) items.push(item);
      else items[index] = item;
      collections.set(collection, items);
      onChange();
    },
    remove(collection, member, id) {
      const items = collections.get(collection) ?? [];
      const rest = items.filter((item) => !isSame(item, member, id));
      if (rest.length === items.length) return false;
      collections.set(collection, rest);
      pending = pending.filter((change) => change.collection !== collection || String(change.id) !== String(id));
      onChange();
      return true;
    },
    setItems(collection, items) {
      collections.set(collection, [...items]);
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
        const item = due <= now ? state.find(collection, member, id) : undefined;
        if (item) writeAt(item, pointer, value);
      }
      pending = pending.filter(({ due }) => due > now);
      onChange();
    },
  };
  state.write(initial);
  return state;
}

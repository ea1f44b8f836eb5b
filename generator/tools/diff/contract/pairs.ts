/** An element in both versions. */
export interface Pair<Item> {
  readonly before: Item;
  readonly after: Item;
}

/** Elements by name in both versions. */
export type Maps<Item> = Pair<ReadonlyMap<string, Item>>;

/** Returns the elements that only `before` has. */
export function removed<Item>({ before, after }: Maps<Item>): Item[] {
  return [...before].flatMap(([key, item]) => (after.has(key) ? [] : [item]));
}

/** Returns the elements that only `after` has. */
export function added<Item>({ before, after }: Maps<Item>): Item[] {
  return removed({ before: after, after: before });
}

/** Returns the elements that both have. */
export function kept<Item>({ before, after }: Maps<Item>): Pair<Item>[] {
  return [...before].flatMap(([key, item]) => {
    const counterpart = after.get(key);
    return counterpart === undefined ? [] : [{ before: item, after: counterpart }];
  });
}

/** Returns the items of the second list that are not in the first. */
export function addedTo<Item>(before: readonly Item[], after: readonly Item[]): Item[] {
  return after.filter((item) => !before.includes(item));
}

/** A list of allowed names; `undefined` allows all. */
export type Choice = readonly string[] | undefined;

/** Returns what the second choice allows and the first doesn't: names, `all`, or nothing. */
export function addedChoice(before: Choice, after: Choice): readonly string[] | "all" {
  if (before === undefined) return [];
  return after === undefined ? "all" : addedTo(before, after);
}

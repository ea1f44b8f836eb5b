/** The same thing in both versions. */
export interface Pair<Side> {
  readonly before: Side;
  readonly after: Side;
}

/** Things by name in both versions. */
export type Maps<Side> = Pair<ReadonlyMap<string, Side>>;

/** What only the base has. */
export function removed<Side>({ before, after }: Maps<Side>): Side[] {
  return [...before].flatMap(([key, side]) => (after.has(key) ? [] : [side]));
}

/** What only the revision has. */
export function added<Side>({ before, after }: Maps<Side>): Side[] {
  return removed({ before: after, after: before });
}

/** What both have. */
export function kept<Side>({ before, after }: Maps<Side>): Pair<Side>[] {
  return [...before].flatMap(([key, side]) => {
    const other = after.get(key);
    return other === undefined ? [] : [{ before: side, after: other }];
  });
}

/** What is in the second list and not in the first. */
export function addedTo<Item>(before: readonly Item[], after: readonly Item[]): Item[] {
  return after.filter((item) => !before.includes(item));
}

/** A list of things where its absence stands for all of them. */
export type Choice = readonly string[] | undefined;

/** What the second choice allows and the first doesn't: names, `all`, or nothing. */
export function addedChoice(before: Choice, after: Choice): readonly string[] | "all" {
  if (before === undefined) return [];
  return after === undefined ? "all" : addedTo(before, after);
}

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

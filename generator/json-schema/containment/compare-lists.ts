import { compareCounts } from "./compare-texts.js";
import { isImpossible, itemNode, prefixLength } from "./parts.js";
import type { Failure, KnownClaims } from "./reason.js";
import type { Condition, Shape, SchemaView, ViewPair } from "./shape.js";

/** Yields reasons why the right rejects lists of the left. */
export function* compareLists(left: Shape, right: Shape, views: ViewPair, known: KnownClaims): Generator<Failure> {
  const longest = maxItems(left, views[0]);
  yield* compareCounts(left, right, "minItems", "maxItems", longest);
  if (right.unique && !left.unique && longest > 1) yield { kind: "bound", left: undefined, right: right.unique, shape: left };
  yield* compareItems(left, right, longest, views, known);
}

/** Returns the maximum number of items in a list of the shape, from its limits and its impossible items. */
function maxItems(shape: Shape, view: SchemaView): number {
  const bound = shape.bounds.get("maxItems")?.value ?? Infinity;
  const described = prefixLength(shape);
  for (let index = 0; index <= described && index < bound; index++) if (isImpossible(itemNode(shape, index, view))) return index;
  return bound;
}

function* compareItems(
  left: Shape,
  right: Shape,
  longest: number,
  [leftView, rightView]: ViewPair,
  known: KnownClaims,
): Generator<Failure> {
  const described = prefixLength(left, right);
  for (let index = 0; index <= described && index < longest; index++) {
    const [item, other] = [itemNode(left, index, leftView), itemNode(right, index, rightView)];
    if (isImpossible(other)) {
      const [facet] = right.lists;
      yield { kind: "bound", left: undefined, right: facet && { schema: facet.schema, keyword: "items" }, shape: left };
      return;
    }
    const kind = index === described ? "items" : "item";
    if (!known.isContained(item, other)) yield { kind: "part", step: { kind, index }, left: item, right: other, shape: left };
  }
}

/** Returns whether every list of the left contains as many items of a kind as a condition of the right requires. */
export function meetsContains(
  left: Shape,
  condition: Condition & { kind: "contains" },
  view: SchemaView,
  known: KnownClaims,
): boolean {
  const longest = maxItems(left, view);
  const isEveryItem = () => {
    for (let index = 0; index <= prefixLength(left) && index < longest; index++)
      if (!known.isContained(itemNode(left, index, view), condition.node)) return false;
    return true;
  };
  const isEnough = condition.least === 0 || (condition.least <= (left.bounds.get("minItems")?.value ?? 0) && isEveryItem());
  return isEnough && condition.most >= longest;
}

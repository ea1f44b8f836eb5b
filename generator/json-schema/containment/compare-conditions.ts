import { areShapesDisjoint } from "./disjoint.js";
import { alternativesOf } from "./alternatives.js";
import { meetsContains } from "./compare-lists.js";
import { isImpossible, propertyNode } from "./parts.js";
import type { Failure, KnownClaims, Reason } from "./reason.js";
import { excludedMeanings } from "./shape-index.js";
import type { Condition, Exclusion, Shape, Conjunction, SchemaView } from "./shape.js";
import { typeSet } from "./type-set.js";

/** Returns whether every value of a shape is valid for a node. */
export type IsShapeCovered = (shape: Shape, node: Conjunction) => boolean;

/** Yields values of the left that the right excludes by `not`, `oneOf` and conditions. */
export function* compareConditions(
  left: Shape,
  right: Shape,
  view: SchemaView,
  known: KnownClaims,
  isShapeCovered: IsShapeCovered,
): Generator<Failure> {
  for (const [index, excluded] of right.excluded.entries()) {
    if (isExcluded(left, excluded.value, view, known, left.excluded[index])) continue;
    const kind = excluded.keyword === "oneOf" ? "alternative" : "other";
    yield { kind, left: undefined, right: excluded, among: excluded.value, shape: left };
  }
  for (const condition of right.conditions) {
    if (left.conditions.some(({ text }) => text === condition.text) || isMet(left, condition, view, known, isShapeCovered))
      continue;
    yield { kind: "other", left: left.conditions[0], right: condition, ...aboutOf(condition), shape: left };
  }
}

function aboutOf(condition: Condition): Pick<Reason, "among" | "name"> {
  if (condition.kind === "if") return { among: condition.if };
  return condition.kind === "dependent" ? { name: condition.property } : {};
}

/**
 * Returns whether no value of the shape is valid for the node. Two versions of a union exclude the same alternatives at the same
 * positions, so `likely` is asked first.
 */
export function isExcluded(shape: Shape, node: Conjunction, view: SchemaView, known: KnownClaims, likely?: Exclusion): boolean {
  if (excludedMeanings(shape).has(node.meaning)) return true;
  const alternatives = alternativesOf(node, "left");
  if (alternatives?.every((other) => areShapesDisjoint(shape, other, [view, node.view], known))) return true;
  if (likely && known.isContained(node, likely.value)) return true;
  return shape.excluded.some(({ value }) => known.isContained(node, value));
}

function isMet(left: Shape, condition: Condition, view: SchemaView, known: KnownClaims, isShapeCovered: IsShapeCovered): boolean {
  switch (condition.kind) {
    case "if":
      if (isShapeCovered(left, condition.then) && isShapeCovered(left, condition.else)) return true;
      if (isExcluded(left, condition.if, view, known)) return isShapeCovered(left, condition.else);
      return isShapeCovered(left, condition.if) && isShapeCovered(left, condition.then);
    case "dependent":
      return left.types !== typeSet("object") || isDependencyMet(left, condition, view, known, isShapeCovered);
    case "contains":
      return left.types !== typeSet("array") || meetsContains(left, condition, view, known);
    case "opaque":
      return false;
  }
  return condition satisfies never;
}

function isDependencyMet(
  left: Shape,
  { property, names, node }: Condition & { kind: "dependent" },
  view: SchemaView,
  known: KnownClaims,
  isShapeCovered: IsShapeCovered,
): boolean {
  if (isImpossible(propertyNode(left, property, view))) return true;
  const own = left.conditions.filter((other) => other.kind === "dependent").filter((other) => other.property === property);
  const isThere = (name: string) => left.required.has(name) || own.some((other) => other.names.includes(name));
  return names.every(isThere) && (isShapeCovered(left, node) || own.some((other) => known.isContained(other.node, node)));
}

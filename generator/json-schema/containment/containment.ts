import { alternativesOf } from "./alternatives.js";
import { compareShapes } from "./compare-shapes.js";
import { lowest, highest } from "./compare-numbers.js";
import { isImpossible, propertyNode } from "./parts.js";
import type { Failure, Known } from "./reason.js";
import type { Shape } from "./shape.js";
import { areTaggedApart } from "./shape-index.js";
import { splitShape } from "./split-shape.js";
import { typeOf, typesIn, typeSet, type TypeName } from "./type-set.js";
import type { Node, SchemaView } from "./view.js";

/** How often an object is split into cases. */
const mostSplits = 2;

/** Two nodes that are compared, and what is known of others. */
export interface Comparison {
  readonly left: Node;
  readonly right: Node;
  readonly known: Known;
}

/** Whether it can be shown that every value of the left fits the right. */
export function isContained(comparison: Comparison): boolean {
  const { left, right } = comparison;
  if (left.meaning === right.meaning) return true;
  return piecesOf(left)?.every((piece) => isCovered(piece, comparison)) ?? false;
}

/** What a node accepts, each piece of one type; what no value can have is left out. */
export function piecesOf(node: Node): readonly Shape[] | undefined {
  if (!pieces.has(node)) pieces.set(node, findPieces(node));
  return pieces.get(node);
}

const pieces = new WeakMap<Node, readonly Shape[] | undefined>();

function findPieces(node: Node): readonly Shape[] | undefined {
  return alternativesOf(node, "left")?.flatMap((shape) =>
    typesIn(shape.types).flatMap((type) => {
      const piece = restrict(shape, type);
      return isEmpty(piece, node.view) ? [] : [piece];
    }),
  );
}

/** The part of a shape that is of one type. Types with few values are told value by value. */
function restrict(shape: Shape, type: TypeName): Shape {
  const values = shape.values?.value.filter((value) => typeOf(value) === type);
  const all = type === "null" ? [null] : type === "boolean" ? [true, false] : undefined;
  const list = values ?? all;
  const source = shape.values ?? shape.typeSource ?? { schema: {} };
  return { ...shape, types: typeSet(type), values: list && { ...source, value: list } };
}

function isEmpty(piece: Shape, view: SchemaView): boolean {
  if (piece.values) return piece.values.value.length === 0;
  if (piece.types === typeSet("number")) return lowest(piece).value > highest(piece).value;
  if (piece.types !== typeSet("object")) return false;
  return [...piece.required.keys()].some((name) => isImpossible(propertyNode(piece, name, view)));
}

/** The alternatives of the right that allow a piece's type and are not about other values. */
export function candidatesFor(piece: Shape, { left, right }: Comparison): readonly Shape[] | undefined {
  const views = [left.view, right.view] as const;
  return candidatesOfType(piece, right)?.filter((candidate) => !areTaggedApart(piece, candidate, views));
}

/** The alternatives of the right that allow a piece's type. */
export function candidatesOfType(piece: Shape, right: Node): readonly Shape[] | undefined {
  return alternativesOf(right, "right")?.filter(({ types }) => (types & piece.types) !== 0);
}

/** Whether every value of a piece fits the right. */
export function isCovered(piece: Shape, comparison: Comparison, splits = mostSplits): boolean {
  const { left, right } = comparison;
  if (piece.values)
    return piece.values.value.every((value) => right.view.judge(right, value) === true || left.view.judge(left, value) === false);
  const candidates = candidatesFor(piece, comparison);
  if (!candidates) return false;
  if (inLikelyOrder(piece, candidates, comparison).some((candidate) => isWithin(piece, candidate, comparison))) return true;
  if (splits === 0) return false;
  for (const cases of splitShape(piece, candidates, left.view)) {
    if (cases.every((one) => isEmpty(one, left.view) || isCovered(one, comparison, splits - 1))) return true;
  }
  return false;
}

/** Whether one alternative of the right takes every value of a piece. */
export function isWithin(piece: Shape, candidate: Shape, comparison: Comparison): boolean {
  return compare(piece, candidate, comparison).next().done === true;
}

/** What an alternative of the right refuses of a piece. */
export function compare(piece: Shape, candidate: Shape, comparison: Comparison): Generator<Failure> {
  const { left, right, known } = comparison;
  known.count();
  const fits = (shape: Shape, node: Node) => isCovered(shape, { left, right: node, known }, 0);
  return compareShapes(piece, candidate, [left.view, right.view], known, fits);
}

/** The alternative that says the same comes first: it is the one in most unions. */
function inLikelyOrder(piece: Shape, candidates: readonly Shape[], { left, right }: Comparison): readonly Shape[] {
  if (candidates.length < 2) return candidates;
  const key = branchMeaning(piece, left.view);
  const likely = candidates.filter((candidate) => branchMeaning(candidate, right.view) === key);
  return [...likely, ...candidates.filter((candidate) => !likely.includes(candidate))];
}

function branchMeaning({ branches }: Shape, view: SchemaView): string {
  return view.node(branches).meaning;
}

import { isObject, own, type JsonValue } from "../../document/json-value.js";
import { areShapesDisjoint } from "./disjoint.js";
import { candidatesFor, candidatesOfType, compare, isCovered, isWithin, piecesOf, type Comparison } from "./containment.js";
import { anyShape } from "./own-shape.js";
import type { Failure } from "./reason.js";
import type { Shape, Source, Conjunction } from "./shape.js";

/** Returns reasons why the left is not contained in the right; at least one unless containment was proved. */
export function explain(comparison: Comparison): Failure[] {
  const { left, right } = comparison;
  const pieces = piecesOf(left);
  const failures = pieces && alternatives(pieces, comparison);
  return failures && failures.length > 0 ? failures : [unexplained(left, right)];
}

/** Returns the failure without a keyword. */
export function unexplained(left: Conjunction, right: Conjunction): Failure {
  return { kind: "other", left: sourceOf(left), right: sourceOf(right), shape: anyShape };
}

function alternatives(pieces: readonly Shape[], comparison: Comparison): Failure[] {
  const open = new Set(pieces.filter((piece) => !isCovered(piece, comparison)));
  const covered = pieces.filter((piece) => !open.has(piece));
  const free = new Map<Shape, boolean>();
  return [...open].flatMap((piece) => {
    const candidates = candidatesOfType(piece, comparison.right) ?? [];
    if (candidates.length === 0) return [typeFailure(piece, comparison)];
    const isLone = candidates.length === 1 && pieces.filter(({ types }) => types === piece.types).length === 1;
    // A candidate of a union that covers another piece is the counterpart of that one.
    const isFree = (candidate: Shape) => {
      if (!free.has(candidate))
        free.set(candidate, !covered.some((rival) => rival.types === piece.types && isWithin(rival, candidate, comparison)));
      return free.get(candidate)!;
    };
    const counterpart = isLone ? candidates[0] : findCounterpart(piece, isFree, comparison);
    return counterpart ? withoutOverlaps([...compare(piece, counterpart, comparison)]) : [alternativeFailure(piece, comparison)];
  });
}

/** Drops `oneOf` overlaps in favor of other failures, which usually cause them. */
function withoutOverlaps(failures: Failure[]): Failure[] {
  const others = failures.filter((failure) => failure.kind !== "alternative");
  return others.length > 0 ? others : failures;
}

function typeFailure(piece: Shape, { left, right }: Comparison): Failure {
  const alternative = piece.branches.find(isObject);
  const other = right.schemas.find((schema) => isObject(schema));
  const right_ = other && own(other, "type") !== undefined ? { schema: other, keyword: "type" } : sourceOf(right);
  const source = piece.typeSource ?? (alternative ? { schema: alternative } : sourceOf(left));
  return { kind: "type", left: source, right: right_, shape: piece };
}

function alternativeFailure(piece: Shape, { left, right }: Comparison): Failure {
  const branch = piece.branches.find(isObject);
  return { kind: "alternative", left: branch ? { schema: branch } : sourceOf(left), right: unionOf(right), shape: piece };
}

/**
 * Returns the alternative of the right that a piece corresponds to: the one of the same name, or else one that is not the
 * counterpart of another piece and may share values. Of several, the one with the fewest failures.
 */
function findCounterpart(piece: Shape, isFree: (candidate: Shape) => boolean, comparison: Comparison): Shape | undefined {
  const { left, right, known } = comparison;
  const name = nameOf(piece);
  const namesakes = candidatesOfType(piece, right)?.filter((candidate) => name !== undefined && nameOf(candidate) === name) ?? [];
  if (namesakes.length > 0) return nearest(piece, namesakes, comparison);
  const free = (candidatesFor(piece, comparison) ?? []).filter(
    (candidate) => isFree(candidate) && !areShapesDisjoint(piece, candidate, [left.view, right.view], known),
  );
  return nearest(piece, free, comparison);
}

function nearest(piece: Shape, candidates: readonly Shape[], comparison: Comparison): Shape | undefined {
  if (candidates.length < 2) return candidates[0];
  let [found, fewest] = [candidates[0], Infinity];
  for (const candidate of candidates) {
    // Counts no further than matters: a candidate has as many overlaps as the right has alternatives.
    let count = 0;
    for (const _ of compare(piece, candidate, comparison)) if (++count >= fewest) break;
    if (count < fewest) [found, fewest] = [candidate, count];
  }
  return found;
}

/** Returns the name of an alternative: its component or its title. */
function nameOf({ branches }: Shape): string | undefined {
  const names = branches.flatMap((branch) => own(branch, "$ref") ?? own(branch, "title") ?? []);
  return names.length > 0 ? names.join(" ") : undefined;
}

/** Returns the source of a node. */
export function sourceOf({ schemas }: Conjunction): Source | undefined {
  const schema = schemas.find((item) => isObject(item));
  return schema && { schema };
}

function unionOf(node: Conjunction): Source | undefined {
  for (const schema of node.schemas) {
    const keyword = isObject(schema) && ["oneOf", "anyOf"].find((key) => Array.isArray(own(schema, key) as JsonValue));
    if (keyword && isObject(schema)) return { schema, keyword };
  }
  return sourceOf(node);
}

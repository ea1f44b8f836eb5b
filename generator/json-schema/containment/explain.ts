import { isObject, own, type JsonValue } from "../../document/json-value.js";
import { areShapesApart } from "./apart.js";
import { candidatesFor, candidatesOfType, compare, isCovered, isWithin, piecesOf, type Comparison } from "./containment.js";
import { anyShape } from "./own-shape.js";
import type { Failure } from "./reason.js";
import type { Shape, Source, Node } from "./shape.js";

/** Why not every value of the left fits the right; never empty for nodes of which that was not shown. */
export function explain(comparison: Comparison): Failure[] {
  const { left, right } = comparison;
  const pieces = piecesOf(left);
  const failures = pieces && alternatives(pieces, comparison);
  return failures && failures.length > 0 ? failures : [unexplained(left, right)];
}

/** The failure that names no keyword. */
export function unexplained(left: Node, right: Node): Failure {
  return { kind: "other", left: sourceOf(left), right: sourceOf(right), shape: anyShape };
}

function alternatives(pieces: readonly Shape[], comparison: Comparison): Failure[] {
  const open = pieces.filter((piece) => !isCovered(piece, comparison));
  return open.flatMap((piece) => {
    const candidates = candidatesOfType(piece, comparison.right) ?? [];
    if (candidates.length === 0) return [typeFailure(piece, comparison)];
    const rivals = pieces.filter(({ types }) => types === piece.types);
    const isLone = candidates.length === 1 && rivals.length === 1;
    const counterpart = isLone ? candidates[0] : findCounterpart(piece, rivals, open, comparison);
    return counterpart ? mostTelling([...compare(piece, counterpart, comparison)]) : [alternativeFailure(piece, comparison)];
  });
}

/** That a value may fit two alternatives of `oneOf` follows from what else has changed, if anything has. */
function mostTelling(failures: Failure[]): Failure[] {
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
 * The alternative of the right that a piece has become: the one of the same name; else none that is the counterpart of another
 * piece, and none that is about other values. Of several the one that refuses least.
 */
function findCounterpart(
  piece: Shape,
  rivals: readonly Shape[],
  open: readonly Shape[],
  comparison: Comparison,
): Shape | undefined {
  const { left, right, known } = comparison;
  const name = nameOf(piece);
  const namesakes = candidatesOfType(piece, right)?.filter((candidate) => name !== undefined && nameOf(candidate) === name) ?? [];
  if (namesakes.length > 0) return nearest(piece, namesakes, comparison);
  const covered = rivals.filter((rival) => !open.includes(rival));
  const isFree = (candidate: Shape) => !covered.some((rival) => isWithin(rival, candidate, comparison));
  const free = (candidatesFor(piece, comparison) ?? []).filter(
    (candidate) => isFree(candidate) && !areShapesApart(piece, candidate, [left.view, right.view], known),
  );
  return nearest(piece, free, comparison);
}

function nearest(piece: Shape, candidates: readonly Shape[], comparison: Comparison): Shape | undefined {
  if (candidates.length < 2) return candidates[0];
  const counts = candidates.map((candidate) => [...compare(piece, candidate, comparison)].length);
  return candidates[counts.indexOf(Math.min(...counts))];
}

/** What an alternative is called, by its component or its title. */
function nameOf({ branches }: Shape): string | undefined {
  const names = branches.flatMap((branch) => own(branch, "$ref") ?? own(branch, "title") ?? []);
  return names.length > 0 ? names.join(" ") : undefined;
}

/** Where a node stands. */
function sourceOf({ schemas }: Node): Source | undefined {
  const schema = schemas.find((item) => isObject(item));
  return schema && { schema };
}

function unionOf(node: Node): Source | undefined {
  for (const schema of node.schemas) {
    const keyword = isObject(schema) && ["oneOf", "anyOf"].find((key) => Array.isArray(own(schema, key) as JsonValue));
    if (keyword && isObject(schema)) return { schema, keyword };
  }
  return sourceOf(node);
}

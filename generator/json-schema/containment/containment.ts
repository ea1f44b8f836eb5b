import { equal } from "../../../templates/runtime/validators/guard.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { alternativesOf } from "./alternatives.js";
import { compareConditions, type IsShapeCovered } from "./compare-conditions.js";
import { compareLists } from "./compare-lists.js";
import { compareNumbers, highest, lowest } from "./compare-numbers.js";
import { compareObjects } from "./compare-objects.js";
import { compareFormats, compareTexts } from "./compare-texts.js";
import { constSchema, typeSchema } from "./interned-schemas.js";
import { anyShape } from "./own-shape.js";
import { isImpossible, namesIn, propertyNode } from "./parts.js";
import type { Failure, KnownClaims } from "./reason.js";
import { haveDisjointTags } from "./shape-index.js";
import { meet, type Shape, type Conjunction, type SchemaView } from "./shape.js";
import { type TypeName, typeOf, typeSet, typesIn } from "./type-set.js";

/** The maximum number of cases per object. */
const maxCases = 24;

/** The maximum number of properties to try. */
const maxProperties = 4;

/** The maximum number of times to split an object into cases. */
const maxSplits = 2;

/** Two compared nodes, and the knowledge about others. */
export interface Comparison {
  readonly left: Conjunction;
  readonly right: Conjunction;
  readonly known: KnownClaims;
}

/** Returns whether it can be proved that every value of the left is valid for the right. */
export function isContained(comparison: Comparison): boolean {
  const { left, right } = comparison;
  if (left.meaning === right.meaning) return true;
  return piecesOf(left)?.every((piece) => isCovered(piece, comparison)) ?? false;
}

/** Returns the values of a node as pieces with a single type each, without impossible ones. */
export function piecesOf(node: Conjunction): readonly Shape[] | undefined {
  if (!pieces.has(node)) pieces.set(node, findPieces(node));
  return pieces.get(node);
}

const pieces = new WeakMap<Conjunction, readonly Shape[] | undefined>();

function findPieces(node: Conjunction): readonly Shape[] | undefined {
  return alternativesOf(node, "left")?.flatMap((shape) =>
    typesIn(shape.types).flatMap((type) => {
      const piece = restrict(shape, type);
      return isEmpty(piece, node.view) ? [] : [piece];
    }),
  );
}

/** Restricts a shape to one type. Types with few values are enumerated. */
export function restrict(shape: Shape, type: TypeName): Shape {
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

/** Returns the alternatives of the right that allow a piece's type and may share values with it. */
export function candidatesFor(piece: Shape, { left, right }: Comparison): readonly Shape[] | undefined {
  const views = [left.view, right.view] as const;
  return candidatesOfType(piece, right)?.filter((candidate) => !haveDisjointTags(piece, candidate, views));
}

/** Returns the alternatives of the right that allow a piece's type. */
export function candidatesOfType(piece: Shape, right: Conjunction): readonly Shape[] | undefined {
  return alternativesOf(right, "right")?.filter(({ types }) => (types & piece.types) !== 0);
}

/** Returns whether the right accepts every value of a piece. */
export function isCovered(piece: Shape, comparison: Comparison, splits = maxSplits): boolean {
  const { left, right } = comparison;
  if (piece.values)
    return piece.values.value.every(
      (value) => right.view.evaluate(right, value) === true || left.view.evaluate(left, value) === false,
    );
  const candidates = candidatesFor(piece, comparison);
  if (!candidates) return false;
  if (inLikelyOrder(piece, candidates, comparison).some((candidate) => isWithin(piece, candidate, comparison))) return true;
  if (splits === 0) return false;
  for (const cases of splitShape(piece, candidates, comparison)) {
    if (cases.every((one) => isEmpty(one, left.view) || isCovered(one, comparison, splits - 1))) return true;
  }
  return false;
}

/** Returns whether one alternative of the right accepts every value of a piece. */
export function isWithin(piece: Shape, candidate: Shape, comparison: Comparison): boolean {
  return compare(piece, candidate, comparison).next().done === true;
}

/** Yields reasons why an alternative of the right rejects a piece. */
export function compare(piece: Shape, candidate: Shape, comparison: Comparison): Generator<Failure> {
  const { left, right, known } = comparison;
  known.count();
  const isShapeCovered = (shape: Shape, node: Conjunction) => isCovered(shape, { left, right: node, known }, 0);
  return compareShapes(piece, candidate, [left.view, right.view], known, isShapeCovered);
}

/** Puts the equivalent alternative first: most unions have one. */
function inLikelyOrder(piece: Shape, candidates: readonly Shape[], { left, right }: Comparison): readonly Shape[] {
  if (candidates.length < 2) return candidates;
  const key = branchMeaning(piece, left.view);
  const likely = candidates.filter((candidate) => branchMeaning(candidate, right.view) === key);
  return [...likely, ...candidates.filter((candidate) => !likely.includes(candidate))];
}

/** Returns the meaning of the innermost alternative. */
function branchMeaning(shape: Shape, view: SchemaView): string {
  let meaning = branchMeanings.get(shape);
  if (meaning === undefined) branchMeanings.set(shape, (meaning = view.node(shape.branches.slice(-1)).meaning));
  return meaning;
}

/** Each shape is of one view. */
const branchMeanings = new WeakMap<Shape, string>();

/** Yields reasons why the right rejects values of the left, which have one allowed type; nothing only if there are none. */
function* compareShapes(
  left: Shape,
  right: Shape,
  views: readonly [left: SchemaView, right: SchemaView],
  known: KnownClaims,
  isShapeCovered: IsShapeCovered,
): Generator<Failure> {
  yield* compareValues(left, right);
  if (left.types === typeSet("number")) yield* compareNumbers(left, right);
  if (left.types === typeSet("string")) yield* compareTexts(left, right, views, known);
  if (left.types === typeSet("number") || left.types === typeSet("string")) yield* compareFormats(left, right);
  if (left.types === typeSet("array")) yield* compareLists(left, right, views, known);
  if (left.types === typeSet("object")) yield* compareObjects(left, right, views, known);
  yield* compareConditions(left, right, views[0], known, isShapeCovered);
}

/** Compares `enum` and `const` of the right. */
function* compareValues(left: Shape, right: Shape): Generator<Failure> {
  if (!right.values) return;
  const allowed = right.values.value;
  const values = left.values?.value.filter((value) => !allowed.some((other) => equal(other, value)));
  if (!values || values.length > 0)
    yield { kind: "values", left: left.values, right: right.values, ...(values && { values }), shape: left };
}

/**
 * Yields ways to split objects into cases by one property: its presence, its values, its types. If no single alternative
 * accepts all of them, there may be one for each case.
 */
function* splitShape(shape: Shape, candidates: readonly Shape[], { left, right }: Comparison): Generator<readonly Shape[]> {
  if (shape.types !== typeSet("object") || candidates.length < 2) return;
  let tried = 0;
  for (const name of namesIn(...candidates)) {
    if (!isTelling(name, candidates, right.view)) continue;
    const cases = casesOf(shape, name, left.view);
    if (cases.length > 1 && cases.length <= maxCases) yield cases.flatMap((one) => meet(shape, one) ?? []);
    if (++tried === maxProperties) return;
  }
}

/** Returns whether alternatives differ in a property: they require it, exclude it or have other values. */
function isTelling(name: string, candidates: readonly Shape[], view: SchemaView): boolean {
  const described = (shape: Shape) => `${shape.required.has(name)} ${propertyNode(shape, name, view).meaning}`;
  const first = described(candidates[0]!);
  return candidates.some((shape) => described(shape) !== first);
}

function casesOf(shape: Shape, name: string, view: SchemaView): Shape[] {
  const alternatives = alternativesOf(propertyNode(shape, name, view), "left") ?? [anyShape];
  const schemas = alternatives.flatMap((alternative): JsonValue[] => {
    if (alternative.values) return alternative.values.value.map(constSchema);
    return typesIn(alternative.types).flatMap((type) =>
      type === "boolean" ? [constSchema(true), constSchema(false)] : typeSchema(type),
    );
  });
  const present = [...new Set(schemas)].map((schema) => withProperty(name, schema, true));
  return shape.required.has(name) ? present : [...present, withProperty(name, false, false)];
}

function withProperty(name: string, schema: JsonValue, isRequired: boolean): Shape {
  const holder: JsonObject = { properties: Object.fromEntries([[name, schema]]) };
  return {
    ...anyShape,
    types: typeSet("object"),
    objects: [{ schema: holder, properties: holder["properties"] as JsonObject, patterns: {}, additional: undefined }],
    required: isRequired ? new Map([[name, { schema: holder }]]) : new Map(),
  };
}

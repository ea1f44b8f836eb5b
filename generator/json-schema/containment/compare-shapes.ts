import { equal } from "../../../templates/runtime/validators/checks.js";
import { compareConditions, type Fits } from "./compare-conditions.js";
import { compareLists } from "./compare-lists.js";
import { compareNumbers } from "./compare-numbers.js";
import { compareObjects } from "./compare-objects.js";
import { compareFormats, compareTexts } from "./compare-texts.js";
import type { Failure, Known } from "./reason.js";
import type { Shape } from "./shape.js";
import { typeSet } from "./type-set.js";
import type { SchemaView } from "./view.js";

/** What values of the left, all of one type that the right allows, the right refuses. Yields nothing only if there are none. */
export function* compareShapes(
  left: Shape,
  right: Shape,
  views: readonly [left: SchemaView, right: SchemaView],
  known: Known,
  fits: Fits,
): Generator<Failure> {
  yield* compareValues(left, right);
  if (left.types === typeSet("number")) yield* compareNumbers(left, right);
  if (left.types === typeSet("string")) yield* compareTexts(left, right, views, known);
  if (left.types === typeSet("number") || left.types === typeSet("string")) yield* compareFormats(left, right);
  if (left.types === typeSet("array")) yield* compareLists(left, right, views, known);
  if (left.types === typeSet("object")) yield* compareObjects(left, right, views, known);
  yield* compareConditions(left, right, views[0], known, fits);
}

/** `enum` and `const` of the right. */
function* compareValues(left: Shape, right: Shape): Generator<Failure> {
  if (!right.values) return;
  const allowed = right.values.value;
  const values = left.values?.value.filter((value) => !allowed.some((other) => equal(other, value)));
  if (!values || values.length > 0)
    yield { kind: "values", left: left.values, right: right.values, ...(values && { values }), shape: left };
}

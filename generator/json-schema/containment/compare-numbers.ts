import { isMultipleOf } from "../../../templates/runtime/validators/guard.js";
import type { Failure } from "./reason.js";
import type { Constraint, Shape } from "./shape.js";

/** A limit of numbers; `isOpen` excludes the limit itself. */
export interface End {
  readonly value: number;
  readonly isOpen: boolean;
  readonly from: Constraint<number> | undefined;
}

/** Yields reasons why the right rejects numbers of the left. */
export function* compareNumbers(left: Shape, right: Shape): Generator<Failure> {
  if (right.isInteger && !isWhole(left)) yield { kind: "type", left: left.typeSource, right: right.typeSource, shape: left };
  const [low, high] = [lowest(left), highest(left)];
  const [least, most] = [declaredEnd(right, -1), declaredEnd(right, 1)];
  if (least.value > low.value || (least.value === low.value && least.isOpen && !low.isOpen)) yield bound(low, least, left);
  if (most.value < high.value || (most.value === high.value && most.isOpen && !high.isOpen)) yield bound(high, most, left);
  for (const multiple of right.multiples) {
    const isKept = left.multiples.some(({ value }) => isMultipleOf(value, multiple.value));
    // Every integer is a multiple of 0.5.
    if (!isKept && !(isWhole(left) && isMultipleOf(1, multiple.value)))
      yield { kind: "bound", left: left.multiples[0], right: multiple, shape: left };
  }
}

function bound(left: End, right: End, shape: Shape): Failure {
  return { kind: "bound", left: left.from, right: right.from, shape };
}

/** Formats that are ranges of integers. */
const integerFormats = new Map([
  ["int32", { low: -(2 ** 31), high: 2 ** 31 - 1 }],
  ["int64", { low: -(2 ** 63), high: 2 ** 63 }],
]);

function rangeOf({ formats }: Shape): { readonly low: number; readonly high: number } | undefined {
  return formats.map(({ value }) => integerFormats.get(value)).find((found) => found !== undefined);
}

function isWhole(shape: Shape): boolean {
  return shape.isInteger || shape.multiples.some(({ value }) => Number.isInteger(value)) || rangeOf(shape) !== undefined;
}

/** Returns the lower limit of a shape's numbers. */
export function lowest(shape: Shape): End {
  const [declared, low] = [declaredEnd(shape, -1), rangeOf(shape)?.low ?? -Infinity];
  return declared.value >= low ? declared : { value: low, isOpen: false, from: undefined };
}

/** Returns the upper limit of a shape's numbers. */
export function highest(shape: Shape): End {
  const [declared, high] = [declaredEnd(shape, 1), rangeOf(shape)?.high ?? Infinity];
  return declared.value <= high ? declared : { value: high, isOpen: false, from: undefined };
}

function declaredEnd(shape: Shape, sign: 1 | -1): End {
  const [closed, open] = [
    shape.bounds.get(sign > 0 ? "maximum" : "minimum"),
    shape.bounds.get(sign > 0 ? "exclusiveMaximum" : "exclusiveMinimum"),
  ];
  const isExclusive = open !== undefined && (closed === undefined || open.value * sign <= closed.value * sign);
  const from = isExclusive ? open : closed;
  if (!from) return { value: sign * Infinity, isOpen: false, from };
  if (!isWhole(shape)) return { value: from.value, isOpen: isExclusive, from };
  // Limits of integers are integers.
  const inner = sign > 0 ? Math.floor(from.value) : Math.ceil(from.value);
  return { value: isExclusive && inner === from.value ? inner - sign : inner, isOpen: false, from };
}

/**
 * Returns whether a number format is implied by the rest of the shape, whatever the setting `integers`. The explicit limits of a
 * format stand for that format.
 */
export function meansNoMore(format: string, shape: Shape): boolean {
  const range = integerFormats.get(format);
  if (range === undefined || !isWhole(shape)) return false;
  const [low, high] = [lowest(shape).value, highest(shape).value];
  return (
    (low === range.low || low >= Math.max(range.low, Number.MIN_SAFE_INTEGER)) &&
    (high === range.high || high <= Math.min(range.high, Number.MAX_SAFE_INTEGER))
  );
}

import { toDecimal } from "../../samples/to-decimal.js";
import { highest, lowest } from "../compare-numbers.js";
import type { Shape } from "../shape.js";

/** Returns numbers that a shape may accept, at its limits, and around the numbers that others accept or reject. */
export function sampleNumbers(shape: Shape, edges: readonly number[] = []): number[] {
  const ends = [lowest(shape).value, highest(shape).value].filter(Number.isFinite);
  const step = shape.multiples[0]?.value ?? 1;
  const around = [...edges, ...ends].flatMap((edge) => [edge, edge - step, edge + step, edge - 0.5, edge + 0.5]);
  const multiples = around.flatMap((number) => [Math.floor, Math.ceil].map((round) => round(toDecimal(number / step)) * step));
  return [...new Set([...ends, 0, 1, step, ...around, ...multiples, 1.5, -1].map(toDecimal))];
}

import { limit } from "./limit.js";
import { checkFormat } from "./format.js";
import type { Keywords } from "./walk.js";

/** What schemas say about numbers. */
export const numberKeywords: Keywords<number> = [
  limit(
    "minimum",
    (value, least) => value >= least,
    (least) => `must be >= ${least}`,
  ),
  limit(
    "maximum",
    (value, most) => value <= most,
    (most) => `must be <= ${most}`,
  ),
  limit(
    "exclusiveMinimum",
    (value, bound) => value > bound,
    (bound) => `must be > ${bound}`,
  ),
  limit(
    "exclusiveMaximum",
    (value, bound) => value < bound,
    (bound) => `must be < ${bound}`,
  ),
  limit("multipleOf", isMultiple, (divisor) => `must be multiple of ${divisor}`),
  { keyword: "format", check: checkFormat },
];

/** As the generated validators judge it, with the rounding of doubles: 0.3 is not a multiple of 0.1, and 1e21 is none of 1. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return divisor <= 0 || quotient === Number.parseInt(String(quotient), 10);
}

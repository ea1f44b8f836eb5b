import { isMultipleOf } from "../../../templates/runtime/validators/checks.js";
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
  limit(
    "multipleOf",
    (value, divisor) => divisor <= 0 || isMultipleOf(value, divisor),
    (divisor) => `must be multiple of ${divisor}`,
  ),
  { keyword: "format", check: checkFormat },
];

/** Rounds the result of decimal arithmetic to remove floating-point errors: 3 times 0.1 is 0.3, not 0.30000000000000004. */
export function toDecimal(result: number): number {
  return Number.isInteger(result) ? result : Number(result.toPrecision(15));
}

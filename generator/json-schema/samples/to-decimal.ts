/** The result of arithmetic with decimals, without what doubles add to it: 3 times 0.1 is 0.3, not 0.30000000000000004. */
export function toDecimal(result: number): number {
  return Number.isInteger(result) ? result : Number(result.toPrecision(15));
}

/**
 * The middle of some numbers; of an even count, the mean of the two in the middle.
 * @param {readonly number[]} values
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The value below which the given share of the numbers lies.
 * @param {readonly number[]} values
 * @param {number} share 0 to 1
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/**
 * What turns measured: their median, and between which values it lies. The turns of everything that is compared follow each other, so
 * what disturbs the machine disturbs all of it: aims are compared with ratios of single turns.
 * @param {readonly number[]} turns
 * @returns {{ reached: number, range: [low: number, high: number] }}
 */
export function figureOf(turns) {
  return { reached: median(turns), range: medianRange(turns) };
}

/**
 * What turns measured, relative to those of something else.
 * @param {readonly number[]} turns
 * @param {readonly number[]} others
 */
export function ratioOf(turns, others) {
  return figureOf(turns.map((value, turn) => value / (others[turn] ?? Number.NaN)));
}

/**
 * Between which values the median of what was sampled lies, 19 times in 20.
 * @param {readonly number[]} values
 * @returns {[low: number, high: number]}
 */
export function medianRange(values) {
  const reach = 1 / Math.sqrt(Math.max(4, values.length));
  return [quantile(values, 0.5 - reach), quantile(values, 0.5 + reach)];
}

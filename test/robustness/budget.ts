/** Whether everything is tried: `ROBUSTNESS=whole`. Otherwise it is what takes some five minutes on two cores, as in CI. */
const isWhole = process.env["ROBUSTNESS"] === "whole";

const fraction = 8;

/** Where random inputs start; the same seed makes the same ones. */
export const seed = Number(process.env["SEED"] ?? 1);

/** The number of random inputs, of which there are so many in the whole. */
export function randomInputs(whole: number): number {
  return Number(process.env["RUNS"] ?? (isWhole ? whole : Math.ceil(whole / fraction)));
}

/** All inputs in the whole; else a part, another one for each `turn`, so that all turns together still try each input. */
export function partOf<Input>(inputs: readonly Input[], turn: number): readonly Input[] {
  return isWhole ? inputs : inputs.filter((_, index) => (index + turn + seed) % fraction === 0);
}

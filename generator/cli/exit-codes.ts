/** How the process ends. */
export const exitCodes = {
  ok: 0,
  /** Errors in the contract, or an output folder that can't be written. */
  findings: 1,
  usage: 2,
  /** `generate --check` found a difference. */
  drift: 3,
  /** `diff` found a change that breaks clients. */
  breaking: 4,
  internal: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** From the best to the worst. */
const ranks: readonly ExitCode[] = [0, 3, 4, 1, 2, 70, 130];

/** How a run of two parts ends. */
export function worseOf(a: ExitCode, b: ExitCode): ExitCode {
  return ranks.indexOf(a) > ranks.indexOf(b) ? a : b;
}

/** The command line or its surroundings are wrong: ends the process with exit code 2. */
export class UsageError extends Error {}

/** The exit codes of the process. */
export const exitCodes = {
  ok: 0,
  /** Errors in the contract, or an unwritable output folder. */
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

/** From best to worst. */
const ranks: readonly ExitCode[] = [0, 3, 4, 1, 2, 70, 130];

/** The exit code of a run of two parts. */
export function worseOf(a: ExitCode, b: ExitCode): ExitCode {
  return ranks.indexOf(a) > ranks.indexOf(b) ? a : b;
}

/** An invalid command line or environment: ends the process with exit code 2. */
export class UsageError extends Error {}

/** How the process ends. */
export const exitCodes = {
  ok: 0,
  /** Errors in the contract, or an output folder that can't be written. */
  findings: 1,
  usage: 2,
  /** `generate --check` found a difference. */
  drift: 3,
  internal: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

import type { Location } from "../../diagnostics/diagnostic.js";

/** One rule of the contract that an exchange breaks. It names fields and rules, never values. */
export interface Finding {
  /** JSON pointer below the exchange: `/request/body/cidr`. A field that is missing or not allowed is named too. */
  readonly pointer: string;
  /** The keyword of the schema, or what else is broken: `content-type`, `status`, `secret`, … */
  readonly rule: string;
  /** What is wrong or was expected, to stand behind the pointer: `must be string`. */
  readonly message: string;
  /** What may have been meant instead of a name or value. */
  readonly suggestion?: string;
  /** Where the contract says so. */
  readonly contractPlace?: Location;
}

/** Collects findings; `Finding[]` is one. */
export interface Findings {
  push(finding: Finding): unknown;
}

/** Makes a finding; what is `undefined` is left out. */
export function finding(
  pointer: string,
  rule: string,
  message: string,
  details: { readonly suggestion?: string | undefined; readonly contractPlace?: Location | undefined } = {},
): Finding {
  const { suggestion, contractPlace } = details;
  return {
    pointer,
    rule,
    message,
    ...(suggestion !== undefined && { suggestion }),
    ...(contractPlace && { contractPlace }),
  };
}

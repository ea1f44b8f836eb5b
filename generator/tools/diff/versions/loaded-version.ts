import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import type { Integers } from "../../../document/load-contract.js";
import type { ContractVersion } from "../contract/contract-version.js";

export interface LoadVersionOptions {
  readonly workingFolder: string;
  readonly extensionPrefix?: string;
  readonly integers?: Integers;
}

/** A version, or what stands in its way; `path` is where its contract is, as the user would write it. */
export interface LoadedVersion {
  readonly version: ContractVersion | undefined;
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

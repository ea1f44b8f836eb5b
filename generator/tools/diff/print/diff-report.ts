import type { Change } from "../change.js";
import type { Level } from "../next-version.js";

/** A change that was agreed on, and why. */
export interface AgreedChange {
  readonly change: Change;
  readonly reason: string;
}

/** What was found out about two versions. */
export interface DiffReport {
  readonly baseName: string;
  readonly revisionName: string;
  readonly open: readonly Change[];
  readonly accepted: readonly AgreedChange[];
  readonly level: Level;
  /** Absent where the base's version is no number that can be raised. */
  readonly nextVersion: string | undefined;
}

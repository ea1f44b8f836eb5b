import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Change } from "../tools/diff/change.js";
import type { Level } from "../tools/diff/diff-versions.js";
import type { ChangeSeverity } from "../tools/diff/rule.js";
import { defaults } from "./defaults.js";

export type { Change };

export interface DiffOptions {
  readonly workingFolder?: string;
  /** The `platform` of `x-platform-<type>-actions`. */
  readonly extensionPrefix?: string;
  /** Whether `format: int64` rejects integers beyond 2^53 or accepts them rounded; `exact` unless given. */
  readonly integers?: "exact" | "rounded";
  /** How much changes weigh, by the names of their rules: `action-removed`. */
  readonly severities?: Readonly<Record<string, ChangeSeverity>>;
}

/** What differs between two versions of a contract. */
export interface Difference {
  /** What stands in the way of reading them; with an error the rest is absent. */
  readonly diagnostics: readonly Diagnostic[];
  /** Those that break clients have the severity `error`. */
  readonly changes?: readonly Change[];
  /** How much of the version number the changes raise. */
  readonly level?: Level;
  /** Absent where the base's version is no number that can be raised. */
  readonly nextVersion?: string;
}

/**
 * Compares two versions of a contract: files, or `git:<ref>:<path>`, where `git:<ref>` alone stands for the same path as the
 * revision's.
 */
export async function diff(base: string, revision: string, options: DiffOptions = {}): Promise<Difference> {
  const { severities = {}, ...loading } = { ...defaults(), ...options };
  const { loadVersion } = await import("../tools/diff/versions/load-version.js");
  const { parseVersionName } = await import("../tools/diff/versions/load-version.js");
  const [before, after] = [base, revision].map((text) => {
    const name = parseVersionName(text);
    const hasPath = name.kind === "file" || name.path !== undefined;
    return loadVersion(hasPath ? name : { ...name, path: `./${revision}` }, loading);
  }) as [ReturnType<typeof loadVersion>, ReturnType<typeof loadVersion>];
  const diagnostics = [...before.diagnostics, ...after.diagnostics];
  if (!before.version || !after.version) return { diagnostics };
  const { diffVersions } = await import("../tools/diff/diff-versions.js");
  const versions = { before: before.version, after: after.version };
  const { report } = diffVersions(versions, { severities, accepted: [], today: "" });
  const { open: changes, level, nextVersion } = report;
  return { diagnostics, changes, level, ...(nextVersion !== undefined && { nextVersion }) };
}

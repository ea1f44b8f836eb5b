import type { JsonValue } from "../../../document/json-value.js";
import type { ContractWithDocuments } from "../../../model/contract.js";
import type { ContractFiles } from "../site.js";

/** A version of the contract in a site. */
export interface SiteVersion {
  readonly contract: ContractWithDocuments;
  readonly source: ContractFiles;
  /** As readers know it; unique in a site. */
  readonly name: string;
  /** The day of its release: `2027-01-31`. */
  readonly released?: string | undefined;
  /** What changed since the version before it; absent for the first one. */
  readonly changes?: readonly VersionChange[] | undefined;
}

/** A change between two versions, as `diff` reports it. */
export interface VersionChange {
  readonly rule: { readonly breaks: "client" | "server" | "both" | "nobody"; readonly why: string };
  readonly severity: "error" | "warning" | "info" | "off";
  /** Names in it are quoted. */
  readonly message: string;
  readonly subjects: readonly ChangedPart[];
  /** A value that demonstrates it. */
  readonly witness?: JsonValue;
  readonly isCertain: boolean;
}

/** A part of the contract in both versions; the part around it in a version that doesn't have it. */
export interface ChangedPart {
  readonly before?: PartName;
  readonly after?: PartName;
}

/** An operation, a service type or an action. */
export type PartName =
  | { readonly kind: "operation"; readonly role: string; readonly method: string; readonly path: string }
  | { readonly kind: "type"; readonly type: string }
  | { readonly kind: "action"; readonly type: string; readonly action: string };

/** The sections of changes, the most important first. */
export const severities = [
  { severity: "error", id: "breaking", title: "Breaking changes", noun: "breaking change" },
  { severity: "warning", id: "warnings", title: "Warnings", noun: "warning" },
  { severity: "info", id: "compatible", title: "Compatible changes", noun: "compatible change" },
] as const;

/** Summarizes changes: `2 breaking changes, 1 warning`. */
export function summarize(changes: readonly VersionChange[]): string {
  const parts = severities.flatMap(({ severity, noun }) => {
    const found = changes.filter((change) => change.severity === severity).length;
    return found === 0 ? [] : [`${found} ${noun}${found === 1 ? "" : "s"}`];
  });
  return parts.length === 0 ? "no changes that callers notice" : parts.join(", ");
}

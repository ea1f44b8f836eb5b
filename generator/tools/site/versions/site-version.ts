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
  readonly rule: {
    readonly breaks: "client" | "server" | "both" | "nobody";
    readonly why: string;
    /** Set if the change adds something that API consumers can call. */
    readonly isAddition?: true;
  };
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

/** The sections of changes, the most important for API consumers first. */
export const sections = [
  { kind: "breaking", title: "Breaking changes", noun: "breaking change" },
  { kind: "new", title: "New", noun: "addition" },
  { kind: "warnings", title: "Warnings", noun: "warning" },
  { kind: "compatible", title: "Compatible changes", noun: "compatible change" },
] as const;

/** Returns the section of a change; absent if it is not reported. What only servers have to adapt to is no warning to those that call them. */
export function sectionOf({ rule, severity }: VersionChange): (typeof sections)[number]["kind"] | undefined {
  if (severity === "off") return undefined;
  if (rule.isAddition) return "new";
  if (severity === "error") return "breaking";
  return severity === "warning" && rule.breaks !== "server" ? "warnings" : "compatible";
}

/** Returns the reported changes by section. */
export function bySection(changes: readonly VersionChange[]): VersionChange[] {
  return sections.flatMap(({ kind }) => changes.filter((change) => sectionOf(change) === kind));
}

/** Summarizes changes: `2 breaking changes, 1 addition`. */
export function summarize(changes: readonly VersionChange[]): string {
  const parts = sections.flatMap(({ kind, noun }) => {
    const found = changes.filter((change) => sectionOf(change) === kind).length;
    return found === 0 ? [] : [`${found} ${noun}${found === 1 ? "" : "s"}`];
  });
  return parts.length === 0 ? "no changes that callers notice" : parts.join(", ");
}

import type { Change } from "./change.js";

/** How much of a version number a change raises. */
export type Level = "major" | "minor" | "patch" | "none";

/** The level of all changes together: errors are breaking, everything else that is found is growth. */
export function levelOf(changes: readonly Change[], isSameText: boolean): Level {
  if (changes.some(({ severity }) => severity === "error")) return "major";
  if (changes.length > 0) return "minor";
  return isSameText ? "none" : "patch";
}

/**
 * The version after a number of the form 1.2.3, or nothing for other texts. Before 1.0.0 a breaking change raises the second
 * part and growth the third, as the first promises nothing yet. What is behind a hyphen ends with the next version.
 */
export function nextVersion(version: string, level: Level): string | undefined {
  const match = /^(v?)(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.exec(version);
  if (!match) return undefined;
  if (level === "none") return version;
  const [, v = ""] = match;
  const [major, minor, patch] = match.slice(2, 5).map(Number) as [number, number, number];
  const isUnreleased = match[5] !== undefined;
  const raised = major > 0 || level === "patch" ? level : level === "major" ? "minor" : "patch";
  const parts =
    raised === "major" && !(isUnreleased && minor === 0 && patch === 0)
      ? [major + 1, 0, 0]
      : raised === "minor" && !(isUnreleased && patch === 0)
        ? [major, minor + 1, 0]
        : raised === "patch" && !isUnreleased
          ? [major, minor, patch + 1]
          : [major, minor, patch];
  return `${v}${parts.join(".")}`;
}

import path from "node:path";
import type { Diagnostic, Location } from "../diagnostics/diagnostic.js";

/**
 * The root of the repository that a build runs in, as the build's environment names it: GitHub, GitLab and what reads
 * SARIF look files up from there, wherever the command was run.
 */
export function repositoryRoot(environment: NodeJS.ProcessEnv): string | undefined {
  return environment["GITHUB_WORKSPACE"] || environment["CI_PROJECT_DIR"] || undefined;
}

/** The same diagnostics with their paths relative to another folder; files outside of it keep theirs. */
export function relativeTo(root: string, diagnostics: readonly Diagnostic[], workingFolder: string): readonly Diagnostic[] {
  const move = (location: Location): Location => {
    const relative = path.relative(root, path.resolve(workingFolder, location.path));
    const isInside = relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
    return isInside ? { ...location, path: relative.split(path.sep).join("/") } : location;
  };
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    ...(diagnostic.location && { location: move(diagnostic.location) }),
    related: diagnostic.related.map((place) => ({ ...place, location: move(place.location) })),
  }));
}

/** A module of the output, with the validator functions that its guards call. */
export interface ModuleRoots {
  readonly module: string;
  readonly functions: readonly string[];
}

/** The module of what several others use. */
export const sharedModule = "schemas";

/**
 * Says for each validator function that is reached which module it stands in: that of its only user, or the shared one.
 * So importing the validators of one service type doesn't load those of another.
 */
export function placeSchemas(roots: readonly ModuleRoots[], callsOf: (name: string) => Iterable<string>): Map<string, string> {
  const places = new Map<string, string>();
  for (const { module, functions } of roots) {
    const pending = [...functions];
    const seen = new Set<string>();
    while (pending.length > 0) {
      const name = pending.pop()!;
      if (seen.has(name)) continue;
      seen.add(name);
      pending.push(...callsOf(name));
    }
    for (const name of seen) places.set(name, places.has(name) ? sharedModule : module);
  }
  return places;
}

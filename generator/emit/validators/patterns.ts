/** A pattern as validators run it: with the flag `u`, or without where only that compiles; `undefined`: not at all. */
export function compilePattern(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Try the next.
    }
  }
  return undefined;
}

/** The maximum number of characters of cached patterns: more than contracts have, and little memory. */
const maxCharacters = 2_000_000;

/**
 * Returns a function of patterns that computes each result once: most patterns occur in several locations, and several
 * modules need their results.
 */
export function onceEach<Result>(compute: (pattern: string) => Result): (pattern: string) => Result {
  const known = new Map<string, Result>();
  let characters = 0;
  const add = (pattern: string, result: Result): Result => {
    characters += pattern.length;
    if (characters > maxCharacters) {
      known.clear();
      characters = pattern.length;
    }
    known.set(pattern, result);
    return result;
  };
  return (pattern) => known.get(pattern) ?? add(pattern, compute(pattern));
}

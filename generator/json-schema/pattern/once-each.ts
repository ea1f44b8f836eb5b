/** The maximum number of characters of cached patterns: more than contracts have, and little memory. */
const maxCharacters = 2_000_000;

/** A function of patterns that knows its results. */
export interface OnceEach<Result> {
  (pattern: string): Result;
  /** Adds a result that an earlier run computed. */
  learn(pattern: string, result: Result): void;
}

/**
 * Returns a function of patterns that computes each result once: most patterns occur in several locations, and several
 * modules need their results.
 */
export function onceEach<Result>(compute: (pattern: string) => Result): OnceEach<Result> {
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
  const find = (pattern: string): Result => known.get(pattern) ?? add(pattern, compute(pattern));
  return Object.assign(find, {
    learn(pattern: string, result: Result) {
      if (!known.has(pattern)) add(pattern, result);
    },
  });
}

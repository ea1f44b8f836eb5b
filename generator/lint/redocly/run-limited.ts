import vm from "node:vm";

/**
 * Runs a function, but not for longer than a time: regular expressions and unions of a contract can keep a rule busy
 * for years, and nothing else in one thread can stop a regular expression. True if it came to its end.
 */
export function runLimited(milliseconds: number, run: () => void): boolean {
  let error: unknown;
  const guarded = () => {
    try {
      run();
    } catch (thrown) {
      error = thrown;
    }
  };
  try {
    vm.runInNewContext("guarded()", { guarded }, { timeout: milliseconds });
  } catch {
    return false;
  }
  if (error) throw error;
  return true;
}

/** A signal that ends an attempt when its time is up or its caller gives it up. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** What ended it, if anything did. */
  readonly ended: () => "TimeoutError" | "AbortError" | undefined;
  /** Lets go of the clock and of the caller's signal. */
  readonly clear: () => void;
}

/** Timers that are set to more fire at once. */
const maxTimeout = 2 ** 31 - 1;

/** Joins a number of milliseconds (0: no limit) and a caller's signal. Unlike `AbortSignal.any`, it can be let go. */
export function limitTime(milliseconds: number, given: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  let isLate = false;
  const expire = () => {
    isLate = true;
    abort();
  };
  const timer = milliseconds > 0 ? setTimeout(expire, Math.min(milliseconds, maxTimeout)) : undefined;
  if (given?.aborted) abort();
  given?.addEventListener("abort", abort);
  return {
    signal,
    ended: () => (isLate ? "TimeoutError" : signal.aborted ? "AbortError" : undefined),
    clear: () => {
      clearTimeout(timer);
      given?.removeEventListener("abort", abort);
    },
  };
}

/** Waits for some milliseconds, or until a signal is aborted: then it resolves early. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    }
    signal?.addEventListener("abort", end);
  });
}

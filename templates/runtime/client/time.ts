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
  let ended: ReturnType<TimeLimit["ended"]>;
  const end = (how: typeof ended) => {
    ended ??= how;
    controller.abort();
  };
  const abort = () => end("AbortError");
  const timer = milliseconds > 0 ? setTimeout(end, Math.min(milliseconds, maxTimeout), "TimeoutError") : undefined;
  if (given?.aborted) abort();
  given?.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    ended: () => ended,
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

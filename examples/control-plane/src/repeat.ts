import { type Log, describeError } from "./log.js";

/** Does something every so many milliseconds, once at a time, until it is stopped. A failure is logged as a warning. */
export function repeat(pause: number, problem: string, log: Log, work: () => Promise<unknown>): { stop(): Promise<void> } {
  let current: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    current ??= work()
      .catch((error: unknown) => log("warning", problem, describeError(error)))
      .finally(() => (current = undefined));
  }, pause);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}

import { setImmediate as othersTurn } from "node:timers/promises";
import { createLimiter } from "./limiter.js";

/** Work that yields wherever it may be interrupted. */
export type Sliced<Result> = Generator<void, Result>;

/** How long work runs before others have their turn, in milliseconds. */
const slice = 1;

const limit = createLimiter({ total: Infinity, perKey: 1 });

/**
 * Runs work that only computes, in slices: requests of others are handled in between. Of each tenant one such work runs, the rest
 * waits.
 */
export function inSlices<Result>(tenant: string, work: Sliced<Result>): Promise<Result> {
  return limit(tenant, async () => {
    for (let end = performance.now() + slice; ;) {
      const { done, value } = work.next();
      if (done) return value as Result;
      if (performance.now() < end) continue;
      await othersTurn();
      end = performance.now() + slice;
    }
  });
}

import { AsyncLocalStorage } from "node:async_hooks";

/** How many may work at once. */
export interface Limits {
  readonly total: number;
  /** Of those that share a key. */
  readonly perKey: number;
}

/** Runs work, but only so much of it at once; the rest waits. */
type Limiter = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets so much work run at once. What waits is taken in its order, but for keys that run as much as they may: many calls of one
 * key don't hold up another. Work that begins more of it inside does not wait for itself.
 */
export function createLimiter({ total, perKey }: Limits): Limiter {
  const inside = new AsyncLocalStorage<true>();
  const running = new Map<string, number>();
  const waiting: { readonly key: string; readonly start: () => void }[] = [];
  let busy = 0;

  const isFree = (key: string) => busy < total && (running.get(key) ?? 0) < perKey;
  const change = (key: string, by: 1 | -1) => {
    busy += by;
    const left = (running.get(key) ?? 0) + by;
    if (left === 0) running.delete(key);
    else running.set(key, left);
  };
  const startNext = () => {
    const index = waiting.findIndex(({ key }) => isFree(key));
    if (index === -1) return;
    const [next] = waiting.splice(index, 1);
    change(next!.key, 1);
    next!.start();
  };

  return async (key, work) => {
    if (inside.getStore()) return work();
    if (isFree(key)) change(key, 1);
    else await new Promise<void>((start) => waiting.push({ key, start }));
    try {
      return await inside.run(true, work);
    } finally {
      change(key, -1);
      startNext();
    }
  };
}

import { AsyncLocalStorage } from "node:async_hooks";

/** Limits of concurrent work. */
export interface Limits {
  readonly total: number;
  /** The limit for work with the same key. */
  readonly perKey: number;
}

/** Gives turns to those who ask for one. */
export interface Turns {
  /** The number of waiting callers. */
  readonly waiting: number;
  /**
   * Waits for a turn, and returns what ends it. Without a key only the total counts. Rejects with the reason of the signal if
   * that comes first.
   */
  take(key: string | undefined, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly key: string | undefined;
  readonly start: () => void;
}

/**
 * Turns for so many at once. Of those that wait the next is one whose key has the fewest turns, the first of them: however many
 * wait for one key, they don't hold up another.
 */
export function createTurns({ total, perKey }: Limits): Turns {
  const running = new Map<string | undefined, number>();
  const waiting = new Set<Waiting>();
  let busy = 0;

  const countOf = (key: string | undefined) => running.get(key) ?? 0;
  const isFree = (key: string | undefined) => busy < total && (key === undefined || countOf(key) < perKey);
  const change = (key: string | undefined, by: 1 | -1) => {
    busy += by;
    const left = countOf(key) + by;
    if (left === 0) running.delete(key);
    else running.set(key, left);
  };
  const startNext = () => {
    let next: Waiting | undefined;
    for (const each of waiting) if (isFree(each.key) && (!next || countOf(each.key) < countOf(next.key))) next = each;
    if (!next) return;
    waiting.delete(next);
    change(next.key, 1);
    next.start();
  };
  const wait = (key: string | undefined, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => waiting.delete(own) && reject(signal!.reason as Error);
      const own: Waiting = {
        key,
        start() {
          signal?.removeEventListener("abort", abort);
          resolve();
        },
      };
      signal?.addEventListener("abort", abort);
      waiting.add(own);
    });

  return {
    get waiting() {
      return waiting.size;
    },
    async take(key, signal) {
      if (isFree(key)) change(key, 1);
      else await wait(key, signal);
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        change(key, -1);
        startNext();
      };
    },
  };
}

/** Runs work, but only so much of it at once; the rest waits. */
type Limiter = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Lets so much work run at once, in fair turns. Work that begins more of it inside does not wait for itself. */
export function createLimiter(limits: Limits): Limiter {
  const inside = new AsyncLocalStorage<true>();
  const turns = createTurns(limits);
  return async (key, work) => {
    if (inside.getStore()) return work();
    const end = await turns.take(key);
    try {
      return await inside.run(true, work);
    } finally {
      end();
    }
  };
}

/** Runs work unless as much of its key runs or waits as may: then it throws at once. */
export type Gate = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Lets so much work of each key in at once, and rejects the rest with the error that is made for it. */
export function createGate(max: number, tooMuch: () => Error): Gate {
  const present = new Map<string, number>();
  return async (key, work) => {
    const count = present.get(key) ?? 0;
    if (count >= max) throw tooMuch();
    present.set(key, count + 1);
    try {
      return await work();
    } finally {
      const left = present.get(key)! - 1;
      if (left === 0) present.delete(key);
      else present.set(key, left);
    }
  };
}

/** How much a process does at once for callers of one address whom it does not know yet. */
export const maxUnknown = 64;

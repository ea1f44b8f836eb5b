import { ClientError } from "./errors.js";
import { limitTime } from "./time-limit.js";
import { wait } from "./wait.js";

/** How often to look, and for how long. */
export interface PollOptions<Value> {
  /** Milliseconds before the second look: 1,000 unless told. Each pause is half as long again as the one before. */
  readonly interval?: number | undefined;
  /** No pause is longer, in milliseconds: 15,000 unless told. */
  readonly longestInterval?: number | undefined;
  /** Milliseconds until it is given up: no end unless told. What is looked at goes on all the same. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Is told what each look found; the next one waits for it, and it all fails with it. */
  readonly onProgress?: ((value: Value) => void) | undefined;
}

/** Looks at something again and again until it is done; answers what the last look found. `name` is for messages. */
export async function poll<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  isDone: (value: Value) => boolean,
  { interval = 1000, longestInterval = 15_000, timeout = 0, signal, onProgress }: PollOptions<Value> = {},
  name = "poll",
): Promise<Value> {
  const limit = limitTime(timeout, signal);
  try {
    for (let pause = interval; ; pause *= 1.5) {
      limit.signal.throwIfAborted();
      const value = await read(limit.signal);
      await onProgress?.(value);
      if (isDone(value)) return value;
      await wait(Math.min(pause, longestInterval), limit.signal);
    }
  } catch (error) {
    const ended = limit.ended();
    if (!ended) throw error;
    throw new ClientError(ended, name, ended === "TimeoutError" ? "did not end in time" : "was given up by its caller");
  } finally {
    limit.clear();
  }
}

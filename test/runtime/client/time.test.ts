import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { wait } from "../../../templates/runtime/client/call.js";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

test("it waits, and leaves no timers behind", async () => {
  const { signal } = new AbortController();
  const done = vi.fn<() => void>();
  void wait(1000, signal).then(done);
  await vi.advanceTimersByTimeAsync(999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("it ends early when its signal is aborted, or was before", async () => {
  const controller = new AbortController();
  const waiting = wait(1000, controller.signal);
  controller.abort();
  await waiting;
  await wait(1000, controller.signal);
  expect(vi.getTimerCount()).toBe(0);
});

import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitTime, wait } from "../../../templates/runtime/client/call.js";

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

test("a timeout that no timer can have means none", async () => {
  for (const milliseconds of [2 ** 31, Infinity]) {
    const limit = limitTime(milliseconds, undefined);
    await vi.advanceTimersByTimeAsync(1000);
    expect([limit.signal.aborted, limit.explain("call", "timed out"), vi.getTimerCount()]).toEqual([false, undefined, 0]);
  }
});

test("what ended a call is explained, and its caller's signal is released", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const [late, aborted, before] = [limitTime(10, undefined), limitTime(1000, signal), limitTime(1000, AbortSignal.abort())];
  await vi.advanceTimersByTimeAsync(10);
  expect(late.explain("call", "timed out")).toMatchObject({ name: "TimeoutError", message: "call timed out" });
  expect(aborted.explain("call", "timed out")).toBe(undefined);
  controller.abort();
  for (const limit of [aborted, before]) {
    expect(limit.explain("call", "timed out")).toMatchObject({ name: "AbortError", message: "call was aborted by its caller" });
    limit.clear();
  }
  expect([getEventListeners(signal, "abort"), vi.getTimerCount()]).toEqual([[], 0]);
});

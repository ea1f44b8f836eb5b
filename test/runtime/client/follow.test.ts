import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { poll } from "../../../templates/runtime/client/follow.js";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

test("pauses grow by half, up to the longest", async () => {
  const times: number[] = [];
  const read = async () => times.push(Date.now());
  const done = poll(read, (looks) => looks === 6, { interval: 1000, maxInterval: 3000 });
  await vi.runAllTimersAsync();
  expect(await done).toBe(6);
  expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual([1000, 1500, 2250, 3000, 3000]);
});

test("a value that is done at the first poll is not polled again", async () => {
  const read = vi.fn<() => Promise<string>>(async () => "done");
  expect(await poll(read, () => true)).toBe("done");
  expect(read).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test("an error of a poll ends it", async () => {
  const broken = new Error("broken");
  await expect(
    poll(
      () => Promise.reject(broken),
      () => true,
    ),
  ).rejects.toBe(broken);
  expect(vi.getTimerCount()).toBe(0);
});

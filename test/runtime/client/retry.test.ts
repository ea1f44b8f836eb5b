import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, type Call, ClientError, type ClientErrorName } from "../../../templates/runtime/client/call.js";
import { type RetryOptions, createRetry, readRetryAfter } from "../../../templates/runtime/client/middleware.js";

const call = {
  name: "getThing",
  route: { name: "getThing", method: "GET", path: "/" },
  args: {},
  options: {},
} as unknown as Call;

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The milliseconds between the attempts of a call that always fails, while chance is as given. */
async function waitsOf(chance: number, options: RetryOptions, headers: Record<string, string> = {}): Promise<number[]> {
  vi.spyOn(Math, "random").mockReturnValue(chance);
  const times: number[] = [];
  const send = async () => {
    times.push(Date.now());
    throw new ApiError("getThing", { status: 503, headers: new Headers(headers), body: undefined });
  };
  const outcome = createRetry({}, options)(call, send).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await outcome).toBeInstanceOf(ApiError);
  return times.slice(1).map((time, index) => time - times[index]!);
}

test("waits double, up to the longest", async () => {
  expect(await waitsOf(1, { attempts: 6, delay: 100, maxDelay: 500 })).toEqual([100, 200, 400, 500, 500]);
});

test("jitter shortens a wait by a random part", async () => {
  expect(await waitsOf(0.5, { attempts: 3, delay: 100 })).toEqual([50, 100]);
  expect(await waitsOf(0, { attempts: 3, delay: 100 })).toEqual([0, 0]);
});

test("by default, there are three attempts, and the first wait is at most 200 ms", async () => {
  expect(await waitsOf(1, {})).toEqual([200, 400]);
});

test("a delay requested by the API overrides jitter", async () => {
  expect(await waitsOf(0.5, { attempts: 3, delay: 100 }, { "retry-after": "2" })).toEqual([2050, 2100]);
  expect(await waitsOf(0.5, { attempts: 3, maxDelay: 1999 }, { "retry-after": "2" })).toEqual([]);
});

test("one attempt means no retry", async () => {
  expect(await waitsOf(1, { attempts: 1 })).toEqual([]);
});

const now = Date.parse("2026-11-20T09:00:00Z");

test.each([
  ["0", undefined, 0],
  ["120", undefined, 120_000],
  ["Fri, 20 Nov 2026 09:00:30 GMT", undefined, 30_000],
  ["Fri, 20 Nov 2026 08:00:00 GMT", undefined, 0],
  // By the server's clock, which is an hour behind.
  ["Fri, 20 Nov 2026 08:00:30 GMT", "Fri, 20 Nov 2026 08:00:00 GMT", 30_000],
  ["Fri, 20 Nov 2026 09:00:30 GMT", "no date", 30_000],
  ["soon", undefined, undefined],
  ["-5", undefined, undefined],
  ["1.5", undefined, undefined],
  ["", undefined, undefined],
])("Retry-After %j, Date %j: %j ms", (retryAfter, date, milliseconds) => {
  const headers = new Headers({ "retry-after": retryAfter, ...(date && { date }) });
  expect(readRetryAfter(headers, now)).toBe(milliseconds);
});

test("without it, there is no delay", () => {
  expect(readRetryAfter(new Headers(), now)).toBeUndefined();
});

const mebibyte = 1_048_576;

test.each<[name: string, body: unknown, error: ClientErrorName, attempts: number]>([
  ["no body", undefined, "NetworkError", 3],
  ["a small object", { a: "b", c: [1, null] }, "NetworkError", 3],
  ["a small upload", new Uint8Array(mebibyte), "NetworkError", 3],
  ["a large upload", new Uint8Array(mebibyte + 1), "NetworkError", 1],
  ["a large file", new Blob([new Uint8Array(mebibyte + 1)]), "NetworkError", 1],
  ["a form with a large file", { name: "a", file: [new Blob([new Uint8Array(mebibyte + 1)])] }, "NetworkError", 1],
  ["a large text", "x".repeat(mebibyte + 1), "NetworkError", 1],
  ["a large object", { text: "x".repeat(mebibyte + 1) }, "NetworkError", 1],
  ["a large upload", new Uint8Array(mebibyte + 1), "TimeoutError", 3],
])("%s, after a failure: %s", async (_, body, name, attempts) => {
  let count = 0;
  const send = async () => {
    count++;
    throw new ClientError(name, "putThing", "failed");
  };
  const sent = { ...call, route: { name: "getThing", method: "PUT", path: "/" }, args: { body } };
  const outcome = createRetry({}, {})(sent, send).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect([await outcome, count]).toEqual([expect.objectContaining({ name }), attempts]);
});

test.each([400, 401, 404, 413, 415, 422])("a body that was rejected with %i is not sent again", async (status) => {
  let count = 0;
  const send = async () => {
    count++;
    throw new ApiError("putThing", { status, headers: new Headers(), body: undefined });
  };
  const outcome = createRetry({}, {})({ ...call, route: { name: "getThing", method: "PUT", path: "/" } }, send).catch(
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  expect([await outcome, count]).toEqual([expect.any(ApiError), 1]);
});

import { expect, test } from "vitest";
import { readRetryAfter } from "../../../templates/runtime/client/retry.js";

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

test("without it there is no wait to read", () => {
  expect(readRetryAfter(new Headers(), now)).toBeUndefined();
});

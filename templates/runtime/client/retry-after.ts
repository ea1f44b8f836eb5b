/** Milliseconds that `Retry-After` asks to wait, given as seconds or as a date; `undefined`: it is absent or malformed. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Engines take much for a date; one of HTTP begins with the name of a day.
  const time = /^[A-Z]/.test(text) ? Date.parse(text) : Number.NaN;
  // Both by the clock of the server, if it says what time it is there.
  const sent = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : Math.max(0, time - (Number.isNaN(sent) ? now : sent));
}

import type { Call, Middleware } from "./call.js";
import { ApiError, ClientError } from "./errors.js";
import { wait } from "./time.js";

/** When to try again. */
export interface RetryOptions {
  /** Including the first one; default: 3. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt: default: 200. It doubles from one attempt to the next. */
  readonly delay?: number | undefined;
  /** The maximum delay in milliseconds; default: 20,000. If the API asks for a longer one, the call fails at once. */
  readonly maxDelay?: number | undefined;
}

/** Names of the actions that may be repeated, by service type. */
export type RepeatableActions = Readonly<Record<string, readonly string[]>>;

const safeMethods = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];

const passingStatuses = [408, 429, 500, 502, 503, 504];

/**
 * Repeats calls that failed temporarily if repeating them is safe: actions that are read-only or idempotent in the contract,
 * and operations with such a method. `client/index` has the one that knows the contract's actions.
 */
export function createRetry(repeatable: RepeatableActions, options: RetryOptions = {}): Middleware {
  const { attempts = 3, delay = 200, maxDelay = 20_000 } = options;
  return async (call, next) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await next(call);
      } catch (error) {
        if (attempt >= attempts || !isRepeatable(call, repeatable) || !mayPass(error)) throw error;
        const asked = error instanceof ApiError ? readRetryAfter(error.headers, Date.now()) : undefined;
        if (asked !== undefined && asked > maxDelay) throw error;
        // Chance keeps callers that failed together from coming back together.
        const jitter = Math.random() * Math.min(maxDelay, delay * 2 ** (attempt - 1));
        // A caller that gives up ends the wait; the next attempt then fails before it is sent.
        await wait((asked ?? 0) + jitter, call.options.signal);
      }
    }
  };
}

function isRepeatable({ service, action, route }: Call, repeatable: RepeatableActions): boolean {
  if (service === undefined || action === undefined) return safeMethods.includes(route.method);
  return Object.hasOwn(repeatable, service) && repeatable[service]!.includes(action);
}

function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return passingStatuses.includes(error.status);
  return error instanceof ClientError && (error.name === "NetworkError" || error.name === "TimeoutError");
}

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

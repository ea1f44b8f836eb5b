import type { Call, Middleware } from "./call.js";
import { ApiError, ClientError } from "./errors.js";
import { readRetryAfter } from "./retry-after.js";
import { wait } from "./wait.js";

/** When to try again. */
export interface RetryOptions {
  /** The first one counts: 3 unless told. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt: 200 unless told. They double from one attempt to the next. */
  readonly delay?: number | undefined;
  /** No wait is longer, in milliseconds: 20,000 unless told. If the API asks for more, the call fails at once. */
  readonly longestDelay?: number | undefined;
}

/** Names of the actions that may be repeated, by service type. */
export type RepeatableActions = Readonly<Record<string, readonly string[]>>;

const safeMethods = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];
const passingStatuses = [408, 429, 500, 502, 503, 504];

/**
 * Repeats calls that failed for a reason that may pass, if doing them twice does no harm: actions that the contract calls
 * read-only or idempotent, and operations whose method is. `client/index` has the one that knows the contract's actions.
 */
export function createRetry(repeatable: RepeatableActions, options: RetryOptions = {}): Middleware {
  const { attempts = 3, delay = 200, longestDelay = 20_000 } = options;
  return async (call, next) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await next(call);
      } catch (error) {
        if (attempt >= attempts || !isRepeatable(call, repeatable) || !mayPass(error)) throw error;
        const asked = error instanceof ApiError ? readRetryAfter(error.headers, Date.now()) : undefined;
        if (asked !== undefined && asked > longestDelay) throw error;
        // Chance keeps callers that failed together from coming back together.
        const jitter = Math.random() * Math.min(longestDelay, delay * 2 ** (attempt - 1));
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

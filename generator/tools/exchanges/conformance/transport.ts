import { setTimeout as wait } from "node:timers/promises";
import { readBody } from "./read-body.js";
import { HttpExchange, type HttpRequest } from "./http.js";

/** How requests reach the API: a part of the platform's `fetch`. */
export type TestFetch = (url: string, init: RequestInit) => Promise<Response>;

/** What a run may use. */
export interface Limits {
  /** Requests a second; 0: any number. */
  readonly rate: number;
  /** Requests in all. */
  readonly requests: number;
  /** Milliseconds in all. */
  readonly time: number;
  /** Milliseconds for one response. */
  readonly timeout: number;
  /** Milliseconds until work that was accepted has ended. */
  readonly work: number;
}

/** The platform's code for an address at which nothing listens. */
const refused = "ECONNREFUSED";

/** Thrown when the requests or the time of a run are used up, or it was interrupted. */
export class OutOfBudget extends Error {
  override get name(): string {
    return "OutOfBudget";
  }
}

/** Thrown when the API can't be reached or breaks a connection off. */
export class NoResponse extends Error {
  /** Whether a connection was broken off. */
  get isBroken(): boolean {
    return !this.isTimeout && this.message !== refused;
  }

  /** Whether the time for a response was up. */
  get isTimeout(): boolean {
    return (this.cause as Error | undefined)?.name === "TimeoutError";
  }

  override get name(): string {
    return "NoResponse";
  }
}

/** The longest `Retry-After` that is waited for, in seconds. */
const maxRetryAfter = 60;

/** Connections that are refused one after another until a server is taken for gone: one that restarts is soon back. */
const maxRefusals = 3;

/** Statuses with which servers ask to wait (RFC 9110, section 10.2.3; RFC 6585, section 4). */
const busy: ReadonlySet<number> = new Set([429, 503]);

/** Sends requests to one origin, and counts. */
export class Transport {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly #fetch: TestFetch;
  readonly #limits: Limits;
  readonly #signal: AbortSignal | undefined;
  readonly #start = performance.now();
  #next = 0;
  #refusals = 0;
  requests = 0;

  constructor(baseUrl: string, fetch: TestFetch, limits: Limits, signal?: AbortSignal) {
    this.baseUrl = baseUrl.replace(/\/+$/, "");
    this.#fetch = fetch;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** Whether nothing listens any more: a server that has ended. */
  get isGone(): boolean {
    return this.#refusals >= maxRefusals;
  }

  /** Sends a request. Waits and repeats it when the server asks for that. `isCleaning`: whatever is used up. */
  async send(request: HttpRequest, isCleaning = false): Promise<HttpExchange> {
    for (let attempt = 0; ; attempt++) {
      if (!isCleaning) this.#checkBudget();
      await this.#takeTurn();
      const exchange = await this.#exchange(request, isCleaning);
      const seconds = retryAfter(exchange.responseHeaders["retry-after"]);
      if (!busy.has(exchange.status) || seconds === undefined || attempt >= 3) return exchange;
      const time = seconds * 1_000;
      // Waiting longer than the run may take is no use.
      if (!isCleaning && performance.now() + time - this.#start > this.#limits.time) throw this.#outOfTime();
      await wait(time, undefined, { ...(this.#signal && !isCleaning && { signal: this.#signal }) }).catch(() => {
        throw new OutOfBudget("interrupted");
      });
    }
  }

  #checkBudget(): void {
    const { requests, time } = this.#limits;
    if (this.#signal?.aborted) throw new OutOfBudget("interrupted");
    if (this.requests >= requests) throw new OutOfBudget(`the budget of ${requests} requests is used up`);
    if (performance.now() - this.#start > time) throw this.#outOfTime();
  }

  #outOfTime(): OutOfBudget {
    return new OutOfBudget(`the time of ${Math.round(this.#limits.time / 1_000)} s is used up`);
  }

  async #takeTurn(): Promise<void> {
    const { rate } = this.#limits;
    if (rate === 0) return;
    const now = performance.now();
    const turn = Math.max(now, this.#next);
    this.#next = turn + 1_000 / rate;
    if (turn > now) await wait(turn - now);
  }

  async #exchange(request: HttpRequest, isCleaning: boolean): Promise<HttpExchange> {
    const { method, target, headers, body } = request;
    this.requests++;
    const timeout = AbortSignal.timeout(this.#limits.timeout);
    // What a request makes must be known, to be removed.
    const mayEnd = !isCleaning && (method === "GET" || method === "HEAD");
    const signal = this.#signal && mayEnd ? AbortSignal.any([this.#signal, timeout]) : timeout;
    try {
      const init: RequestInit = { method, headers, redirect: "manual", signal, ...(body && { body: body as BodyInit }) };
      const response = await this.#fetch(this.baseUrl + target, init);
      this.#refusals = 0;
      return new HttpExchange(request, response.status, response.headers, await readBody(response));
    } catch (error) {
      if (this.#signal?.aborted && mayEnd) throw new OutOfBudget("interrupted");
      const problem = describeFailure(error);
      this.#refusals = problem === refused ? this.#refusals + 1 : 0;
      throw new NoResponse(problem, { cause: error });
    }
  }
}

function describeFailure(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown } }).cause?.code;
  if (typeof cause === "string") return cause;
  if ((error as Error).name === "TimeoutError") return "no response in time";
  return error instanceof Error ? error.message : String(error);
}

/** Seconds; `undefined` for a header of another form, or a longer time than is waited for. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) || seconds > maxRetryAfter ? undefined : Math.max(seconds, 0);
}

import { limitTime, wait } from "../client/call.js";
import { readRetryAfter } from "../client/middleware.js";
import type { ValidationError } from "../json.js";
import type { Guard } from "../validators/guard.js";
import type { Bytes } from "../base64.js";
import { type Secrets, decodeSecrets, importKeys, sign } from "./signature.js";

/** How webhooks are sent. */
export interface SenderOptions {
  /** The number of attempts, including the first; default: 5. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt; default: 1,000. The delay doubles with each attempt. */
  readonly delay?: number | undefined;
  /** The maximum delay in milliseconds; default: 60,000. If the receiver requests a longer one, the delivery fails immediately. */
  readonly maxDelay?: number | undefined;
  /** The timeout of each attempt in milliseconds; default: 15,000; 0: none. */
  readonly timeout?: number | undefined;
  /** Sees every attempt. Its errors end the delivery. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** Replaces the platform's `fetch`, for example to allow some addresses only. No redirects are followed. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** The receiver of a webhook. */
export interface Endpoint {
  /** With `https:` or `http:`. */
  readonly url: string;
  /** A signature is made with each: the current one, and the previous one during a rotation. */
  readonly secrets: Secrets;
}

/** The options of one delivery. */
export interface DeliveryOptions {
  /** The id of the event, the same for each delivery of it; default: a new one. */
  readonly id?: string | undefined;
  /** Other headers, such as the parameters that the contract declares. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One attempt of a delivery. It has neither the address nor the body. */
export interface Attempt {
  readonly webhook: string;
  readonly id: string;
  /** From 1. */
  readonly number: number;
  /** Absent: there was no response. */
  readonly status?: number;
}

/** A webhook that has arrived. */
export interface Delivery {
  readonly id: string;
  readonly status: number;
  readonly attempts: number;
}

/** A webhook that was not delivered. It reveals no secret, no address and no body, and has no cause. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly webhook: string;
  readonly id: string;
  readonly attempts: number;
  /** That of the last response; absent: there was none. 410: the receiver wants no more. */
  readonly status: number | undefined;
  /** Why the body is invalid, if nothing was sent. */
  readonly problems: readonly ValidationError[];

  constructor(reason: string, { webhook, id, number, status }: Attempt, problems: readonly ValidationError[] = []) {
    super(`${webhook} ${reason}`);
    this.webhook = webhook;
    this.id = id;
    this.attempts = number;
    this.status = status;
    this.problems = problems;
  }
}

/** A webhook of the contract as data. */
export interface WebhookRoute {
  /** In upper case. */
  readonly method: string;
  /** Absent: it has no body. */
  readonly mediaType?: string;
  /** The check of a body of JSON. */
  readonly guard?: Guard<unknown>;
}

/** Sends a webhook and resolves when the receiver has accepted it; rejects with a `DeliveryError`. */
export type SendWebhook = (name: string, endpoint: Endpoint, body: unknown, options?: DeliveryOptions) => Promise<Delivery>;

/** Creates a sender; `webhooks/index` exports the one with the contract's types. */
export function createSender(
  routes: Readonly<Record<string, WebhookRoute>>,
  options: SenderOptions,
): { readonly send: SendWebhook } {
  const { attempts = 5, delay = 1000, maxDelay = 60_000 } = options;
  return {
    async send(webhook, endpoint, body, { id = `msg_${crypto.randomUUID()}`, headers, signal } = {}) {
      const route = Object.hasOwn(routes, webhook) ? routes[webhook] : undefined;
      if (!route) throw new TypeError("The contract declares no such webhook");
      const url = readUrl(endpoint.url);
      if (!/^[\x21-\x7e]{1,256}$/.test(id)) throw new TypeError("The id of a webhook is 1 to 256 characters of ASCII");
      const keys = await importKeys(decodeSecrets(endpoint.secrets));
      const bytes = writeBody(route, body, { webhook, id, number: 0 });
      for (let number = 1; ; number++) {
        const content = { id, timestamp: String(Math.floor(Date.now() / 1000)), body: bytes };
        const all = new Headers(headers);
        if (route.mediaType !== undefined) all.set("content-type", route.mediaType);
        all.set("webhook-id", id);
        all.set("webhook-timestamp", content.timestamp);
        all.set("webhook-signature", await sign(content, keys));
        const init = { method: route.method, headers: all, body: route.mediaType === undefined ? null : bytes };
        const response = await sendOnce(url, init, options, signal);
        const { status } = response ?? {};
        const made = { webhook, id, number, ...(status !== undefined && { status }) };
        options.onAttempt?.(made);
        if (response?.ok) return { id, status: response.status, attempts: number };
        if (signal?.aborted) throw new DeliveryError("was aborted by its sender", made);
        const last = status === undefined ? "there was no response" : `the receiver returned ${status}`;
        if (status === 410) throw new DeliveryError("is not wanted any more: the receiver returned 410", made);
        const asked = response ? (readRetryAfter(response.headers, Date.now()) ?? 0) : 0;
        if (number >= attempts || asked > maxDelay)
          throw new DeliveryError(`was not delivered in ${number} ${number === 1 ? "attempt" : "attempts"}: ${last}`, made);
        const pause = Math.min(maxDelay, delay * 2 ** (number - 1));
        // Half of it is random, so that senders that failed together don't come back together.
        await wait(Math.max(asked, pause * (0.5 + Math.random() / 2)), signal);
      }
    },
  };
}

/** The platform's own errors contain the address, which may contain a token. */
function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "")
    return url.href;
  throw new TypeError("The address of a webhook is not a URL of HTTP, or has credentials");
}

function writeBody({ mediaType, guard }: WebhookRoute, body: unknown, attempt: Attempt): Bytes {
  if (mediaType === undefined) return new Uint8Array(0);
  if (guard && !guard(body)) throw new DeliveryError("violates the contract, and was not sent", attempt, guard.errors ?? []);
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  const isJson = /[/+]json(?:;|$)/i.test(mediaType);
  return new TextEncoder().encode(isJson ? JSON.stringify(body) : String(body));
}

/** Sends once; `undefined`: no response in time. */
async function sendOnce(url: string, init: RequestInit, options: SenderOptions, given: AbortSignal | undefined) {
  const limit = limitTime(options.timeout ?? 15_000, given);
  try {
    const response = await (options.fetch ?? fetch)(url, { ...init, redirect: "manual", signal: limit.signal });
    // Nothing in the body matters, and it may never end.
    void response.body?.cancel().catch(() => undefined);
    return response;
  } catch {
    return undefined;
  } finally {
    limit.clear();
  }
}

import type { Awaitable } from "./application.js";

/** One attempt to run a call under its key. It reveals neither the key nor the body. */
export interface IdempotencyClaim {
  /** Of the caller, the operation and the key: 64 hexadecimal digits. */
  readonly id: string;
  /** Of the whole call: 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** Of this attempt only. */
  readonly token: string;
  /** The time in seconds after which a claim without a response counts no longer: its process has ended. */
  readonly lease: number;
  /** The time in seconds for which a response is kept. */
  readonly lifetime: number;
}

/** A call that runs, or has run with this response. */
export interface StoredCall {
  readonly fingerprint: string;
  /** Absent, or null: it runs. */
  readonly response?: string | null | undefined;
}

/** Keeps the responses of calls. The instances of a server share one store. */
export interface IdempotencyStore {
  /** Claims the id, or returns the call that has it. Of claims of one id at the same time, on any instance, one succeeds. */
  claim(claim: IdempotencyClaim): Awaitable<StoredCall | undefined>;
  /** Keeps the sealed response of a claim, unless the id has meanwhile been claimed by another. */
  complete(claim: IdempotencyClaim, response: string): Awaitable<void>;
  /** Forgets a claim, unless the id has meanwhile been claimed by another. */
  release(claim: IdempotencyClaim): Awaitable<void>;
}

/** The limits of a store in memory. */
export interface MemoryStoreLimits {
  /** The maximum number of characters of all responses; beyond it, the oldest are forgotten. Default: 64 Mi. */
  readonly characters?: number;
  /** The maximum number of calls; default: 100,000. */
  readonly calls?: number;
}

interface Entry extends StoredCall {
  readonly token: string;
  readonly expires: number;
}

/** A store for servers of a single instance. It forgets everything when the process ends. */
export function createMemoryStore({ characters = 67_108_864, calls = 100_000 }: MemoryStoreLimits = {}): IdempotencyStore {
  // The oldest come first.
  const entries = new Map<string, Entry>();
  let size = 0;
  const remove = (id: string) => {
    size -= entries.get(id)?.response?.length ?? 0;
    entries.delete(id);
  };
  const put = (id: string, entry: Entry) => {
    remove(id);
    entries.set(id, entry);
    size += entry.response?.length ?? 0;
    for (const [oldest, { expires, response }] of entries) {
      const isFull = entries.size > calls || size > characters;
      if (expires > Date.now() && !isFull) break;
      // A call that runs must not run twice.
      if (expires <= Date.now() || (response !== undefined && oldest !== id)) remove(oldest);
    }
  };
  const isOwn = ({ id, token }: IdempotencyClaim) => entries.get(id)?.token === token;
  return {
    claim({ id, fingerprint, token, lease }) {
      const found = entries.get(id);
      if (found && found.expires > Date.now()) return found;
      put(id, { fingerprint, token, expires: Date.now() + lease * 1000 });
      return undefined;
    },
    complete(claim, response) {
      const { id, fingerprint, token, lifetime } = claim;
      if (isOwn(claim)) put(id, { fingerprint, token, response, expires: Date.now() + lifetime * 1000 });
    },
    release(claim) {
      if (isOwn(claim)) remove(claim.id);
    },
  };
}

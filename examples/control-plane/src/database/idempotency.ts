import type { IdempotencyStore, StoredCall } from "../../../../templates/runtime/server/idempotency-store.js";
import { type Database, all, first, statement } from "./query.js";

/** Takes the id if nobody has it, or if what it stood for has expired. Of claims at the same time, one waits for the other. */
const claimId = statement<{ id: string }>(
  "claim-idempotency-id",
  `insert into idempotency_calls as known (id, fingerprint, token, expires_at)
   values ($1, $2, $3, now() + make_interval(secs => $4))
   on conflict (id) do update set fingerprint = excluded.fingerprint, token = excluded.token, response = null, expires_at = excluded.expires_at
   where known.expires_at <= now()
   returning id`,
);

const find = statement<{ fingerprint: string; response: string | null }>(
  "find-idempotency-call",
  "select fingerprint, response from idempotency_calls where id = $1 and expires_at > now()",
);

const complete = statement(
  "complete-idempotency-call",
  "update idempotency_calls set response = $3, expires_at = now() + make_interval(secs => $4) where id = $1 and token = $2",
);

const release = statement("release-idempotency-call", "delete from idempotency_calls where id = $1 and token = $2");

/** A store that the instances of a server share. It uses the clock of the database; `pruneHistories` removes what has expired. */
export function createPostgresStore(database: Database): IdempotencyStore {
  return {
    async claim({ id, fingerprint, token, lease }): Promise<StoredCall | undefined> {
      // Between the two statements a call may fail and free its id.
      for (;;) {
        if (await first(database, claimId, id, fingerprint, token, lease)) return undefined;
        const known = await first(database, find, id);
        if (known) return known;
      }
    },
    async complete({ id, token, lifetime }, response) {
      await all(database, complete, id, token, response, lifetime);
    },
    async release({ id, token }) {
      await all(database, release, id, token);
    },
  };
}

import type { Pool } from "pg";
import { all, inTransaction, statement } from "../database/query.js";
import { type Envelope, type Keyring, rewrap } from "./keyring.js";
import { placeOf } from "./store.js";

interface Row extends Envelope {
  readonly service_id: string;
  readonly key: string;
  readonly version: number;
}

const findOld = statement<Row>(
  "find-old-envelopes",
  `select service_id, key, version, master_key_id, wrapped_key, sealed from credentials
   where master_key_id <> $1 order by service_id, key, version limit 100 for update skip locked`,
);

const update = statement(
  "update-envelope",
  "update credentials set master_key_id = $4, wrapped_key = $5 where service_id = $1 and key = $2 and version = $3",
);

/**
 * Wraps every key of a former master key with the current one, and returns their number. Secrets are not opened.
 * Afterwards the former master key can be dropped. Services keep working meanwhile.
 */
export async function rewrapAll(pool: Pool, keyring: Keyring): Promise<number> {
  let count = 0;
  for (;;) {
    const done = await inTransaction(pool, async (client) => {
      const rows = await all(client, findOld, keyring.current.id);
      for (const row of rows) {
        const place = placeOf(row.service_id, row.key, row.version);
        const { master_key_id, wrapped_key } = rewrap(keyring, place, row);
        await all(client, update, row.service_id, row.key, row.version, master_key_id, wrapped_key);
      }
      return rows.length;
    });
    if (done === 0) return count;
    count += done;
  }
}

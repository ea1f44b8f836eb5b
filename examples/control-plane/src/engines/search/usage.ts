import type { Pool, PoolClient } from "pg";
import { type Database, all, first, statement } from "../../database/query.js";
import type { Log } from "../../log.js";
import { repeat } from "../../repeat.js";
import type { Running } from "../engine.js";
import { indexes } from "./indexes.js";
import { sizeOf } from "./tables.js";

/** The stored amounts of a service. */
export interface StoredAmounts {
  readonly documents: number;
  readonly indexes: number;
  readonly storage_bytes: number;
}

const countTask = statement(
  "meter-search-task",
  `insert into search_usage (service_id, minute, indexing_tasks, documents, indexes, storage_bytes)
   values ($1, date_trunc('minute', now()), $2, $3, $4, $5)
   on conflict (service_id, minute) do update set indexing_tasks = search_usage.indexing_tasks + excluded.indexing_tasks,
     documents = excluded.documents, indexes = excluded.indexes, storage_bytes = excluded.storage_bytes`,
);

const countRequests = statement(
  "meter-search-requests",
  `insert into search_usage (service_id, minute, search_requests)
   select $1, $2, $3 where exists (select from services where id = $1)
   on conflict (service_id, minute) do update set search_requests = search_usage.search_requests + excluded.search_requests`,
);

const sum = statement<{ search_requests: number; indexing_tasks: number }>(
  "sum-search-usage",
  `select coalesce(sum(search_requests), 0)::bigint as search_requests, coalesce(sum(indexing_tasks), 0)::bigint as indexing_tasks
   from search_usage where service_id = $1 and minute >= date_trunc('minute', $2::timestamptz) and minute < $3`,
);

const lastAmounts = statement<StoredAmounts>(
  "find-last-search-amounts",
  `select documents, indexes, storage_bytes from search_usage
   where service_id = $1 and minute < $2 and documents is not null order by minute desc limit 1`,
);

/** Counts a task and records the stored amounts, in the transaction that ends the task. */
export async function meterTask(client: PoolClient, serviceId: string): Promise<void> {
  await writeAmounts(client, serviceId, 1);
}

/** Records the stored amounts of a service. */
export async function writeAmounts(client: PoolClient, serviceId: string, tasks = 0): Promise<void> {
  const held = await amountsOf(client, serviceId);
  await first(client, countTask, serviceId, tasks, held.documents, held.indexes, held.storage_bytes);
}

/** The current stored amounts of a service. */
export async function amountsOf(database: Database, serviceId: string): Promise<StoredAmounts> {
  const held = await indexes.list(database, serviceId);
  return {
    documents: held.reduce((total, index) => total + index.documents, 0),
    indexes: held.length,
    storage_bytes: await sizeOf(
      database as Pick<PoolClient, "query">,
      held.map(({ table_name }) => table_name),
    ),
  };
}

/** The usage of a service. Counts are by minute, so periods begin with whole minutes. */
export async function readUsage(
  database: Database,
  serviceId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<StoredAmounts & { readonly search_requests: number; readonly indexing_tasks: number }> {
  const counts = (await first(database, sum, serviceId, from, to))!;
  const held = to > new Date() ? await amountsOf(database, serviceId) : await first(database, lastAmounts, serviceId, to);
  return { ...counts, ...(held ?? { documents: 0, indexes: 0, storage_bytes: 0 }) };
}

/** Counts the search requests of this process. They are written every few seconds, and before usage is read. */
export interface Meter {
  count(serviceId: string): void;
  flush(): Promise<void>;
  start(log: Log): Running;
}

/** The interval at which counts are written, in milliseconds. */
const pause = 5000;

/** A meter that writes to a database. */
export function createMeter(database: Pool): Meter {
  const counts = new Map<string, number>();
  const flush = async () => {
    for (const [key, count] of counts) {
      const [serviceId, minute] = key.split(" ");
      counts.delete(key);
      try {
        await all(database, countRequests, serviceId, minute, count);
      } catch (error) {
        counts.set(key, (counts.get(key) ?? 0) + count);
        throw error;
      }
    }
  };
  return {
    count(serviceId) {
      const minute = new Date();
      minute.setUTCSeconds(0, 0);
      const key = `${serviceId} ${minute.toISOString()}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    flush,
    start(log) {
      const flushing = repeat(pause, "Usage was not written", log, flush);
      return {
        async stop() {
          await flushing.stop();
          await flush().catch(() => undefined);
        },
      };
    },
  };
}

import type { Pool } from "pg";
import { type Database, all, statement } from "../../database/query.js";
import { type Log, describeError } from "../../log.js";
import { repeat } from "../../repeat.js";
import type { StoredBucket } from "./buckets.js";

/** The traffic of a request. */
export interface Traffic {
  readonly ingress: number;
  readonly egress: number;
  readonly reads: number;
  readonly writes: number;
}

/** Counts requests and bytes in memory and writes the sums down every now and then. */
export interface Meter {
  count(serviceId: string, bucket: string, traffic: Traffic): void;
  /** Writes down what was counted. */
  flush(): Promise<void>;
  /** Flushes until it is stopped. */
  start(log: Log): { stop(): Promise<void> };
}

const add = statement(
  "add-objects-traffic",
  `insert into objects_usage (service_id, bucket, hour, ingress_bytes, egress_bytes, read_requests, write_requests)
   select s.id, $2, $3, $4, $5, $6, $7 from services s where s.id = $1
   on conflict (service_id, bucket, hour) do update set
     ingress_bytes = objects_usage.ingress_bytes + excluded.ingress_bytes,
     egress_bytes = objects_usage.egress_bytes + excluded.egress_bytes,
     read_requests = objects_usage.read_requests + excluded.read_requests,
     write_requests = objects_usage.write_requests + excluded.write_requests`,
);

interface Sum {
  readonly serviceId: string;
  readonly bucket: string;
  readonly hour: string;
  ingress: number;
  egress: number;
  reads: number;
  writes: number;
}

/** How long sums stay in memory, in milliseconds: what a crash loses. */
const pause = 5000;

/** A meter that writes to this database. */
export function createMeter(database: Pool): Meter {
  let sums = new Map<string, Sum>();

  function count(serviceId: string, bucket: string, { ingress, egress, reads, writes }: Traffic): void {
    const hour = `${new Date().toISOString().slice(0, 13)}:00:00Z`;
    const name = `${serviceId}/${bucket}/${hour}`;
    const sum = sums.get(name) ?? { serviceId, bucket, hour, ingress: 0, egress: 0, reads: 0, writes: 0 };
    sum.ingress += ingress;
    sum.egress += egress;
    sum.reads += reads;
    sum.writes += writes;
    sums.set(name, sum);
  }

  async function flush(): Promise<void> {
    const taken = [...sums.entries()].sort(([first], [second]) => (first < second ? -1 : 1));
    sums = new Map();
    for (const [index, [, sum]] of taken.entries()) {
      const { serviceId, bucket, hour, ingress, egress, reads, writes } = sum;
      try {
        await all(database, add, serviceId, bucket, hour, ingress, egress, reads, writes);
      } catch (error) {
        for (const [, left] of taken.slice(index)) count(left.serviceId, left.bucket, left);
        throw error;
      }
    }
  }

  return {
    count,
    flush,
    start(log) {
      const flushing = repeat(pause, "Usage was not written", log, flush);
      return {
        async stop() {
          await flushing.stop();
          await flush().catch((error: unknown) => log("warning", "Usage was not written", describeError(error)));
        },
      };
    },
  };
}

/** Writes down how much is stored in buckets of these rows. */
export function keepLevelOf(rows: string): string {
  return `insert into objects_usage (service_id, bucket, hour, storage_bytes, object_count)
   select service_id, name, date_trunc('hour', now(), 'UTC'), size_bytes, object_count from ${rows}
   on conflict (service_id, bucket, hour) do update set
     storage_bytes = excluded.storage_bytes, object_count = excluded.object_count`;
}

const keepLevel = statement("keep-objects-level", keepLevelOf("objects_buckets where id = $1"));

/** Writes down how much is stored in a bucket, in the transaction that changed it. */
export function recordLevel(database: Database, { id }: Pick<StoredBucket, "id">): Promise<unknown> {
  return all(database, keepLevel, id);
}

import { isUuid } from "../../uuid.js";
import type { Pool } from "pg";
import { type Database, all, first, inTransaction, statement } from "../../database/query.js";
import { lockService } from "../../services/lock-service.js";
import type { Segment } from "./blobs.js";
import { addStored } from "./write.js";

/** An object that is being uploaded in parts. */
export interface StoredUpload {
  readonly id: string;
  readonly bucket_id: number;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum_algorithm: string | null;
  readonly created_at: Date;
}

/** One part of it. */
export interface StoredPart extends Segment {
  readonly number: number;
  readonly etag: string;
  readonly checksum_algorithm: string | null;
  readonly checksum: string | null;
  readonly created_at: Date;
}

const columns = "id, bucket_id, key, headers, checksum_algorithm, created_at";
const partColumns = "number, name, sha256, size_bytes, etag, checksum_algorithm, checksum, created_at";

const find = statement<StoredUpload>(
  "find-upload",
  `select ${columns} from objects_uploads where bucket_id = $1 and key = $2 and id = $3`,
);

const list = statement<StoredUpload>(
  "list-uploads",
  `select ${columns} from objects_uploads
   where bucket_id = $1 and starts_with(key, $2) and (key, id) > ($3, $4) order by key, id limit $5`,
);

const insert = statement<StoredUpload>(
  "insert-upload",
  `insert into objects_uploads (bucket_id, key, headers, checksum_algorithm)
   select b.id, $2, $3, $4 from objects_buckets b where b.id = $1
     and (select count(*) from objects_uploads u join objects_buckets own on own.id = u.bucket_id
          where own.service_id = b.service_id) < $5
   returning ${columns}`,
);

const remove = statement("delete-upload", "delete from objects_uploads where id = $1");

const listParts = statement<StoredPart>(
  "list-parts",
  `select ${partColumns} from objects_parts where upload_id = $1 and number > $2 order by number limit $3`,
);

const removePart = statement<{ size_bytes: number }>(
  "delete-part",
  "delete from objects_parts where upload_id = $1 and number = $2 returning size_bytes",
);

const insertPart = statement<StoredPart>(
  "insert-part",
  `insert into objects_parts (upload_id, number, name, sha256, size_bytes, etag, checksum_algorithm, checksum)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${partColumns}`,
);

const partBytes = statement<{ bytes: number }>(
  "sum-parts",
  "select coalesce(sum(size_bytes), 0)::bigint as bytes from objects_parts where upload_id = $1",
);

const touchParts = statement(
  "touch-parts",
  "update objects_blobs set touched_at = now() where name in (select name from objects_parts where upload_id = $1)",
);

const stale = statement<{ id: string; service_id: string }>(
  "list-stale-uploads",
  `select u.id, b.service_id from objects_uploads u join objects_buckets b on b.id = u.bucket_id
   where u.created_at < now() - make_interval(days => $1) limit $2`,
);

/** The response to the completion of an upload. */
interface CompletedUpload {
  readonly etag: string;
  /** Null in a bucket that keeps no versions. */
  readonly version_id: string | null;
}

const findCompleted = statement<CompletedUpload>(
  "find-completed-upload",
  "select etag, version_id from objects_completed_uploads where bucket_id = $1 and key = $2 and upload_id = $3",
);

const insertCompleted = statement(
  "insert-completed-upload",
  "insert into objects_completed_uploads (upload_id, bucket_id, key, etag, version_id) values ($1, $2, $3, $4, $5)",
);

/** The maximum number of open uploads of a service: neither completed nor aborted. */
const maxOpen = 1000;

type NewPart = Omit<StoredPart, "created_at">;

/** The uploads of buckets. What changes them runs in a transaction that holds the lock of the service. */
export const uploads = {
  find: async (database: Database, bucketId: number, key: string, id: string) =>
    isUuid(id) ? first(database, find, bucketId, key, id) : undefined,
  /** The upload if it was completed within the last day. */
  findCompleted: async (database: Database, bucketId: number, key: string, id: string) =>
    isUuid(id) ? first(database, findCompleted, bucketId, key, id) : undefined,
  keepCompleted: (database: Database, { id, bucket_id, key }: StoredUpload, { etag, version_id }: CompletedUpload) =>
    all(database, insertCompleted, id, bucket_id, key, etag, version_id),
  list: (database: Database, bucketId: number, prefix: string, after: readonly [string, string], limit: number) =>
    all(database, list, bucketId, prefix, ...after, limit),
  /** `undefined`: as many of the service are open as may be. */
  insert: (database: Database, upload: Omit<StoredUpload, "id" | "created_at">) =>
    first(database, insert, upload.bucket_id, upload.key, upload.headers, upload.checksum_algorithm, maxOpen),
  parts: (database: Database, { id }: StoredUpload, after = 0, limit = 10_001) => all(database, listParts, id, after, limit),
  /** Adds a part or replaces the one of its number, and counts it as stored. */
  async putPart(database: Database, serviceId: string, { id }: StoredUpload, part: NewPart): Promise<StoredPart> {
    const { number, name, sha256, size_bytes, etag, checksum_algorithm, checksum } = part;
    const before = await first(database, removePart, id, number);
    await addStored(database, serviceId, size_bytes - (before?.size_bytes ?? 0));
    return (await first(database, insertPart, id, number, name, sha256, size_bytes, etag, checksum_algorithm, checksum))!;
  },
  /** The size of its parts, as counted. */
  bytes: async (database: Database, { id }: Pick<StoredUpload, "id">) => (await first(database, partBytes, id))!.bytes,
  /** Removes an upload and its parts, which whoever calls counts. */
  async remove(database: Database, { id }: Pick<StoredUpload, "id">): Promise<void> {
    await all(database, touchParts, id);
    await all(database, remove, id);
  },
};

/** After so many days an upload that was not completed is removed. */
const maxDays = 7;

/** The size of a page. */
const staleAtOnce = 100;

/** Removes uploads that nobody completed. */
export async function removeStaleUploads(pool: Pool): Promise<void> {
  for (;;) {
    const found = await all(pool, stale, maxDays, staleAtOnce);
    for (const upload of found) await removeStale(pool, upload);
    if (found.length < staleAtOnce) return;
  }
}

async function removeStale(pool: Pool, { id, service_id }: { readonly id: string; readonly service_id: string }): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockService(client, service_id);
    const bytes = await uploads.bytes(client, { id });
    await uploads.remove(client, { id });
    await addStored(client, service_id, -bytes);
  });
}

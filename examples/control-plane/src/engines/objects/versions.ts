import { type Database, all, first, statement } from "../../database/query.js";
import type { Segment } from "./blobs.js";

/** A version of an object, or a delete marker. */
export interface StoredVersion {
  /** Falls with each version: the newest has the lowest. */
  readonly seq: number;
  readonly key: string;
  /** `nullVersion` where the bucket kept no versions when it was written. */
  readonly version_id: string;
  readonly is_latest: boolean;
  readonly is_delete_marker: boolean;
  readonly size_bytes: number;
  /** Without quotes; null for a delete marker. */
  readonly etag: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum_algorithm: string | null;
  readonly checksum: string | null;
  readonly created_at: Date;
}

/** The facts that remain of a deleted version. */
type Dropped = Pick<StoredVersion, "size_bytes" | "is_delete_marker">;

/** The id of the one version that a key has in a bucket that keeps none. */
export const nullVersion = "null";

export const versionColumns =
  "seq, key, version_id, is_latest, is_delete_marker, size_bytes, etag, headers, checksum_algorithm, checksum, created_at";

const findLatest = statement<StoredVersion>(
  "find-latest-version",
  `select ${versionColumns} from objects_versions where bucket_id = $1 and key = $2 order by seq limit 1`,
);

const find = statement<StoredVersion>(
  "find-version",
  `select ${versionColumns} from objects_versions where bucket_id = $1 and key = $2 and version_id = $3`,
);

const insert = statement<StoredVersion>(
  "insert-version",
  `with added as (
     insert into objects_versions
       (bucket_id, key, version_id, is_latest, is_delete_marker, size_bytes, etag, headers, checksum_algorithm, checksum)
     values ($1, $2, $3, true, $4, $5, $6, $7, $8, $9) returning ${versionColumns}),
   aged as (update objects_versions set is_latest = false where bucket_id = $1 and key = $2 and is_latest),
   content as (
     insert into objects_segments (version_seq, position, name, sha256, size_bytes)
     select added.seq, parts.position, parts.name, parts.sha256, parts.size_bytes from added,
       unnest($10::text[], $11::bytea[], $12::bigint[]) with ordinality as parts(name, sha256, size_bytes, position))
   select ${versionColumns} from added`,
);

// Its content is kept for a while longer: somebody may be reading it.
const drop = statement<Dropped>(
  "drop-version",
  `with dropped as (
     delete from objects_versions where bucket_id = $1 and key = $2 and version_id = $3
     returning seq, size_bytes, is_delete_marker),
   kept as (
     update objects_blobs set touched_at = now()
     where name in (select name from objects_segments join dropped on version_seq = seq))
   select size_bytes, is_delete_marker from dropped`,
);

const promote = statement("promote-version", "update objects_versions set is_latest = true where seq = $1 and not is_latest");

const listSegments = statement<Segment>(
  "list-segments",
  "select name, sha256, size_bytes from objects_segments where version_seq = $1 order by position",
);

/** A new version. */
export type NewVersion = Pick<
  StoredVersion,
  "key" | "version_id" | "is_delete_marker" | "size_bytes" | "etag" | "headers" | "checksum_algorithm" | "checksum"
>;

/** The versions of objects. What changes them runs in a transaction that holds the lock of the service. */
export const versions = {
  /** The newest version of a key, which may be a delete marker. */
  findLatest: (database: Database, bucketId: number, key: string) => first(database, findLatest, bucketId, key),
  find: (database: Database, bucketId: number, key: string, versionId: string) => first(database, find, bucketId, key, versionId),
  /** Adds a version with its content. It is the latest, and no other is any more. */
  async insert(
    database: Database,
    bucketId: number,
    version: NewVersion,
    segments: readonly Segment[] = [],
  ): Promise<StoredVersion> {
    const { key, version_id, is_delete_marker, size_bytes, etag, headers, checksum_algorithm, checksum } = version;
    const values = [bucketId, key, version_id, is_delete_marker, size_bytes, etag, headers, checksum_algorithm, checksum];
    const columns = [
      segments.map(({ name }) => name),
      segments.map(({ sha256 }) => sha256),
      segments.map((segment) => segment.size_bytes),
    ];
    return (await first(database, insert, ...values, ...columns))!;
  },
  /** Removes a version if it is there. `settle` follows, or another is inserted. */
  drop: (database: Database, bucketId: number, key: string, versionId: string) => first(database, drop, bucketId, key, versionId),
  /** Marks the newest version of a key as the latest, after one was dropped. */
  async settle(database: Database, bucketId: number, key: string): Promise<StoredVersion | undefined> {
    const newest = await first(database, findLatest, bucketId, key);
    if (newest && !newest.is_latest) await all(database, promote, newest.seq);
    return newest;
  },
  segments: (database: Database, { seq }: StoredVersion) => all(database, listSegments, seq),
};

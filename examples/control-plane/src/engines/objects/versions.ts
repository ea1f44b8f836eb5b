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
  `insert into objects_versions
     (bucket_id, key, version_id, is_latest, is_delete_marker, size_bytes, etag, headers, checksum_algorithm, checksum)
   values ($1, $2, $3, true, $4, $5, $6, $7, $8, $9) returning ${versionColumns}`,
);

const remove = statement("delete-version", "delete from objects_versions where seq = $1");

const ageOthers = statement(
  "age-versions",
  "update objects_versions set is_latest = false where bucket_id = $1 and key = $2 and is_latest and seq <> $3",
);

const promote = statement("promote-version", "update objects_versions set is_latest = true where seq = $1 and not is_latest");

const insertSegments = statement(
  "insert-segments",
  `insert into objects_segments (version_seq, position, name, sha256, size_bytes)
   select $1, parts.position, parts.name, parts.sha256, parts.size_bytes
   from unnest($2::text[], $3::bytea[], $4::bigint[]) with ordinality as parts(name, sha256, size_bytes, position)`,
);

const listSegments = statement<Segment>(
  "list-segments",
  "select name, sha256, size_bytes from objects_segments where version_seq = $1 order by position",
);

/** What a new version is. */
export type NewVersion = Pick<
  StoredVersion,
  "key" | "version_id" | "is_delete_marker" | "size_bytes" | "etag" | "headers" | "checksum_algorithm" | "checksum"
>;

/** The versions of objects. What changes them runs in a transaction that holds the lock of the service. */
export const versions = {
  /** The newest version of a key, which may be a delete marker. */
  findLatest: (database: Database, bucketId: number, key: string) => first(database, findLatest, bucketId, key),
  find: (database: Database, bucketId: number, key: string, versionId: string) => first(database, find, bucketId, key, versionId),
  async insert(database: Database, bucketId: number, version: NewVersion): Promise<StoredVersion> {
    const { key, version_id, is_delete_marker, size_bytes, etag, headers, checksum_algorithm, checksum } = version;
    const values = [bucketId, key, version_id, is_delete_marker, size_bytes, etag, headers, checksum_algorithm, checksum];
    return (await first(database, insert, ...values))!;
  },
  remove: (database: Database, { seq }: StoredVersion) => all(database, remove, seq),
  /** Marks the newest version of a key as the latest, and no other. */
  async settle(database: Database, bucketId: number, key: string): Promise<StoredVersion | undefined> {
    const newest = await first(database, findLatest, bucketId, key);
    if (!newest) return undefined;
    await all(database, ageOthers, bucketId, key, newest.seq);
    if (!newest.is_latest) await all(database, promote, newest.seq);
    return newest;
  },
  insertSegments: (database: Database, { seq }: StoredVersion, segments: readonly Segment[]) =>
    all(
      database,
      insertSegments,
      seq,
      segments.map(({ name }) => name),
      segments.map(({ sha256 }) => sha256),
      segments.map(({ size_bytes }) => size_bytes),
    ),
  segments: (database: Database, { seq }: StoredVersion) => all(database, listSegments, seq),
};

import { randomBytes } from "node:crypto";
import { type Database, all, first, statement } from "../../database/query.js";
import { withServiceLock } from "../../services/lock-service.js";
import type { StoredService } from "../../services/service.js";
import { type Segment, keepForReaders } from "./blobs.js";
import { type StoredBucket, buckets } from "./buckets.js";
import { recordLevel } from "./meter.js";
import type { ObjectsParts } from "./parts.js";
import { type NewVersion, type StoredVersion, nullVersion, versions } from "./versions.js";

/** Why a write did not happen: the code of an error that both the contract and S3 have a form for. */
export class WriteFailure extends Error {
  override readonly name = "WriteFailure";
  readonly reason: "bucket_not_found" | "storage_limit_reached";

  constructor(reason: "bucket_not_found" | "storage_limit_reached") {
    super(reason);
    this.reason = reason;
  }
}

/** Runs work on a bucket in a transaction that nobody else writes to the service in. */
export function withBucket<Result>(
  { database }: Pick<ObjectsParts, "database">,
  service: StoredService,
  name: string,
  work: (client: Database, bucket: StoredBucket) => Promise<Result>,
): Promise<Result> {
  return withServiceLock(database, service, async (client) => {
    const bucket = await buckets.find(client, service.id, name);
    if (!bucket) throw new WriteFailure("bucket_not_found");
    return work(client, bucket);
  });
}

/** The content of a new version and its description in responses. */
export type Content = Pick<NewVersion, "size_bytes" | "headers" | "checksum_algorithm" | "checksum"> & {
  readonly etag: string;
  readonly segments: readonly Segment[];
};

/**
 * Adds a version, in place of the one before where the bucket keeps none. `released` is what was counted as stored before and
 * no longer is: the parts of an upload.
 */
export async function putVersion(
  client: Database,
  bucket: StoredBucket,
  key: string,
  { segments, ...facts }: Content,
  released = 0,
): Promise<StoredVersion> {
  return change(client, bucket, key, released, async () => {
    const version_id = newVersionId(bucket);
    const dropped = version_id === nullVersion ? await drop(client, bucket, key, nullVersion) : undefined;
    const version = await versions.insert(client, bucket.id, { key, version_id, is_delete_marker: false, ...facts });
    await versions.insertSegments(client, version, segments);
    return { grown: facts.size_bytes - (dropped?.size_bytes ?? 0), result: version };
  });
}

/** What a deletion did. */
export interface Deletion {
  /** The version that was removed or written; null in a bucket that keeps none. */
  readonly version_id: string | null;
  /** Whether that is a delete marker. */
  readonly is_delete_marker: boolean;
}

/** Deletes an object: by a delete marker where the bucket keeps versions. With a version, removes that for good. */
export function deleteVersion(
  client: Database,
  bucket: StoredBucket,
  key: string,
  versionId: string | undefined,
): Promise<Deletion> {
  return change<Deletion>(client, bucket, key, 0, async () => {
    if (versionId !== undefined) {
      const dropped = await drop(client, bucket, key, versionId);
      const result = { version_id: versionId, is_delete_marker: dropped?.is_delete_marker ?? false };
      return { grown: -(dropped?.size_bytes ?? 0), result };
    }
    const version_id = newVersionId(bucket);
    const dropped = version_id === nullVersion ? await drop(client, bucket, key, nullVersion) : undefined;
    const grown = -(dropped?.size_bytes ?? 0);
    if (bucket.versioning === "unversioned") return { grown, result: { version_id: null, is_delete_marker: false } };
    const marker = { size_bytes: 0, etag: null, headers: {}, checksum_algorithm: null, checksum: null };
    await versions.insert(client, bucket.id, { key, version_id, is_delete_marker: true, ...marker });
    return { grown, result: { version_id, is_delete_marker: true } };
  });
}

function newVersionId({ versioning }: StoredBucket): string {
  return versioning === "enabled" ? randomBytes(24).toString("base64url") : nullVersion;
}

async function drop(client: Database, bucket: StoredBucket, key: string, versionId: string): Promise<StoredVersion | undefined> {
  const version = await versions.find(client, bucket.id, key, versionId);
  if (!version) return undefined;
  await keepForReaders(client, version.seq);
  await versions.remove(client, version);
  return version;
}

const addToBucket = statement(
  "add-to-bucket",
  "update objects_buckets set object_count = object_count + $2, size_bytes = size_bytes + $3 where id = $1",
);

const addToService = statement<{ isFull: boolean }>(
  "add-to-service",
  `update objects_services set stored_bytes = stored_bytes + $2 where service_id = $1
   returning stored_bytes > max_storage_bytes as "isFull"`,
);

/** Counts bytes as stored. Throws if the plan allows no more; what makes it less is always fine. */
export async function addStored(client: Database, serviceId: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  const { isFull } = (await first(client, addToService, serviceId, bytes))!;
  if (isFull && bytes > 0) throw new WriteFailure("storage_limit_reached");
}

/** Changes the versions of one key, and keeps what is counted. */
async function change<Result>(
  client: Database,
  bucket: StoredBucket,
  key: string,
  released: number,
  work: () => Promise<{ readonly grown: number; readonly result: Result }>,
): Promise<Result> {
  const before = await versions.findLatest(client, bucket.id, key);
  const { grown, result } = await work();
  const after = await versions.settle(client, bucket.id, key);
  await all(client, addToBucket, bucket.id, countOf(after) - countOf(before), grown);
  await addStored(client, bucket.service_id, grown - released);
  await recordLevel(client, bucket);
  return result;
}

function countOf(version: StoredVersion | undefined): number {
  return version && !version.is_delete_marker ? 1 : 0;
}

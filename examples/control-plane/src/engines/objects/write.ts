import { randomBytes } from "node:crypto";
import { type Database, first, statement } from "../../database/query.js";
import { withServiceLock } from "../../services/lock-service.js";
import type { StoredService } from "../../services/service.js";
import type { Segment } from "./blobs.js";
import { type StoredBucket, buckets } from "./buckets.js";
import { keepLevelOf } from "./meter.js";
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
 * Adds a version, in place of the one before where the bucket keeps none. `before` is the latest of the key in this transaction;
 * `released` is what was counted as stored before and no longer is: the parts of an upload.
 */
export async function putVersion(
  client: Database,
  bucket: StoredBucket,
  key: string,
  before: StoredVersion | undefined,
  { segments, ...facts }: Content,
  released = 0,
): Promise<StoredVersion> {
  const version_id = newVersionId(bucket);
  const dropped = before && version_id === nullVersion ? await versions.drop(client, bucket.id, key, nullVersion) : undefined;
  const version = await versions.insert(client, bucket.id, { key, version_id, is_delete_marker: false, ...facts }, segments);
  const grown = facts.size_bytes - (dropped?.size_bytes ?? 0);
  await addToCounts(client, bucket, { objects: countOf(version) - countOf(before), bytes: grown, released });
  return version;
}

/** The result of a deletion. */
export interface Deletion {
  /** The version that was removed or written; null in a bucket that keeps none. */
  readonly version_id: string | null;
  /** Whether that is a delete marker. */
  readonly is_delete_marker: boolean;
}

/** Deletes an object: by a delete marker where the bucket keeps versions. With a version, removes that for good. */
export async function deleteVersion(
  client: Database,
  bucket: StoredBucket,
  key: string,
  versionId: string | undefined,
): Promise<Deletion> {
  const before = await versions.findLatest(client, bucket.id, key);
  const dropOne = async (id: string) => (before ? versions.drop(client, bucket.id, key, id) : undefined);
  if (versionId !== undefined) {
    const dropped = await dropOne(versionId);
    const after = dropped ? await versions.settle(client, bucket.id, key) : before;
    const objects = countOf(after) - countOf(before);
    await addToCounts(client, bucket, { objects, bytes: -(dropped?.size_bytes ?? 0) });
    return { version_id: versionId, is_delete_marker: dropped?.is_delete_marker ?? false };
  }
  const version_id = newVersionId(bucket);
  const dropped = version_id === nullVersion ? await dropOne(nullVersion) : undefined;
  const hasMarker = bucket.versioning !== "unversioned";
  if (hasMarker) {
    const marker = { size_bytes: 0, etag: null, headers: {}, checksum_algorithm: null, checksum: null };
    await versions.insert(client, bucket.id, { key, version_id, is_delete_marker: true, ...marker });
  }
  await addToCounts(client, bucket, { objects: -countOf(before), bytes: -(dropped?.size_bytes ?? 0) });
  return { version_id: hasMarker ? version_id : null, is_delete_marker: hasMarker };
}

function newVersionId({ versioning }: StoredBucket): string {
  return versioning === "enabled" ? randomBytes(24).toString("base64url") : nullVersion;
}

function countOf(version: StoredVersion | undefined): number {
  return version && !version.is_delete_marker ? 1 : 0;
}

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

const addToBucket = statement<{ isFull: boolean }>(
  "add-to-bucket",
  `with bucket as (
     update objects_buckets set object_count = object_count + $2, size_bytes = size_bytes + $3 where id = $1
     returning service_id, name, size_bytes, object_count),
   level as (${keepLevelOf("bucket")})
   update objects_services set stored_bytes = stored_bytes + $4 where service_id = (select service_id from bucket)
   returning stored_bytes > max_storage_bytes as "isFull"`,
);

interface Change {
  readonly objects: number;
  readonly bytes: number;
  readonly released?: number;
}

/** Keeps what is counted: of the bucket, of the service, and of the hour. */
async function addToCounts(client: Database, { id }: StoredBucket, { objects, bytes, released = 0 }: Change): Promise<void> {
  const stored = bytes - released;
  const { isFull } = (await first(client, addToBucket, id, objects, bytes, stored))!;
  if (isFull && stored > 0) throw new WriteFailure("storage_limit_reached");
}

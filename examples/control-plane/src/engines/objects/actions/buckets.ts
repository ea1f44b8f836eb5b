import { invalid } from "../../../../../../generated/server/index.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { makeCursor, readCursor } from "../../cursor.js";
import { buckets, isBucketName, readAllowance, showBucket } from "../buckets.js";
import { recordLevel } from "../meter.js";
import type { ObjectsPlatform } from "../parts.js";
import type { ActionResponse, Call } from "../../action.js";

/** Lists buckets by name. */
export async function listBuckets(
  { database }: ObjectsPlatform,
  { service, body }: Call<"objects", "list_buckets">,
): ActionResponse<"objects", "list_buckets"> {
  const { limit = 100, prefix = "" } = body;
  const [after = ""] = readCursor(body.cursor, [isBucketName]) ?? [];
  const found = await buckets.list(database, service.id, prefix, after, limit + 1);
  const shown = found.slice(0, limit);
  const { max_buckets } = await readAllowance(database, service.id);
  return {
    status: "ok",
    result: {
      buckets: shown.map(showBucket),
      next_cursor: found.length > limit ? makeCursor([shown.at(-1)!.name]) : null,
      max_buckets,
    },
  };
}

/** Makes an empty bucket. */
export async function createBucket(
  { database }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "create_bucket">,
): ActionResponse<"objects", "create_bucket"> {
  const { bucket: name, versioning = "unversioned" } = body;
  if (!isBucketName(name)) throw invalid("/bucket", "is no name for a bucket");
  const bucket = await withServiceLock(database, service, async (client) => {
    if (await buckets.find(client, service.id, name)) throw fail("bucket_already_exists");
    const { max_buckets } = await readAllowance(client, service.id);
    if ((await buckets.count(client, service.id)) >= max_buckets) throw fail("bucket_limit_reached");
    const made = (await buckets.insert(client, service.id, name, versioning))!;
    await recordLevel(client, made);
    return made;
  });
  return { status: "ok", result: { bucket: showBucket(bucket) } };
}

/** Deletes a bucket that has no content. */
export async function deleteBucket(
  { database }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "delete_bucket">,
): ActionResponse<"objects", "delete_bucket"> {
  await withServiceLock(database, service, async (client) => {
    const bucket = await buckets.find(client, service.id, body.bucket);
    if (!bucket) throw fail("bucket_not_found");
    if (await buckets.hasContent(client, bucket)) throw fail("bucket_not_empty");
    await buckets.remove(client, bucket);
  });
  return { status: "ok", result: { bucket: body.bucket, deleted_at: new Date().toISOString() } };
}

/** Enables or suspends versioning. Existing versions are left untouched. */
export async function setVersioning(
  { database }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "set_bucket_versioning">,
): ActionResponse<"objects", "set_bucket_versioning"> {
  const previous = await withServiceLock(database, service, async (client) => {
    const bucket = await buckets.find(client, service.id, body.bucket);
    if (!bucket) throw fail("bucket_not_found");
    await buckets.setVersioning(client, bucket, body.versioning);
    return bucket.versioning;
  });
  return { status: "ok", result: { bucket: body.bucket, versioning: body.versioning, previous_versioning: previous } };
}

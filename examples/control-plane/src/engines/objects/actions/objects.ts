import { WriteFailure, deleteVersion, putVersion, withBucket } from "../write.js";
import { makeCursor, readCursor } from "../../cursor.js";
import { buckets } from "../buckets.js";
import { listPage } from "../list.js";
import type { ObjectsPlatform } from "../parts.js";
import { type StoredVersion, nullVersion, versions } from "../versions.js";
import type { ActionResponse, Call } from "../../action.js";

const isKey = (text: string) => text !== "" && !text.includes("\0") && Buffer.byteLength(text) <= 1024;
const isSeq = (text: string) => /^(?:0|-[1-9]\d{0,14})$/.test(text);
const isSwitch = (text: string) => text === "true" || text === "false";

/** Lists objects in the byte order of their keys, or their versions, newest first. */
export async function listObjects(
  { database }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "list_objects">,
): ActionResponse<"objects", "list_objects"> {
  const { limit = 1000, include_versions: hasVersions = false, prefix, delimiter } = body;
  const bucket = await buckets.find(database, service.id, body.bucket);
  const cursor = readCursor(body.cursor, [isKey, isSeq, isSwitch]);
  if (!bucket) throw fail("bucket_not_found");
  const [key, seq, isPrefix] = cursor ?? [body.start_after, "0", "false"];
  const page = await listPage(database, {
    bucketId: bucket.id,
    prefix: prefix ?? "",
    delimiter: delimiter ?? "",
    after: key === undefined ? undefined : { key, seq: Number(seq), isPrefix: isPrefix === "true" },
    limit,
    hasVersions,
  });
  const { next } = page;
  return {
    status: "ok",
    result: {
      bucket: bucket.name,
      prefix: prefix || null,
      delimiter: delimiter ?? null,
      objects: page.versions.map(showVersion),
      common_prefixes: [...page.prefixes],
      next_cursor: next ? makeCursor([next.key, String(next.seq), String(next.isPrefix)]) : null,
    },
  };
}

/** The id of a version as the contract shows it; null where the bucket kept none. */
export function showVersionId(versionId: string): string | null {
  return versionId === nullVersion ? null : versionId;
}

function showVersion(version: StoredVersion) {
  return {
    key: version.key,
    size_bytes: version.size_bytes,
    etag: version.etag,
    last_modified: version.created_at.toISOString(),
    version_id: showVersionId(version.version_id),
    is_latest: version.is_latest,
    delete_marker: version.is_delete_marker,
  };
}

/** Deletes an object or one version. */
export async function deleteObject(
  { parts }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "delete_object">,
): ActionResponse<"objects", "delete_object"> {
  const { bucket: name, key, version_id: versionId } = body;
  const { version_id, is_delete_marker } = await withBucket(parts, service, name, (client, bucket) =>
    deleteVersion(client, bucket, key, versionId),
  ).catch((error: unknown) => {
    throw error instanceof WriteFailure ? fail("bucket_not_found") : error;
  });
  const isWritten = versionId === undefined && is_delete_marker;
  return { status: "ok", result: { bucket: name, key, version_id, delete_marker: isWritten } };
}

/** Makes an empty object whose key ends with a slash. */
export async function createFolder(
  { parts }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "create_folder">,
): ActionResponse<"objects", "create_folder"> {
  const { bucket: name, path } = body;
  const created = await withBucket(parts, service, name, async (client, bucket) => {
    const current = await versions.findLatest(client, bucket.id, path);
    if (current && !current.is_delete_marker) return false;
    await putVersion(client, bucket, path, current, {
      segments: [],
      size_bytes: 0,
      etag: "d41d8cd98f00b204e9800998ecf8427e",
      headers: { "content-type": "application/x-directory" },
      checksum_algorithm: null,
      checksum: null,
    });
    return true;
  }).catch((error: unknown) => {
    throw error instanceof WriteFailure ? fail("bucket_not_found") : error;
  });
  return { status: "ok", result: { bucket: name, path, created } };
}

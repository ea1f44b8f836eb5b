import { invalid } from "../../../../../../generated/server/index.js";
import { buckets, readAllowance } from "../buckets.js";
import { type ObjectsPlatform, maxObjectBytes } from "../parts.js";
import { type StoredObjectTransfer, contentDigest, insertTransfer } from "../transfers.js";
import { versions } from "../versions.js";
import { showVersionId } from "./objects.js";
import type { ActionResponse, Call } from "../../action.js";

/** Lets the caller fetch one object. */
export async function prepareDownload(
  { database, config }: ObjectsPlatform,
  { service, body, principal, fail }: Call<"objects", "prepare_object_download">,
): ActionResponse<"objects", "prepare_object_download"> {
  const { bucket: name, key, version_id, expires_in_seconds = 900, disposition = "attachment" } = body;
  const bucket = await buckets.find(database, service.id, name);
  if (!bucket) throw fail("bucket_not_found");
  const version =
    version_id === undefined
      ? await versions.findLatest(database, bucket.id, key)
      : await versions.find(database, bucket.id, key, version_id);
  if (!version || version.is_delete_marker) throw fail("object_not_found");
  const filename = body.filename ?? lastPart(key);
  const content_type = version.headers["content-type"] ?? "binary/octet-stream";
  const isPlain = /^[\x20-\x7e]+$/.test(content_type) && content_type.length <= 255;
  const headers = {
    "content-type": isPlain ? content_type : "binary/octet-stream",
    "content-disposition": dispositionOf(disposition, filename),
  };
  const wanted = {
    service_id: service.id,
    token_id: principal.tokenId,
    method: "GET",
    bucket: name,
    key,
    max_bytes: null,
  } as const;
  // The version that is described here, whatever is written later.
  const { version_id: versionId, seq } = version;
  const transfer = await insertTransfer(
    database,
    { ...wanted, version_id: versionId, version_seq: seq, headers },
    expires_in_seconds,
  );
  return {
    status: "ok",
    result: {
      bucket: name,
      key,
      version_id: showVersionId(versionId),
      transfer: {
        ...common(config, transfer),
        method: "GET",
        filename,
        content_type: headers["content-type"],
        size_bytes: version.size_bytes,
        sha256: await sha256Of(),
      },
    },
  };

  /** Known where the content is one file. */
  async function sha256Of(): Promise<string | null> {
    const segments = await versions.segments(database, version!);
    return segments.length === 1 ? segments[0]!.sha256.toString("hex") : null;
  }
}

/** The last part of a key, in characters that a file name may have. */
function lastPart(key: string): string {
  const parts = key.split("/").filter((part) => part !== "");
  // eslint-disable-next-line no-control-regex -- These can't be in a name.
  const name = (parts.at(-1) ?? "").replace(/[\0-\x1f\x7f\\"]/g, "_");
  return [...name].slice(0, 200).join("") || "object";
}

/** Names that are more than ASCII are encoded (RFC 6266). */
function dispositionOf(disposition: string, filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Header values that all clients send unchanged. */
const headerValue = /^[\x20-\x7e]*[\x21-\x7e]$/;

/** Lets the caller write one object. */
export async function prepareUpload(
  { database, config }: ObjectsPlatform,
  { service, body, principal, fail }: Call<"objects", "prepare_object_upload">,
): ActionResponse<"objects", "prepare_object_upload"> {
  const { bucket: name, key, expires_in_seconds = 900, content_type, content_length, sha256, overwrite = true } = body;
  if (content_type !== undefined && !headerValue.test(content_type)) {
    throw invalid("/content_type", "must consist of printable ASCII characters and not end with a space");
  }
  const bucket = await buckets.find(database, service.id, name);
  if (!bucket) throw fail("bucket_not_found");
  const current = await versions.findLatest(database, bucket.id, key);
  if (!overwrite && current && !current.is_delete_marker) throw fail("object_exists");
  const { max_storage_bytes, stored_bytes } = await readAllowance(database, service.id);
  const room = max_storage_bytes - stored_bytes;
  if (room <= 0 || (content_length ?? 0) > room) throw fail("storage_limit_reached");
  const headers = {
    ...(content_type === undefined ? {} : { "content-type": content_type }),
    ...(content_length === undefined ? {} : { "content-length": String(content_length) }),
    ...(sha256 === undefined ? {} : { "content-digest": contentDigest(Buffer.from(sha256, "hex")) }),
    ...(overwrite ? {} : { "if-none-match": "*" }),
  };
  const max_bytes = content_length ?? Math.min(maxObjectBytes, room);
  const wanted = {
    service_id: service.id,
    token_id: principal.tokenId,
    method: "PUT",
    bucket: name,
    key,
    version_id: null,
    version_seq: null,
  } as const;
  const transfer = await insertTransfer(database, { ...wanted, headers, max_bytes }, expires_in_seconds);
  return {
    status: "ok",
    result: { bucket: name, key, transfer: { ...common(config, transfer), method: "PUT", headers, max_bytes } },
  };
}

/** The common part of both kinds of transfers. The address alone grants nothing. */
function common({ publicUrl }: Pick<ObjectsPlatform["config"], "publicUrl">, { id, expires_at }: StoredObjectTransfer) {
  return {
    transfer_id: id,
    state: "ready",
    url: `${publicUrl}/transfers/${id}`,
    authorization: "bearer",
    expires_at: expires_at.toISOString(),
    message: null,
  } as const;
}

import type http from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CallError } from "../../../../../generated/server/index.js";
import { type Database, all, first, statement } from "../../database/query.js";
import { findServiceById } from "../../services/service.js";
import type { TransferRequest } from "../engine.js";
import { readSegments, writeBlob } from "./blobs.js";
import { type ObjectsParts, maxObjectBytes } from "./parts.js";
import { S3Error } from "./s3/errors.js";
import { findObject } from "./s3/get-object.js";
import { isolation } from "./s3/respond.js";
import { isFull } from "../../storage-full.js";
import { versions } from "./versions.js";
import { WriteFailure, putVersion, withBucket } from "./write.js";

/** One object that the holder of a token may fetch or write for a while. */
export interface StoredObjectTransfer {
  readonly id: string;
  readonly service_id: string;
  readonly token_id: string;
  readonly method: "GET" | "PUT";
  readonly bucket: string;
  readonly key: string;
  readonly version_id: string | null;
  /** The version that GET serves; null for PUT, and for transfers prepared before this was recorded. */
  readonly version_seq: number | null;
  /** Headers of the response to GET, or those that PUT must have. */
  readonly headers: Readonly<Record<string, string>>;
  readonly max_bytes: number | null;
  readonly expires_at: Date;
}

const columns = "id, service_id, token_id, method, bucket, key, version_id, version_seq, headers, max_bytes, expires_at";

const insert = statement<StoredObjectTransfer>(
  "insert-object-transfer",
  `insert into objects_transfers
     (service_id, token_id, method, bucket, key, version_id, version_seq, headers, max_bytes, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10)) returning ${columns}`,
);

const find = statement<StoredObjectTransfer>("find-object-transfer", `select ${columns} from objects_transfers where id = $1`);

const removeExpired = statement("delete-expired-object-transfers", "delete from objects_transfers where expires_at < now()");

type NewTransfer = Omit<StoredObjectTransfer, "id" | "expires_at">;

/** Lets the holder of a token move an object for so many seconds. */
export async function insertTransfer(database: Database, wanted: NewTransfer, seconds: number): Promise<StoredObjectTransfer> {
  const { service_id, token_id, method, bucket, key, version_id, version_seq, headers, max_bytes } = wanted;
  const values = [service_id, token_id, method, bucket, key, version_id, version_seq, headers, max_bytes, seconds];
  return (await first(database, insert, ...values))!;
}

/** Forgets transfers whose time is over. */
export function removeExpiredTransfers(database: Database): Promise<unknown> {
  return all(database, removeExpired);
}

/** Serves a transfer to the token that asked for it. False: there is none for this request. */
export async function serveTransfer(
  parts: ObjectsParts,
  { id, caller, message }: TransferRequest,
  response: http.ServerResponse,
): Promise<boolean> {
  const transfer = await first(parts.database, find, id);
  const scope = transfer?.method === "GET" ? "service:data" : "service:write";
  const isTheirs = transfer?.token_id === caller.tokenId && caller.scopes.includes(scope);
  if (!transfer || !isTheirs || transfer.expires_at <= new Date() || message.method !== transfer.method) return false;
  const service = await findServiceById(parts.database, transfer.service_id);
  const statuses = transfer.method === "GET" ? ["active", "suspended"] : ["active"];
  if (!service || !caller.projects.includes(service.project_id) || !statuses.includes(service.status)) return false;
  try {
    if (transfer.method === "GET") await send(parts, transfer, response);
    else await receive(parts, transfer, message, response);
  } catch (error) {
    const [status, text] = explain(error) ?? [];
    if (status === undefined || text === undefined || response.headersSent) throw error;
    const body = JSON.stringify({ error: text });
    response
      .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body), connection: "close" })
      .end(body);
    message.resume();
    // For the log.
    if (isFull(error)) throw error;
  }
  return true;
}

function explain(error: unknown): [number, string] | undefined {
  if (isFull(error)) return [507, "insufficient_storage: The storage is full. Please try again later."];
  if (error instanceof CallError) return [error.status, `${error.code}: ${error.message}`];
  if (error instanceof S3Error)
    return [error.status, `${error.code === "PreconditionFailed" ? "object_exists" : "object_not_found"}: ${error.message}`];
  if (!(error instanceof WriteFailure)) return undefined;
  return error.reason === "bucket_not_found"
    ? [404, "bucket_not_found: No bucket has this name."]
    : [409, "storage_limit_reached: The plan allows no further storage."];
}

async function send(parts: ObjectsParts, transfer: StoredObjectTransfer, response: http.ServerResponse): Promise<void> {
  const { service_id, bucket, key, version_id, version_seq, headers } = transfer;
  const found = await findObject(parts, service_id, { bucket, key, versionId: version_id ?? undefined });
  const { seq, size_bytes } = found.version;
  if (version_seq !== null && version_seq !== seq) {
    throw new S3Error("NoSuchVersion", "The object was replaced after this download was prepared.");
  }
  response.writeHead(200, {
    ...headers,
    "content-length": size_bytes,
    "cache-control": "no-store",
    ...isolation,
  });
  if (size_bytes === 0) return void response.end();
  const content = Readable.from(readSegments(parts, found.segments, 0, size_bytes - 1), { objectMode: false });
  await pipeline(content, response);
  parts.meter.count(service_id, bucket, { ingress: 0, egress: size_bytes, reads: 1, writes: 0 });
}

async function receive(
  parts: ObjectsParts,
  transfer: StoredObjectTransfer,
  message: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { service_id, bucket: name, key, headers, max_bytes } = transfer;
  const rejected = (text: string) => new CallError(400, "invalid_upload", text);
  for (const [header, value] of Object.entries(headers))
    if (message.headers[header] !== value) throw rejected(`The header ${header} is not the one of the transfer.`);
  const length = Number(message.headers["content-length"] ?? NaN);
  if (!Number.isInteger(length)) throw new CallError(411, "length_required", "The header content-length is missing.");
  const most = max_bytes ?? maxObjectBytes;
  if (length > most) throw new CallError(413, "payload_too_large", `The file has more than ${most} bytes.`);
  const content = message.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  const written = await writeBlob(parts, content);
  const digest = headers["content-digest"];
  if (digest !== undefined && digest !== contentDigest(written.sha256)) {
    throw rejected("The content does not have the SHA-256 of the transfer.");
  }
  const service = await findServiceById(parts.database, service_id);
  if (service?.status !== "active") throw new CallError(409, "action_unavailable", "The service is not active now.");
  const version = await withBucket(parts, service, name, async (client, bucket) => {
    const current = await versions.findLatest(client, bucket.id, key);
    if (headers["if-none-match"] !== undefined && current && !current.is_delete_marker) {
      throw new S3Error("PreconditionFailed", "An object of this key exists.");
    }
    return putVersion(client, bucket, key, current, {
      segments: written.size_bytes === 0 ? [] : [written],
      size_bytes: written.size_bytes,
      etag: written.md5,
      headers: { "content-type": message.headers["content-type"] ?? "binary/octet-stream" },
      checksum_algorithm: null,
      checksum: null,
    });
  });
  parts.meter.count(service_id, name, { ingress: written.size_bytes, egress: 0, reads: 0, writes: 1 });
  response.writeHead(200, { etag: `"${version.etag}"`, "content-length": 0 }).end();
}

/** A SHA-256 as the header `content-digest` has it (RFC 9530). */
export function contentDigest(sha256: Buffer): string {
  return `sha-256=:${sha256.toString("base64")}:`;
}

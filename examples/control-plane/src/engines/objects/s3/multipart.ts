import { createHash } from "node:crypto";
import type http from "node:http";
import { isUuid } from "../../../uuid.js";
import { readSegments, writeBlob } from "../blobs.js";
import { type ObjectsParts, maxObjectBytes } from "../parts.js";
import { type StoredPart, type StoredUpload, uploads } from "../uploads.js";
import { versions } from "../versions.js";
import { addStored, putVersion, withBucket } from "../write.js";
import { receive, receiveText, wantedAlgorithm } from "./body.js";
import { bucketOf, countOf } from "./bucket-operations.js";
import { checksumElements, checksumHeader, findAlgorithm } from "./checksums.js";
import { S3Error } from "./errors.js";
import { rangeOf } from "./get-object.js";
import { checkWrite, conditionsOf, headersToKeep } from "./object-headers.js";
import { checkRoom, copyResult, findSource } from "./object-writes.js";
import { type SignedRequest, queryOf } from "./request.js";
import { sendXml } from "./respond.js";
import { type Tree, element, elementsOf, parseXml, textOf } from "./xml.js";

/** Begins an upload in parts. */
export async function createUpload(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service, bucket: name, key } = request;
  await receiveText(request);
  const headers = headersToKeep(request);
  const checksum_algorithm = wantedAlgorithm(request) ?? null;
  const upload = await withBucket(parts, service, name, (client, bucket) =>
    uploads.insert(client, { bucket_id: bucket.id, key, headers, checksum_algorithm }),
  );
  if (!upload) throw new S3Error("QuotaExceeded", "The plan allows no further uploads: complete or abort one.");
  if (checksum_algorithm !== null) response.setHeader("x-amz-checksum-algorithm", checksum_algorithm);
  sendXml(response, "InitiateMultipartUploadResult", [
    element("Bucket", name),
    element("Key", key),
    element("UploadId", upload.id),
  ]);
}

function noSuchUpload(): S3Error {
  return new S3Error("NoSuchUpload", "The specified multipart upload does not exist. It may have been aborted or completed.");
}

/** The upload that a request is about. */
async function uploadOf(parts: ObjectsParts, request: SignedRequest): Promise<StoredUpload> {
  const bucket = await bucketOf(parts, request);
  const id = queryOf(request, "uploadId") ?? "";
  const found = await parts.read(request.service.id, (database) => uploads.find(database, bucket.id, request.key, id));
  if (!found) throw noSuchUpload();
  return found;
}

function partNumber(request: SignedRequest): number {
  const text = queryOf(request, "partNumber") ?? "";
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 10_000) return number;
  throw new S3Error("InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
}

type NewPart = Parameters<typeof uploads.putPart>[3];

/** Puts a part in place, unless the upload is over. */
function savePart(parts: ObjectsParts, request: SignedRequest, upload: StoredUpload, part: NewPart): Promise<StoredPart> {
  const { service, bucket: name } = request;
  return withBucket(parts, service, name, async (client, bucket) => {
    const there = await uploads.find(client, bucket.id, upload.key, upload.id);
    if (!there) throw noSuchUpload();
    return uploads.putPart(client, service.id, there, part);
  });
}

/** Receives a part. */
export async function uploadPart(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const number = partNumber(request);
  const upload = await uploadOf(parts, request);
  await checkRoom(parts, request);
  const { md5, checksum, ...segment } = await receive(parts, request);
  const facts = { checksum_algorithm: checksum?.algorithm ?? null, checksum: checksum?.value ?? null };
  await savePart(parts, request, upload, { number, ...segment, etag: md5, ...facts });
  response
    .writeHead(200, {
      etag: `"${md5}"`,
      ...(checksum ? { [checksumHeader(checksum.algorithm)]: checksum.value } : {}),
      "content-length": 0,
    })
    .end();
}

/** Makes a part from bytes of an existing object. */
export async function copyPart(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const number = partNumber(request);
  const upload = await uploadOf(parts, request);
  const { version, segments } = await findSource(parts, request);
  const header = request.headers["x-amz-copy-source-range"];
  const range = rangeOf(header, version.size_bytes) ?? { start: 0, end: version.size_bytes - 1 };
  if (range.end - range.start >= maxObjectBytes) throw new S3Error("EntityTooLarge", "A part may have 5 GiB.");
  const { md5, ...segment } = await writeBlob(parts, readSegments(parts, segments, range.start, range.end));
  const part = { number, ...segment, etag: md5, checksum_algorithm: null, checksum: null };
  sendXml(response, "CopyPartResult", copyResult(await savePart(parts, request, upload, part)));
}

/** The least that a part other than the last must have, in bytes. */
const minPart = 5 * 2 ** 20;

/**
 * Makes an object of the parts that the request names, in one transaction: it refers to their files. A client that lost the
 * response asks again, and gets the same one.
 */
export async function completeUpload(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service, bucket: name, key } = request;
  const named = elementsOf(await parseXml(await receiveText(request), "CompleteMultipartUpload"), "Part");
  if (named.length === 0 || named.length > 10_000) throw new S3Error("MalformedXML", "You must specify from 1 to 10,000 parts");
  const id = queryOf(request, "uploadId") ?? "";
  const etag = etagOf(named.map((tree) => textOf(tree, "ETag")?.replaceAll('"', "") ?? ""));
  const { version_id } = await withBucket(parts, service, name, async (client, bucket) => {
    const upload = await uploads.find(client, bucket.id, key, id);
    if (!upload) {
      const done = await uploads.findCompleted(client, bucket.id, key, id);
      if (done?.etag !== etag) throw noSuchUpload();
      return done;
    }
    const chosen = choose(named, await uploads.parts(client, upload));
    const current = await versions.findLatest(client, bucket.id, key);
    checkWrite(current?.is_delete_marker ? undefined : current, conditionsOf(request));
    const stored = await uploads.bytes(client, upload);
    const written = await putVersion(
      client,
      bucket,
      key,
      current,
      {
        segments: chosen.filter(({ size_bytes }) => size_bytes > 0),
        size_bytes: chosen.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
        etag,
        headers: upload.headers,
        checksum_algorithm: null,
        checksum: null,
      },
      stored,
    );
    await uploads.remove(client, upload);
    const completed = { etag, version_id: bucket.versioning === "unversioned" ? null : written.version_id };
    await uploads.keepCompleted(client, upload, completed);
    return completed;
  });
  if (version_id !== null) response.setHeader("x-amz-version-id", version_id);
  sendXml(response, "CompleteMultipartUploadResult", [
    element("Location", `/${name}/${key}`),
    element("Bucket", name),
    element("Key", key),
    element("ETag", `"${etag}"`),
  ]);
}

/** The entity tag of an object by those of its parts. */
function etagOf(parts: readonly string[]): string {
  const digest = createHash("md5");
  for (const part of parts) digest.update(Buffer.from(part, "hex"));
  return `${digest.digest("hex")}-${parts.length}`;
}

/** The parts that are named, in their order. */
function choose(named: readonly Tree[], there: readonly StoredPart[]): readonly StoredPart[] {
  const byNumber = new Map(there.map((part) => [part.number, part]));
  let last = 0;
  const chosen = named.map((tree) => {
    const number = Number(textOf(tree, "PartNumber"));
    const part = byNumber.get(number);
    const checksum = part?.checksum_algorithm && textOf(tree, checksumElements[findAlgorithm(part.checksum_algorithm)!]);
    const isRight = part && textOf(tree, "ETag")?.replaceAll('"', "") === part.etag && (!checksum || checksum === part.checksum);
    if (!isRight)
      throw new S3Error("InvalidPart", "One or more of the specified parts could not be found, or has another entity tag.");
    if (number <= last) throw new S3Error("InvalidPartOrder", "The list of parts was not in ascending order.");
    last = number;
    return part;
  });
  if (chosen.slice(0, -1).some(({ size_bytes }) => size_bytes < minPart)) {
    throw new S3Error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed object size.");
  }
  return chosen;
}

/** Ends an upload and forgets its parts. */
export async function abortUpload(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service, bucket: name, key } = request;
  await withBucket(parts, service, name, async (client, bucket) => {
    const upload = await uploads.find(client, bucket.id, key, queryOf(request, "uploadId") ?? "");
    if (!upload) throw noSuchUpload();
    const bytes = await uploads.bytes(client, upload);
    await uploads.remove(client, upload);
    await addStored(client, service.id, -bytes);
  });
  response.writeHead(204).end();
}

/** Lists the parts of an upload. */
export async function listParts(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const upload = await uploadOf(parts, request);
  const limit = Math.max(countOf(request, "max-parts", 1000), 1);
  const marker = countOf(request, "part-number-marker", 10_000);
  const after = queryOf(request, "part-number-marker") === undefined ? 0 : marker;
  const found = await parts.read(request.service.id, (database) => uploads.parts(database, upload, after, limit + 1));
  const shown = found.slice(0, limit);
  sendXml(response, "ListPartsResult", [
    element("Bucket", request.bucket),
    element("Key", upload.key),
    element("UploadId", upload.id),
    element("PartNumberMarker", after),
    ...(found.length > limit ? [element("NextPartNumberMarker", shown.at(-1)!.number)] : []),
    element("MaxParts", limit),
    element("IsTruncated", found.length > limit),
    element("StorageClass", "STANDARD"),
    ...shown.map(({ number, created_at, etag, size_bytes, checksum_algorithm, checksum }) =>
      element("Part", [
        element("PartNumber", number),
        element("LastModified", created_at),
        element("ETag", `"${etag}"`),
        element("Size", size_bytes),
        ...(checksum_algorithm === null ? [] : [element(checksumElements[findAlgorithm(checksum_algorithm)!], checksum!)]),
      ]),
    ),
  ]);
}

const noUuid = "00000000-0000-0000-0000-000000000000";
const lastUuid = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Lists uploads that are not completed, by key. */
export async function listUploads(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const bucket = await bucketOf(parts, request);
  const limit = Math.max(countOf(request, "max-uploads", 1000), 1);
  const prefix = queryOf(request, "prefix") ?? "";
  if (prefix.includes("\0") || queryOf(request, "delimiter"))
    throw new S3Error("NotImplemented", "A delimiter is not supported here.");
  const keyMarker = queryOf(request, "key-marker") ?? "";
  const idMarker = queryOf(request, "upload-id-marker") ?? "";
  if (keyMarker.includes("\0")) throw new S3Error("InvalidArgument", "key-marker is not valid.");
  const after = [keyMarker, keyMarker === "" ? noUuid : isUuid(idMarker) ? idMarker : lastUuid] as const;
  const found = await parts.read(request.service.id, (database) => uploads.list(database, bucket.id, prefix, after, limit + 1));
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  sendXml(response, "ListMultipartUploadsResult", [
    element("Bucket", bucket.name),
    element("KeyMarker", keyMarker),
    element("UploadIdMarker", idMarker),
    ...(last ? [element("NextKeyMarker", last.key), element("NextUploadIdMarker", last.id)] : []),
    element("Prefix", prefix),
    element("MaxUploads", limit),
    element("IsTruncated", last !== undefined),
    ...shown.map(({ key, id, created_at }) =>
      element("Upload", [element("Key", key), element("UploadId", id), element("Initiated", created_at)]),
    ),
  ]);
}

import type http from "node:http";
import type { Database } from "../../../database/query.js";
import { maxObjectBytes, type ObjectsParts } from "../parts.js";
import { type StoredBucket, buckets } from "../buckets.js";
import { type StoredVersion, versions } from "../versions.js";
import { WriteFailure, deleteVersion, putVersion, withBucket } from "../write.js";
import { declaredLength, receive, receiveText } from "./body.js";
import { S3Error, noSuchBucket } from "./errors.js";
import { type Found, findObject } from "./get-object.js";
import { checkRead, checkWrite, checksumsOf, conditionsOf, headersToKeep, preconditionFailed } from "./object-headers.js";
import { type SignedRequest, mayUse, queryOf } from "./request.js";
import { sendXml } from "./respond.js";
import { type Markup, element, elementsOf, parseXml, textOf } from "./xml.js";

/** Rejects what has no room or no bucket before it is sent. The transaction that counts it decides. */
export async function checkRoom(parts: ObjectsParts, request: SignedRequest): Promise<void> {
  const { service, bucket } = request;
  const room = await parts.read(service.id, (database) => buckets.room(database, service.id, bucket));
  if (room === undefined) throw noSuchBucket();
  if (declaredLength(request) > room) throw new WriteFailure("storage_limit_reached");
}

/** Writes an object that comes in one request. */
export async function putObject(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service, bucket: name, key } = request;
  const headers = headersToKeep(request);
  await checkRoom(parts, request);
  const received = await receive(parts, request);
  const { version, hasVersions } = await withBucket(parts, service, name, async (client, bucket) => {
    const current = await versions.findLatest(client, bucket.id, key);
    checkWrite(current?.is_delete_marker ? undefined : current, conditionsOf(request));
    const written = await putVersion(client, bucket, key, current, {
      segments: received.size_bytes === 0 ? [] : [received],
      size_bytes: received.size_bytes,
      etag: received.md5,
      headers,
      checksum_algorithm: received.checksum?.algorithm ?? null,
      checksum: received.checksum?.value ?? null,
    });
    return { version: written, hasVersions: bucket.versioning !== "unversioned" };
  });
  response
    .writeHead(200, {
      etag: `"${version.etag}"`,
      ...checksumsOf(version),
      ...(hasVersions ? { "x-amz-version-id": version.version_id } : {}),
      "content-length": 0,
    })
    .end();
}

/** The object that a copy is made of, if the key may read it. */
export async function findSource(parts: ObjectsParts, request: SignedRequest): Promise<Found> {
  const text = request.headers["x-amz-copy-source"] ?? "";
  let source: string[] | undefined;
  try {
    // A question mark in a key is encoded; one that isn't begins the version.
    source = /^\/?([^/?]+)\/([^?]+)(?:\?versionId=(.+))?$/
      .exec(text)
      ?.slice(1)
      .map((part) => part && decodeURIComponent(part));
  } catch {
    source = undefined;
  }
  const [bucket, key, versionId] = source ?? [];
  if (bucket === undefined || key === undefined || [bucket, key, versionId].some((part) => part?.includes("\0"))) {
    throw new S3Error("InvalidArgument", "Copy Source must mention the source bucket and key: sourcebucket/sourcekey");
  }
  if (request.accessKey.permission === "write" || !mayUse(request, bucket)) throw new S3Error("AccessDenied", "Access Denied");
  const found = await findObject(parts, request.service.id, { bucket, key, versionId });
  try {
    checkRead(found.version, conditionsOf(request, "x-amz-copy-source-"));
  } catch (error) {
    throw error instanceof S3Error && error.code === "NotModified" ? preconditionFailed() : error;
  }
  return found;
}

/** Copies an object: the new version refers to the content of the old one. */
export async function copyObject(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service, bucket: name, key } = request;
  const source = await findSource(parts, request);
  const directive = request.headers["x-amz-metadata-directive"] ?? "COPY";
  if (directive !== "COPY" && directive !== "REPLACE") throw new S3Error("InvalidArgument", "Unknown metadata directive.");
  const isItself = source.bucket.name === name && source.version.key === key && source.version.is_latest;
  if (isItself && directive === "COPY") {
    throw new S3Error(
      "InvalidRequest",
      "This copy request is illegal because it copies an object to itself without changing it.",
    );
  }
  if (source.version.size_bytes > maxObjectBytes) {
    throw new S3Error("InvalidRequest", "The specified copy source is larger than the maximum allowable size: copy it in parts.");
  }
  const { version, hasVersions } = await withBucket(parts, service, name, async (client, bucket) => {
    // Its content can't go while this transaction lasts: what deletes takes turns with it.
    const there = await versions.find(client, source.bucket.id, source.version.key, source.version.version_id);
    if (there?.seq !== source.version.seq) throw new S3Error("NoSuchKey", "The specified key does not exist.");
    const current = await versions.findLatest(client, bucket.id, key);
    checkWrite(current?.is_delete_marker ? undefined : current, conditionsOf(request));
    const { size_bytes, etag, headers, checksum_algorithm, checksum } = source.version;
    const written = await putVersion(client, bucket, key, current, {
      segments: source.segments,
      size_bytes,
      etag: etag!,
      headers: directive === "COPY" ? headers : headersToKeep(request),
      checksum_algorithm,
      checksum,
    });
    return { version: written, hasVersions: bucket.versioning !== "unversioned" };
  });
  if (hasVersions) response.setHeader("x-amz-version-id", version.version_id);
  if (source.bucket.versioning !== "unversioned") {
    response.setHeader("x-amz-copy-source-version-id", source.version.version_id);
  }
  sendXml(response, "CopyObjectResult", copyResult(version));
}

/** The elements of a response about a copy. */
export function copyResult({ etag, created_at }: Pick<StoredVersion, "etag" | "created_at">) {
  return [element("LastModified", created_at), element("ETag", `"${etag}"`)];
}

/** Deletes an object or one version; fine when it is not there. */
export async function deleteObject(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service, bucket: name, key } = request;
  const { version_id, is_delete_marker } = await withBucket(parts, service, name, async (client, bucket) => {
    const { match } = conditionsOf(request);
    if (match !== undefined) {
      const current = await versions.findLatest(client, bucket.id, key);
      checkWrite(current?.is_delete_marker ? undefined : current, { ...conditionsOf({ headers: {} }), match });
    }
    return deleteVersion(client, bucket, key, queryOf(request, "versionId"));
  });
  response
    .writeHead(204, {
      ...(version_id === null ? {} : { "x-amz-version-id": version_id }),
      ...(is_delete_marker ? { "x-amz-delete-marker": "true" } : {}),
    })
    .end();
}

/** The number of objects deleted in one transaction, so that other writes get their turn. */
const deletionsAtOnce = 100;

/** Deletes up to 1,000 objects. */
export async function deleteObjects(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const document = await parseXml(await receiveText(request), "Delete");
  const wanted = elementsOf(document, "Object").map((tree) => ({
    key: textOf(tree, "Key"),
    versionId: textOf(tree, "VersionId"),
  }));
  if (wanted.length === 0 || wanted.length > 1000)
    throw new S3Error("MalformedXML", "A request deletes from 1 to 1,000 objects.");
  const isQuiet = textOf(document, "Quiet") === "true";
  const isValid = (key: string | undefined): key is string =>
    key !== undefined && key !== "" && !key.includes("\0") && Buffer.byteLength(key) <= 1024;
  const done: Markup[] = [];
  for (let at = 0; at < wanted.length; at += deletionsAtOnce) {
    const some = wanted.slice(at, at + deletionsAtOnce);
    done.push(
      ...(await withBucket(parts, request.service, request.bucket, (client, bucket) => deleteEach(client, bucket, some))),
    );
  }
  sendXml(response, "DeleteResult", done);

  async function deleteEach(client: Database, bucket: StoredBucket, some: typeof wanted): Promise<Markup[]> {
    const results: Markup[] = [];
    for (const { key, versionId } of some) {
      if (!isValid(key)) {
        const facts = [
          element("Key", key ?? ""),
          element("Code", "KeyTooLongError"),
          element("Message", "Your key is not valid."),
        ];
        results.push(element("Error", facts));
        continue;
      }
      const { version_id, is_delete_marker } = await deleteVersion(client, bucket, key, versionId);
      if (isQuiet) continue;
      results.push(
        element("Deleted", [
          element("Key", key),
          ...(versionId === undefined ? [] : [element("VersionId", versionId)]),
          ...(is_delete_marker ? [element("DeleteMarker", true), element("DeleteMarkerVersionId", version_id!)] : []),
        ]),
      );
    }
    return results;
  }
}

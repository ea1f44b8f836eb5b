import type http from "node:http";
import { type Listing, type Position, listPage } from "../list.js";
import type { ObjectsParts } from "../parts.js";
import { nullVersion, versions } from "../versions.js";
import { bucketOf, countOf } from "./bucket-operations.js";
import { S3Error } from "./errors.js";
import { type SignedRequest, queryOf } from "./request.js";
import { sendXml } from "./respond.js";
import { type Markup, element } from "./xml.js";

/** How names are written in a listing: as they are, or encoded, if the query asks for that. */
function encoderOf(request: SignedRequest): (text: string) => string {
  const type = queryOf(request, "encoding-type");
  if (type === undefined) return (text) => text;
  if (type !== "url") throw new S3Error("InvalidArgument", "Invalid Encoding Method specified in Request");
  return (text) =>
    encodeURIComponent(text)
      .replaceAll("%2F", "/")
      .replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The common part of all listings of a bucket. */
async function read(parts: ObjectsParts, request: SignedRequest, after: Position | undefined, hasVersions = false) {
  const bucket = await bucketOf(parts, request);
  const encode = encoderOf(request);
  const prefix = queryOf(request, "prefix") ?? "";
  const delimiter = queryOf(request, "delimiter") ?? "";
  const limit = countOf(request, "max-keys", 1000);
  for (const text of [prefix, delimiter])
    if (text.includes("\0") || Buffer.byteLength(text) > 1024)
      throw new S3Error("InvalidArgument", "prefix or delimiter is not valid.");
  const listing: Listing = { bucketId: bucket.id, prefix, delimiter, after, limit, hasVersions };
  const page = await parts.read(request.service.id, (database) => listPage(database, listing));
  const head = [
    element("Name", bucket.name),
    element("Prefix", encode(prefix)),
    ...(delimiter === "" ? [] : [element("Delimiter", encode(delimiter))]),
    element("MaxKeys", limit),
    ...(queryOf(request, "encoding-type") === undefined ? [] : [element("EncodingType", "url")]),
    element("IsTruncated", page.next !== undefined),
  ];
  const prefixes = page.prefixes.map((text) => element("CommonPrefixes", [element("Prefix", encode(text))]));
  return { page, head, prefixes, encode };
}

type Read = Awaited<ReturnType<typeof read>>;

function contentsOf({ page, encode }: Read, isForVersions = false): readonly Markup[] {
  return page.versions.map((version) => {
    const facts = [element("Key", encode(version.key)), element("LastModified", version.created_at)];
    if (isForVersions) facts.push(element("VersionId", version.version_id), element("IsLatest", version.is_latest));
    if (version.is_delete_marker) return element("DeleteMarker", facts);
    facts.push(element("ETag", `"${version.etag}"`), element("Size", version.size_bytes), element("StorageClass", "STANDARD"));
    if (version.checksum_algorithm !== null) facts.push(element("ChecksumAlgorithm", version.checksum_algorithm));
    return element(isForVersions ? "Version" : "Contents", facts);
  });
}

/** Begins after a name that the caller gives. */
function after(name: string | undefined): Position | undefined {
  if (name === undefined || name === "") return undefined;
  if (name.includes("\0") || Buffer.byteLength(name) > 1024)
    throw new S3Error("InvalidArgument", "The name to begin after is not valid.");
  return { key: name, seq: 0, isPrefix: false };
}

/** Lists objects, page by page with a token. */
export async function listObjectsV2(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  if (queryOf(request, "list-type") !== "2") throw new S3Error("InvalidArgument", "list-type must be 2.");
  const token = queryOf(request, "continuation-token");
  const startAfter = queryOf(request, "start-after");
  const found = await read(parts, request, token === undefined ? after(startAfter) : readToken(token));
  const { page, head, prefixes, encode } = found;
  sendXml(response, "ListBucketResult", [
    ...head,
    ...(startAfter === undefined ? [] : [element("StartAfter", encode(startAfter))]),
    ...(token === undefined ? [] : [element("ContinuationToken", token)]),
    ...(page.next ? [element("NextContinuationToken", makeToken(page.next))] : []),
    element("KeyCount", page.versions.length + page.prefixes.length),
    ...contentsOf(found),
    ...prefixes,
  ]);
}

/** Lists objects in the older form: the next page begins after a name. */
export async function listObjects(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const marker = queryOf(request, "marker") ?? "";
  const delimiter = queryOf(request, "delimiter") ?? "";
  const position = after(marker);
  // A name that ends a page may be a prefix: what it rolled up is over.
  const isPrefix = position !== undefined && delimiter !== "" && marker.endsWith(delimiter);
  const found = await read(parts, request, position && { ...position, isPrefix });
  const { page, head, prefixes, encode } = found;
  sendXml(response, "ListBucketResult", [
    ...head,
    element("Marker", encode(marker)),
    ...(page.next ? [element("NextMarker", encode(page.next.key))] : []),
    ...contentsOf(found),
    ...prefixes,
  ]);
}

/** Lists all versions and delete markers. */
export async function listVersions(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const keyMarker = queryOf(request, "key-marker") ?? "";
  const versionMarker = queryOf(request, "version-id-marker") ?? "";
  const delimiter = queryOf(request, "delimiter") ?? "";
  const isPrefix = keyMarker !== "" && delimiter !== "" && keyMarker.endsWith(delimiter) && versionMarker === "";
  const found = await read(parts, request, await markedPosition(), true);
  const { page, head, prefixes, encode } = found;
  const last = page.versions.at(-1);
  sendXml(response, "ListVersionsResult", [
    ...head,
    element("KeyMarker", encode(keyMarker)),
    element("VersionIdMarker", versionMarker),
    ...(page.next ? [element("NextKeyMarker", encode(page.next.key))] : []),
    ...(page.next && !page.next.isPrefix && last ? [element("NextVersionIdMarker", last.version_id)] : []),
    ...contentsOf(found, true),
    ...prefixes,
  ]);

  async function markedPosition(): Promise<Position | undefined> {
    const position = after(keyMarker);
    if (!position || versionMarker === "") return position && { ...position, isPrefix };
    const bucket = await bucketOf(parts, request);
    const marked = await parts.read(request.service.id, (database) =>
      versions.find(database, bucket.id, keyMarker, versionMarker),
    );
    if (!marked && versionMarker !== nullVersion) throw new S3Error("InvalidArgument", "Invalid version id specified");
    return { ...position, seq: marked?.seq ?? 0 };
  }
}

function makeToken({ key, isPrefix }: Position): string {
  return Buffer.from(JSON.stringify([key, isPrefix])).toString("base64url");
}

function readToken(token: string): Position {
  try {
    const [key, isPrefix] = JSON.parse(Buffer.from(token, "base64url").toString("utf8")) as unknown[];
    if (typeof key === "string" && typeof isPrefix === "boolean") return { ...after(key)!, isPrefix };
  } catch {
    // Not one of ours.
  }
  throw new S3Error("InvalidArgument", "The continuation token provided is incorrect");
}

import type http from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Segment, readSegments } from "../blobs.js";
import { type StoredBucket, buckets } from "../buckets.js";
import type { ObjectsParts } from "../parts.js";
import { type StoredVersion, versions } from "../versions.js";
import { S3Error, noSuchBucket } from "./errors.js";
import { checkRead, checksumsOf, conditionsOf, headersOf } from "./object-headers.js";
import { type SignedRequest, queryOf } from "./request.js";
import { sendXml } from "./respond.js";
import { element } from "./xml.js";

/** An object to read. */
export interface Found {
  readonly bucket: StoredBucket;
  readonly version: StoredVersion;
  readonly segments: readonly Segment[];
}

/** Finds an object, or a version of it. Delete markers are no objects. */
export async function findObject(
  parts: ObjectsParts,
  serviceId: string,
  { bucket: name, key, versionId }: { readonly bucket: string; readonly key: string; readonly versionId: string | undefined },
): Promise<Found> {
  return parts.read(serviceId, async (database) => {
    const bucket = await buckets.find(database, serviceId, name);
    if (!bucket) throw noSuchBucket();
    const version =
      versionId === undefined
        ? await versions.findLatest(database, bucket.id, key)
        : await versions.find(database, bucket.id, key, versionId);
    if (!version) {
      if (versionId !== undefined) throw new S3Error("NoSuchVersion", "The specified version does not exist.");
      throw new S3Error("NoSuchKey", "The specified key does not exist.");
    }
    if (version.is_delete_marker) {
      const headers = { "x-amz-delete-marker": "true", "x-amz-version-id": version.version_id };
      if (versionId === undefined) throw new S3Error("NoSuchKey", "The specified key does not exist.", headers);
      throw new S3Error("MethodNotAllowed", "The specified method is not allowed against this resource.", headers);
    }
    return { bucket, version, segments: await versions.segments(database, version) };
  });
}

/** Headers that a query may set on the response. */
const overrides = ["cache-control", "content-disposition", "content-encoding", "content-language", "content-type", "expires"];

/** Sends an object, a range of it, or with HEAD only what it is. */
export async function getObject(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service, bucket: name, key, method, headers, moved } = request;
  const versionId = queryOf(request, "versionId");
  const { bucket, version, segments } = await findObject(parts, service.id, { bucket: name, key, versionId });
  checkRead(version, conditionsOf(request));
  const size = version.size_bytes;
  const range = rangeOf(headers["range"], size) ?? partRange(queryOf(request, "partNumber"), segments);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const shown: http.OutgoingHttpHeaders = {
    ...headersOf(version, bucket.versioning !== "unversioned"),
    ...(range === undefined && headers["x-amz-checksum-mode"]?.toUpperCase() === "ENABLED" ? checksumsOf(version) : {}),
    ...(range === undefined ? {} : { "content-range": `bytes ${start}-${end}/${size}` }),
    ...(queryOf(request, "partNumber") === undefined ? {} : { "x-amz-mp-parts-count": Math.max(segments.length, 1) }),
    "content-length": end - start + 1,
  };
  for (const header of overrides) {
    const value = queryOf(request, `response-${header}`);
    // eslint-disable-next-line no-control-regex -- These can't be in a header.
    if (value !== undefined && /[\0-\x1f\x7f]/.test(value))
      throw new S3Error("InvalidArgument", `response-${header} is not valid.`);
    if (value !== undefined) shown[header] = Buffer.from(value, "utf8").toString("latin1");
  }
  response.writeHead(range === undefined ? 200 : 206, shown);
  if (method === "HEAD" || end < start) return void response.end();
  await pipeline(Readable.from(count(readSegments(parts, segments, start, end)), { objectMode: false }), response);

  async function* count(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      moved.egress += chunk.length;
      yield chunk;
    }
  }
}

/** The tags of an object: there are none. Clients ask before they copy. */
export async function showTags(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service, bucket, key } = request;
  await findObject(parts, service.id, { bucket, key, versionId: queryOf(request, "versionId") });
  sendXml(response, "Tagging", [element("TagSet", [])]);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The bytes that a header requests; `undefined`: all, which is also the response to several ranges at once. */
export function rangeOf(header: string | undefined, size: number): Range | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined;
  const start = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < start) return undefined;
  if (start >= size || (from === "" && Number(to) === 0)) {
    throw new S3Error("InvalidRange", "The requested range is not satisfiable", { "content-range": `bytes */${size}` });
  }
  return { start, end };
}

/** The bytes of one part of an object that was uploaded in parts. */
function partRange(text: string | undefined, segments: readonly Segment[]): Range | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  const segment = segments[number - 1];
  if (!segment) throw new S3Error("InvalidRange", "The requested part is not there");
  const start = segments.slice(0, number - 1).reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  return { start, end: start + segment.size_bytes - 1 };
}

import type http from "node:http";
import type { StoredVersion } from "../versions.js";
import { checksumHeader } from "./checksums.js";
import { S3Error } from "./errors.js";
import type { S3Request } from "./request.js";

/** Headers of an object that are stored besides its metadata. */
const kept = ["cache-control", "content-disposition", "content-encoding", "content-language", "content-type", "expires"];

/** How long metadata may be, in bytes. */
const maxMetadata = 2048;

/** The headers of a request that responses with the object will have. */
export function headersToKeep({ headers }: Pick<S3Request, "headers">): Record<string, string> {
  const found: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith("x-amz-meta-")) size += Buffer.byteLength(name.slice("x-amz-meta-".length)) + Buffer.byteLength(value);
    else if (!kept.includes(name)) continue;
    found[name] = value;
  }
  if (size > maxMetadata)
    throw new S3Error("MetadataTooLarge", "Your metadata headers exceed the maximum allowed metadata size.");
  const encodings = (found["content-encoding"] ?? "").split(",").map((text) => text.trim());
  const lasting = encodings.filter((text) => text !== "" && text !== "aws-chunked").join(",");
  delete found["content-encoding"];
  if (lasting !== "") found["content-encoding"] = lasting;
  found["content-type"] ??= "binary/octet-stream";
  return found;
}

/** The headers of a response with an object. */
export function headersOf(version: StoredVersion, hasVersions: boolean): http.OutgoingHttpHeaders {
  const shown: http.OutgoingHttpHeaders = {
    "accept-ranges": "bytes",
    etag: `"${version.etag}"`,
    "last-modified": version.created_at.toUTCString(),
  };
  for (const [name, value] of Object.entries(version.headers)) shown[name] = Buffer.from(value, "utf8").toString("latin1");
  if (hasVersions) shown["x-amz-version-id"] = version.version_id;
  return shown;
}

/** The header with the checksum of a version. */
export function checksumsOf({
  checksum,
  checksum_algorithm,
}: Pick<StoredVersion, "checksum" | "checksum_algorithm">): Record<string, string> {
  if (checksum === null || checksum_algorithm === null) return {};
  return { [checksumHeader(checksum_algorithm)]: checksum, "x-amz-checksum-type": "FULL_OBJECT" };
}

interface Conditions {
  readonly match: string | undefined;
  readonly noneMatch: string | undefined;
  readonly modifiedSince: string | undefined;
  readonly unmodifiedSince: string | undefined;
}

/** The conditions that the headers of a request set; with a prefix those on the source of a copy. */
export function conditionsOf({ headers }: Pick<S3Request, "headers">, prefix = ""): Conditions {
  return {
    match: headers[`${prefix}if-match`],
    noneMatch: headers[`${prefix}if-none-match`],
    modifiedSince: headers[`${prefix}if-modified-since`],
    unmodifiedSince: headers[`${prefix}if-unmodified-since`],
  };
}

/** Checks conditions on an object that is read. Which goes before which is as in RFC 9110. */
export function checkRead(version: StoredVersion, { match, noneMatch, modifiedSince, unmodifiedSince }: Conditions): void {
  const changed = Math.floor(version.created_at.getTime() / 1000) * 1000;
  if (match !== undefined ? !matches(match, version) : isTime(unmodifiedSince) && changed > Date.parse(unmodifiedSince)) {
    throw preconditionFailed();
  }
  if (noneMatch !== undefined ? matches(noneMatch, version) : isTime(modifiedSince) && changed <= Date.parse(modifiedSince)) {
    throw new S3Error("NotModified", "Not Modified", {
      etag: `"${version.etag}"`,
      "last-modified": version.created_at.toUTCString(),
    });
  }
}

/** Checks conditions on an object that is to be replaced; `undefined`: there is none. */
export function checkWrite(current: StoredVersion | undefined, { match, noneMatch }: Conditions): void {
  if (match !== undefined) {
    if (!current) throw new S3Error("NoSuchKey", "The specified key does not exist.");
    if (!matches(match, current)) throw preconditionFailed();
  }
  if (noneMatch !== undefined && current && matches(noneMatch, current)) throw preconditionFailed();
}

function isTime(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text));
}

function matches(condition: string, { etag }: StoredVersion): boolean {
  const tags = condition.split(",").map((tag) => tag.trim().replace(/^W\//, "").replaceAll('"', ""));
  return tags.includes("*") || (etag !== null && tags.includes(etag));
}

/** A condition of the request is not met. */
export function preconditionFailed(): S3Error {
  return new S3Error("PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
}

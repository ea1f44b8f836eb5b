import type http from "node:http";
import type { ObjectsParts } from "../parts.js";
import {
  createBucket,
  deleteBucket,
  headBucket,
  listBuckets,
  putVersioning,
  showLocation,
  showVersioning,
} from "./bucket-operations.js";
import { S3Error } from "./errors.js";
import { listObjects, listObjectsV2, listVersions } from "./listings.js";
import { abortUpload, completeUpload, copyPart, createUpload, listParts, listUploads, uploadPart } from "./multipart.js";
import { copyObject, deleteObject, deleteObjects, putObject } from "./object-writes.js";
import { getObject, showTags } from "./get-object.js";
import type { SignedRequest } from "./request.js";

/** One operation of S3. */
export interface Operation {
  /** The permission that the access key needs. */
  readonly needs: "read" | "write" | "any";
  /** Whether it takes a key that is not bound to some buckets. */
  readonly isForAllBuckets?: boolean;
  run(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void>;
}

/** Query parameters that choose the operation, by what the request is about. What isn't here is not supported. */
const operations: Readonly<Record<string, Operation>> = {
  "GET service": { needs: "any", run: listBuckets },
  "PUT bucket": { needs: "write", isForAllBuckets: true, run: createBucket },
  "DELETE bucket": { needs: "write", isForAllBuckets: true, run: deleteBucket },
  "HEAD bucket": { needs: "any", run: headBucket },
  "GET bucket": { needs: "read", run: listObjects },
  "GET bucket list-type": { needs: "read", run: listObjectsV2 },
  "GET bucket versions": { needs: "read", run: listVersions },
  "GET bucket uploads": { needs: "write", run: listUploads },
  "GET bucket location": { needs: "any", run: showLocation },
  "GET bucket versioning": { needs: "any", run: showVersioning },
  "PUT bucket versioning": { needs: "write", isForAllBuckets: true, run: putVersioning },
  "POST bucket delete": { needs: "write", run: deleteObjects },
  "GET object": { needs: "read", run: getObject },
  "GET object tagging": { needs: "read", run: showTags },
  "HEAD object": { needs: "read", run: getObject },
  "PUT object": { needs: "write", run: putObject },
  "PUT object copy": { needs: "write", run: copyObject },
  "DELETE object": { needs: "write", run: deleteObject },
  "POST object uploads": { needs: "write", run: createUpload },
  "PUT object uploadId": { needs: "write", run: uploadPart },
  "PUT object uploadId copy": { needs: "write", run: copyPart },
  "POST object uploadId": { needs: "write", run: completeUpload },
  "DELETE object uploadId": { needs: "write", run: abortUpload },
  "GET object uploadId": { needs: "write", run: listParts },
};

/** Parameters that only modify an operation. All others choose one. */
const details = new Set([
  "continuation-token",
  "delimiter",
  "encoding-type",
  "fetch-owner",
  "key-marker",
  "marker",
  "max-buckets",
  "max-keys",
  "max-parts",
  "max-uploads",
  "part-number-marker",
  "partNumber",
  "prefix",
  "start-after",
  "upload-id-marker",
  "version-id-marker",
  "versionId",
]);

/** Headers of S3's own that are understood, besides those with metadata and checksums. No other is ignored: it asks for something. */
const supported = new Set([
  "x-amz-content-sha256",
  "x-amz-copy-source",
  "x-amz-copy-source-if-match",
  "x-amz-copy-source-if-modified-since",
  "x-amz-copy-source-if-none-match",
  "x-amz-copy-source-if-unmodified-since",
  "x-amz-copy-source-range",
  "x-amz-date",
  "x-amz-decoded-content-length",
  "x-amz-metadata-directive",
  "x-amz-request-payer",
  "x-amz-sdk-checksum-algorithm",
  "x-amz-trailer",
  "x-amz-user-agent",
]);

/** Values of others that ask for nothing but what is. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  "x-amz-acl": ["private", "bucket-owner-full-control"],
  "x-amz-bucket-object-lock-enabled": ["false"],
  "x-amz-object-ownership": ["BucketOwnerEnforced"],
  "x-amz-storage-class": ["STANDARD"],
  "x-amz-tagging-directive": ["COPY"],
};

function isSupported(header: string, value: string): boolean {
  if (!header.startsWith("x-amz-") || supported.has(header) || /^x-amz-(?:meta|checksum)-/.test(header)) return true;
  return Object.hasOwn(harmless, header) && harmless[header]!.includes(value);
}

/** The operation that a request asks for. */
export function findOperation({ method, bucket, key, query, headers }: SignedRequest): Operation {
  const about = bucket === "" ? "service" : key === "" ? "bucket" : "object";
  const choice = [...query.keys()].filter((name) => !details.has(name) && !/^(?:x-amz-|x-id$|response-)/i.test(name)).sort();
  const copies = about === "object" && method === "PUT" && headers["x-amz-copy-source"] !== undefined ? ["copy"] : [];
  const name = [method, about, ...choice, ...copies].join(" ");
  for (const [header, value] of Object.entries(headers))
    if (!isSupported(header, value)) throw notImplemented(`The header ${header.slice(0, 100)}`);
  if (Object.hasOwn(operations, name)) return operations[name]!;
  throw choice.length === 0
    ? new S3Error("MethodNotAllowed", "The specified method is not allowed against this resource.")
    : notImplemented("What the query asks for");
}

function notImplemented(what: string): S3Error {
  return new S3Error("NotImplemented", `${what} is not supported.`);
}

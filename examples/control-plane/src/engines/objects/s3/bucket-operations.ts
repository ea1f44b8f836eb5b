import type http from "node:http";
import { withServiceLock } from "../../../services/lock-service.js";
import { type StoredBucket, buckets, isBucketName, readAllowance } from "../buckets.js";
import { recordLevel } from "../meter.js";
import { type ObjectsParts, region } from "../parts.js";
import { withBucket } from "../write.js";
import { receiveText } from "./body.js";
import { S3Error, noSuchBucket } from "./errors.js";
import { type SignedRequest, mayUse, queryOf } from "./request.js";
import { sendXml } from "./respond.js";
import { element, parseXml, textOf } from "./xml.js";

/** The bucket that a request is about. */
export async function bucketOf(parts: ObjectsParts, { service, bucket }: SignedRequest): Promise<StoredBucket> {
  const found = await parts.read(service.id, (database) => buckets.find(database, service.id, bucket));
  if (!found) throw noSuchBucket();
  return found;
}

/** A count that a query asks for; at most so many are given. */
export function countOf(request: SignedRequest, name: string, most: number): number {
  const text = queryOf(request, name);
  if (text === undefined || text === "") return most;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error("InvalidArgument", `Argument ${name} must be an integer from 0 to 2147483647`);
  return Math.min(Number(text), most);
}

/** Lists the buckets that the key may use. */
export async function listBuckets(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service } = request;
  const limit = Math.max(countOf(request, "max-buckets", 10_000), 1);
  const prefix = queryOf(request, "prefix") ?? "";
  const after = queryOf(request, "continuation-token") ?? "";
  const found = await parts.read(service.id, (database) => buckets.list(database, service.id, prefix, after, 10_001));
  const allowed = found.filter(({ name }) => mayUse(request, name));
  const shown = allowed.slice(0, limit);
  sendXml(response, "ListAllMyBucketsResult", [
    element("Owner", [element("ID", service.id)]),
    element(
      "Buckets",
      shown.map(({ name, created_at }) => element("Bucket", [element("Name", name), element("CreationDate", created_at)])),
    ),
    ...(allowed.length > limit ? [element("ContinuationToken", shown.at(-1)!.name)] : []),
  ]);
}

/** Makes a bucket without versioning. */
export async function createBucket(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { service, bucket: name } = request;
  await receiveText(request);
  if (!isBucketName(name)) throw new S3Error("InvalidBucketName", "The specified bucket is not valid.");
  await withServiceLock(parts.database, service, async (client) => {
    if (await buckets.find(client, service.id, name)) {
      throw new S3Error(
        "BucketAlreadyOwnedByYou",
        "Your previous request to create the named bucket succeeded and you already own it.",
      );
    }
    const { max_buckets } = await readAllowance(client, service.id);
    if ((await buckets.count(client, service.id)) >= max_buckets) {
      throw new S3Error("TooManyBuckets", "You have attempted to create more buckets than allowed.");
    }
    await recordLevel(client, (await buckets.insert(client, service.id, name, "unversioned"))!);
  });
  response.writeHead(200, { location: `/${name}`, "content-length": 0 }).end();
}

/** Deletes an empty bucket. */
export async function deleteBucket(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  await withBucket(parts, request.service, request.bucket, async (client, bucket) => {
    if (await buckets.hasContent(client, bucket)) {
      throw new S3Error("BucketNotEmpty", "The bucket you tried to delete is not empty.");
    }
    await buckets.remove(client, bucket);
  });
  response.writeHead(204).end();
}

/** Reports whether a bucket exists. */
export async function headBucket(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  await bucketOf(parts, request);
  response.writeHead(200, { "x-amz-bucket-region": region, "content-length": 0 }).end();
}

/** Returns the bucket's region. */
export async function showLocation(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  await bucketOf(parts, request);
  sendXml(response, "LocationConstraint", [{ xml: region }]);
}

/** Whether the bucket keeps versions; nothing if it never did. */
export async function showVersioning(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const { versioning } = await bucketOf(parts, request);
  const status = { unversioned: [], enabled: [element("Status", "Enabled")], suspended: [element("Status", "Suspended")] };
  sendXml(response, "VersioningConfiguration", status[versioning]);
}

/** Enables or suspends versioning. */
export async function putVersioning(parts: ObjectsParts, request: SignedRequest, response: http.ServerResponse): Promise<void> {
  const wanted = textOf(await parseXml(await receiveText(request), "VersioningConfiguration"), "Status");
  if (wanted !== "Enabled" && wanted !== "Suspended") {
    throw new S3Error("IllegalVersioningConfigurationException", "The versioning configuration must have a Status.");
  }
  await withBucket(parts, request.service, request.bucket, (client, bucket) =>
    buckets.setVersioning(client, bucket, wanted === "Enabled" ? "enabled" : "suspended"),
  );
  response.writeHead(200, { "content-length": 0 }).end();
}

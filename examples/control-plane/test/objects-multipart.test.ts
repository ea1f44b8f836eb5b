import { createHash, randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { beforeAll, expect, test } from "vitest";
import { collectGarbage } from "../src/engines/objects/blobs.js";
import { openStore } from "../src/engines/objects/store.js";
import { removeStaleUploads } from "../src/engines/objects/uploads.js";
import { pruneHistories } from "../src/operations/prune.js";
import { usePlane } from "./support/control-plane.js";
import { codeOf, provisionObjects } from "./support/objects.js";

const plane = usePlane();
const Bucket = "parts";
const mebibytes5 = 5 * 2 ** 20;

let id: string;
let s3: S3Client;

beforeAll(async () => {
  ({ id, s3 } = await provisionObjects(plane.current));
  await s3.send(new CreateBucketCommand({ Bucket }));
});

const begin = async (Key: string, more: object = {}) =>
  (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))).UploadId!;
const upload = async (Key: string, UploadId: string, PartNumber: number, Body: Buffer) => {
  const { ETag, ChecksumCRC32 } = await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
  return { ETag, ChecksumCRC32, PartNumber };
};
const complete = (Key: string, UploadId: string, Parts: { ETag?: string | undefined; PartNumber: number }[]) =>
  s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } as never }));
const stored = async () => {
  const { rows } = await plane.current.platform.database.query<{ stored_bytes: number }>(
    "select stored_bytes from objects_services where service_id = $1",
    [id],
  );
  return rows[0]!.stored_bytes;
};
/** Opens so many uploads in each bucket of a service. */
const openUploads = (serviceId: string, each: number, age = "0 days") =>
  plane.current.platform.database.query(
    `insert into objects_uploads (bucket_id, key, headers, created_at)
     select id, 'open-' || n, '{}', now() - $3::interval from objects_buckets, generate_series(1, $2) n where service_id = $1`,
    [serviceId, each, age],
  );

test("parts become one object", async () => {
  const Key = "big/file";
  const before = await stored();
  const contents = [randomBytes(mebibytes5), randomBytes(mebibytes5 + 1), randomBytes(10)];
  const UploadId = await begin(Key, { ContentType: "video/mp4", Metadata: { a: "b" } });
  const parts = [];
  for (const [index, body] of [...contents.entries()].reverse()) parts.unshift(await upload(Key, UploadId, index + 1, body));
  const spare = randomBytes(100);
  const unused = await upload(Key, UploadId, 9, spare);
  expect(unused.ETag).toBe(`"${createHash("md5").update(spare).digest("hex")}"`);
  const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket }));
  expect(Uploads).toMatchObject([{ Key, UploadId }]);
  const listed = await s3.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }));
  expect([listed.Parts!.map(({ PartNumber, Size }) => [PartNumber, Size]), listed.IsTruncated]).toEqual([
    [
      [1, mebibytes5],
      [2, mebibytes5 + 1],
    ],
    true,
  ]);
  const rest = await s3.send(new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker: listed.NextPartNumberMarker }));
  expect(rest.Parts!.map(({ PartNumber }) => PartNumber)).toEqual([3, 9]);

  expect(await codeOf(complete(Key, UploadId, [parts[1]!, parts[0]!]))).toBe("InvalidPartOrder");
  expect(await codeOf(complete(Key, UploadId, [{ ...parts[0]!, ETag: '"abc"' }]))).toBe("InvalidPart");
  expect(await codeOf(complete(Key, UploadId, [parts[2]!, unused]))).toBe("EntityTooSmall");
  expect(await codeOf(s3.send(new HeadObjectCommand({ Bucket, Key })))).toBe("NotFound");

  const { ETag } = await complete(Key, UploadId, parts);
  const digest = createHash("md5");
  for (const body of contents) digest.update(createHash("md5").update(body).digest());
  expect(ETag).toBe(`"${digest.digest("hex")}-3"`);
  const whole = Buffer.concat(contents);
  const got = await s3.send(new GetObjectCommand({ Bucket, Key }));
  expect(got).toMatchObject({ ContentType: "video/mp4", Metadata: { a: "b" }, ContentLength: whole.length });
  expect(Buffer.from(await got.Body!.transformToByteArray()).equals(whole)).toBe(true);
  const Range = `bytes=${mebibytes5 - 3}-${2 * mebibytes5 + 5}`;
  const across = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
  expect(Buffer.from(await across.Body!.transformToByteArray()).equals(whole.subarray(mebibytes5 - 3, 2 * mebibytes5 + 6))).toBe(
    true,
  );
  const second = await s3.send(new GetObjectCommand({ Bucket, Key, PartNumber: 2 }));
  expect([second.ContentLength, second.PartsCount]).toEqual([mebibytes5 + 1, 3]);
  await second.Body!.transformToByteArray();
  // A client that lost the response asks again.
  expect(await complete(Key, UploadId, parts)).toMatchObject({ ETag, Bucket, Key });
  expect(await codeOf(complete(Key, UploadId, parts.slice(0, 2)))).toBe("NoSuchUpload");
  expect(await codeOf(complete("other", UploadId, parts))).toBe("NoSuchUpload");
  expect(await codeOf(s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: "x" })))).toBe("NoSuchUpload");
  expect(await stored()).toBe(before + whole.length);
});

test("a completion that is sent twice makes one version, also when both come at once", async () => {
  const Own = "versioned-parts";
  await s3.send(new CreateBucketCommand({ Bucket: Own }));
  await s3.send(new PutBucketVersioningCommand({ Bucket: Own, VersioningConfiguration: { Status: "Enabled" } }));
  const Key = "twice";
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket: Own, Key }));
  const part = { Bucket: Own, Key, UploadId, PartNumber: 1 };
  const { ETag } = await s3.send(new UploadPartCommand({ ...part, Body: "one" }));
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
  const finish = (IfNoneMatch?: string) =>
    s3.send(new CompleteMultipartUploadCommand({ Bucket: Own, Key, UploadId, MultipartUpload, IfNoneMatch }));
  const both = await Promise.all([finish("*"), finish("*")]);
  const again = await finish("*");
  expect(new Set([...both, again].map(({ VersionId }) => VersionId)).size).toBe(1);
  expect(again.VersionId).toMatch(/^[\w-]{32}$/);
  const { Versions } = await s3.send(new ListObjectVersionsCommand({ Bucket: Own }));
  expect(Versions).toHaveLength(1);
  // A day later nobody asks any more.
  const { database } = plane.current.platform;
  await database.query("update objects_completed_uploads set completed_at = now() - interval '25 hours' where upload_id = $1", [
    UploadId,
  ]);
  await pruneHistories(database);
  expect(await codeOf(finish())).toBe("NoSuchUpload");
});

test("parts are copied, replaced and given up", async () => {
  await s3.send(new PutObjectCommand({ Bucket, Key: "source", Body: "0123456789" }));
  const Key = "copied";
  const before = await stored();
  const UploadId = await begin(Key);
  await upload(Key, UploadId, 1, Buffer.from("to be replaced"));
  const { CopyPartResult } = await s3.send(
    new UploadPartCopyCommand({
      Bucket,
      Key,
      UploadId,
      PartNumber: 1,
      CopySource: `${Bucket}/source`,
      CopySourceRange: "bytes=2-5",
    }),
  );
  expect(await stored()).toBe(before + 4);
  await complete(Key, UploadId, [{ ETag: CopyPartResult!.ETag, PartNumber: 1 }]);
  expect(await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString()).toBe("2345");

  const other = await begin("given-up");
  await upload("given-up", other, 1, Buffer.from("x"));
  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: "given-up", UploadId: other }));
  expect(
    await codeOf(s3.send(new UploadPartCommand({ Bucket, Key: "given-up", UploadId: other, PartNumber: 1, Body: "x" }))),
  ).toBe("NoSuchUpload");
  expect(await codeOf(s3.send(new UploadPartCommand({ Bucket, Key, UploadId: other, PartNumber: 10_001, Body: "x" })))).toBe(
    "InvalidArgument",
  );
  expect(await stored()).toBe(before + 4);
});

test("what nothing refers to is removed, what something refers to stays", async () => {
  const { platform, config } = plane.current;
  const body = randomBytes(1000);
  const hash = createHash("sha256").update(body).digest("hex");
  const names = async () =>
    (await readdir(join(config.dataDir, "objects", hash.slice(0, 2)))).filter((name) => name.startsWith(hash));
  await s3.send(new PutObjectCommand({ Bucket, Key: "g1", Body: body }));
  await s3.send(new PutObjectCommand({ Bucket, Key: "g2", Body: body }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "g1" }));
  await collectGarbage({ ...platform, store: await openStore(platform.config) }, 0);
  const before = await names();
  expect(before).toHaveLength(1);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "g2" }));
  await collectGarbage({ ...platform, store: await openStore(platform.config) }, 3600);
  expect(await names()).toEqual(before);
  await collectGarbage({ ...platform, store: await openStore(platform.config) }, 0);
  expect(await names()).toEqual([]);
  await s3.send(new PutObjectCommand({ Bucket, Key: "g3", Body: body }));
  // Under a name that was never used.
  expect(await names()).toHaveLength(1);
  expect(await names()).not.toEqual(before);
  expect(await readdir(join(config.dataDir, "objects", "incoming"))).toEqual([]);
});

test("writes and garbage collection at once lose nothing", async () => {
  const { platform } = plane.current;
  // Without the usual grace period a write may come too late: then it fails, and says so. So the collector goes
  // on only when a write has come through, or it would let none.
  const written = new EventEmitter();
  const writers = Array.from({ length: 3 }, async (_, index) => {
    const Key = `race-${index}`;
    const body = randomBytes(200);
    let came = 0;
    while (came < 3) {
      const code = await codeOf(s3.send(new PutObjectCommand({ Bucket, Key, Body: body })));
      expect(["none", "ServiceUnavailable"]).toContain(code);
      if (code !== "none") continue;
      came++;
      written.emit("write");
      const got = await s3.send(new GetObjectCommand({ Bucket, Key }));
      expect(Buffer.from(await got.Body!.transformToByteArray()).equals(body)).toBe(true);
      await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    }
  });
  let isDone = false;
  const writing = Promise.all(writers).finally(() => {
    isDone = true;
    written.emit("write");
  });
  while (!isDone) {
    const next = once(written, "write");
    await collectGarbage({ ...platform, store: await openStore(platform.config) }, 0);
    await next;
  }
  await writing;
});

test("uploads that nobody completes are removed", async () => {
  const { database } = plane.current.platform;
  const before = await stored();
  const UploadId = await begin("stale");
  await upload("stale", UploadId, 1, Buffer.from("12345"));
  await database.query("update objects_uploads set created_at = now() - interval '8 days' where id = $1", [UploadId]);
  await removeStaleUploads(database);
  expect(await codeOf(s3.send(new ListPartsCommand({ Bucket, Key: "stale", UploadId })))).toBe("NoSuchUpload");
  expect(await stored()).toBe(before);
});

test("however many uploads are stale, one sweep removes them", async () => {
  const { database } = plane.current.platform;
  const own = await provisionObjects(plane.current);
  await own.s3.send(new CreateBucketCommand({ Bucket: "stale" }));
  await openUploads(own.id, 150, "8 days");
  await removeStaleUploads(database);
  const { Uploads = [] } = await own.s3.send(new ListMultipartUploadsCommand({ Bucket: "stale" }));
  expect(Uploads).toHaveLength(0);
});

test("a service has no more than 1,000 open uploads, whoever asks and in whatever bucket", async () => {
  const own = await provisionObjects(plane.current);
  const names = ["one", "two"];
  for (const name of names) await own.s3.send(new CreateBucketCommand({ Bucket: name }));
  await openUploads(own.id, 499);
  const start = (name: string) => own.s3.send(new CreateMultipartUploadCommand({ Bucket: name, Key: "more" }));
  const codes = await Promise.all([...names, ...names].map((name) => codeOf(start(name))));
  expect(codes.sort()).toEqual(["QuotaExceeded", "QuotaExceeded", "none", "none"]);
  // Other services have uploads of their own, and what is over makes room.
  expect(await codeOf(begin("elsewhere"))).toBe("none");
  const { Uploads } = await own.s3.send(new ListMultipartUploadsCommand({ Bucket: "one", MaxUploads: 1 }));
  const [{ Key, UploadId }] = Uploads as [{ Key: string; UploadId: string }];
  await own.s3.send(new AbortMultipartUploadCommand({ Bucket: "one", Key, UploadId }));
  expect(await codeOf(start("two"))).toBe("none");
  await expect(start("one")).rejects.toMatchObject({
    name: "QuotaExceeded",
    message: "The plan allows no further uploads: complete or abort one.",
    $metadata: { httpStatusCode: 403 },
  });
});

test("the quota holds, whoever asks and however many", async () => {
  const { database } = plane.current.platform;
  const before = await stored();
  await database.query("update objects_services set max_storage_bytes = stored_bytes + 250 where service_id = $1", [id]);
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      codeOf(s3.send(new PutObjectCommand({ Bucket, Key: `quota-${index}`, Body: randomBytes(100) }))),
    ),
  );
  expect(codes.filter((code) => code === "none")).toHaveLength(2);
  expect(codes.filter((code) => code === "QuotaExceeded")).toHaveLength(6);
  expect(await stored()).toBe(before + 200);
  const UploadId = await begin("quota");
  expect(
    await codeOf(s3.send(new UploadPartCommand({ Bucket, Key: "quota", UploadId, PartNumber: 1, Body: randomBytes(100) }))),
  ).toBe("QuotaExceeded");
});

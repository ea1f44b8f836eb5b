import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, test } from "vitest";
import { beforeTests, usePlane } from "./support/control-plane.js";
import { codeOf, provisionObjects, s3For, textOf } from "./support/objects.js";

const plane = usePlane();

const own = beforeTests(() => provisionObjects(plane.current));

describe("buckets", () => {
  test("are made, listed and deleted", async () => {
    await own.s3.send(new CreateBucketCommand({ Bucket: "first-bucket" }));
    expect(await codeOf(own.s3.send(new CreateBucketCommand({ Bucket: "first-bucket" })))).toBe("BucketAlreadyOwnedByYou");
    expect(await codeOf(own.s3.send(new CreateBucketCommand({ Bucket: "xn--bad" })))).toBe("InvalidBucketName");
    expect((await own.s3.send(new HeadBucketCommand({ Bucket: "first-bucket" }))).$metadata.httpStatusCode).toBe(200);
    expect(await codeOf(own.s3.send(new HeadBucketCommand({ Bucket: "no-bucket" })))).toBe("NotFound");
    expect((await own.s3.send(new ListBucketsCommand({}))).Buckets!.map(({ Name }) => Name)).toContain("first-bucket");
    await own.s3.send(new PutObjectCommand({ Bucket: "first-bucket", Key: "a", Body: "a" }));
    expect(await codeOf(own.s3.send(new DeleteBucketCommand({ Bucket: "first-bucket" })))).toBe("BucketNotEmpty");
    await own.s3.send(new DeleteObjectCommand({ Bucket: "first-bucket", Key: "a" }));
    await own.s3.send(new DeleteBucketCommand({ Bucket: "first-bucket" }));
    expect(await codeOf(own.s3.send(new DeleteBucketCommand({ Bucket: "first-bucket" })))).toBe("NoSuchBucket");
  });
});

describe("objects", () => {
  beforeAll(async () => void (await own.s3.send(new CreateBucketCommand({ Bucket: "things" }))));

  test("keep their content, headers and metadata", async () => {
    const Body = randomBytes(1_048_576);
    const put = await own.s3.send(
      new PutObjectCommand({
        Bucket: "things",
        Key: "a/b.bin",
        Body,
        ContentType: "image/png",
        CacheControl: "max-age=60",
        Metadata: { colour: "blue" },
      }),
    );
    expect(put.ETag).toBe(`"${createHash("md5").update(Body).digest("hex")}"`);
    const got = await own.s3.send(new GetObjectCommand({ Bucket: "things", Key: "a/b.bin" }));
    expect(got).toMatchObject({
      ContentType: "image/png",
      CacheControl: "max-age=60",
      Metadata: { colour: "blue" },
      ContentLength: 1_048_576,
    });
    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(Body)).toBe(true);
    const head = await own.s3.send(new HeadObjectCommand({ Bucket: "things", Key: "a/b.bin" }));
    expect(head).toMatchObject({ ContentLength: 1_048_576, ETag: put.ETag });
  });

  test("are streamed with a checksum in the trailer", async () => {
    const parts = Array.from({ length: 5 }, () => randomBytes(100_000));
    const Body = Readable.from(parts);
    await own.s3.send(
      new PutObjectCommand({ Bucket: "things", Key: "streamed", Body, ContentLength: 500_000, ChecksumAlgorithm: "SHA256" }),
    );
    const { Body: got, ChecksumSHA256 } = await own.s3.send(
      new GetObjectCommand({ Bucket: "things", Key: "streamed", ChecksumMode: "ENABLED" }),
    );
    const all = Buffer.concat(parts);
    expect(Buffer.from(await got!.transformToByteArray()).equals(all)).toBe(true);
    expect(ChecksumSHA256).toBe(createHash("sha256").update(all).digest("base64"));
  });

  test.each(["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"] as const)("take the checksum %s", async (ChecksumAlgorithm) => {
    const known: Record<string, string> = { CRC32: "y/Q5Jg==", CRC32C: "4waSgw==", CRC64NVME: "rosUhgp5mIg=" };
    const name = `Checksum${ChecksumAlgorithm}` as "ChecksumCRC32";
    const value = known[ChecksumAlgorithm] ?? createHash(ChecksumAlgorithm.toLowerCase()).update("123456789").digest("base64");
    const put = await own.s3.send(new PutObjectCommand({ Bucket: "things", Key: "sum", Body: "123456789", [name]: value }));
    expect(put[name]).toBe(value);
    const wrong = own.s3.send(new PutObjectCommand({ Bucket: "things", Key: "sum2", Body: "12345678X", [name]: value }));
    expect(await codeOf(wrong)).toBe("BadDigest");
    expect(await codeOf(own.s3.send(new HeadObjectCommand({ Bucket: "things", Key: "sum2" })))).toBe("NotFound");
  });

  test.each([
    ["bytes=0-4", "01234", "bytes 0-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-2", "89", "bytes 8-9/10"],
    ["bytes=5-100", "56789", "bytes 5-9/10"],
  ])("range %s", async (Range, expected, contentRange) => {
    await own.s3.send(new PutObjectCommand({ Bucket: "things", Key: "digits", Body: "0123456789" }));
    const got = await own.s3.send(new GetObjectCommand({ Bucket: "things", Key: "digits", Range }));
    expect([await got.Body!.transformToString(), got.ContentRange]).toEqual([expected, contentRange]);
    expect(await codeOf(own.s3.send(new GetObjectCommand({ Bucket: "things", Key: "digits", Range: "bytes=10-" })))).toBe(
      "InvalidRange",
    );
  });

  test("conditions", async () => {
    const put = (body: string, more: object = {}) =>
      own.s3.send(new PutObjectCommand({ Bucket: "things", Key: "cond", Body: body, ...more }));
    expect(await codeOf(put("x", { IfMatch: '"abc"' }))).toBe("NoSuchKey");
    const { ETag } = await put("one", { IfNoneMatch: "*" });
    expect(await codeOf(put("two", { IfNoneMatch: "*" }))).toBe("PreconditionFailed");
    expect(await codeOf(put("two", { IfMatch: '"abc"' }))).toBe("PreconditionFailed");
    const get = (more: object) => own.s3.send(new GetObjectCommand({ Bucket: "things", Key: "cond", ...more }));
    expect(await codeOf(get({ IfNoneMatch: ETag }))).toBe("304");
    expect(await codeOf(get({ IfMatch: '"abc"' }))).toBe("PreconditionFailed");
    expect(await codeOf(get({ IfModifiedSince: new Date(Date.now() + 60_000) }))).toBe("304");
    await put("two", { IfMatch: ETag });
    expect(await textOf(own.s3, "things", "cond")).toBe("two");
    const racers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        codeOf(own.s3.send(new PutObjectCommand({ Bucket: "things", Key: "raced", Body: `${n}`, IfNoneMatch: "*" }))),
      ),
    );
    expect(racers.filter((code) => code === "none")).toHaveLength(1);
  });

  test("copies share content and outlive their source", async () => {
    await own.s3.send(new PutObjectCommand({ Bucket: "things", Key: "from é?&", Body: "copied", ContentType: "text/css" }));
    const CopySource = `things/${encodeURIComponent("from é?&")}`;
    await own.s3.send(new CopyObjectCommand({ Bucket: "things", Key: "to", CopySource }));
    await own.s3.send(new DeleteObjectCommand({ Bucket: "things", Key: "from é?&" }));
    expect(await textOf(own.s3, "things", "to")).toBe("copied");
    expect((await own.s3.send(new HeadObjectCommand({ Bucket: "things", Key: "to" }))).ContentType).toBe("text/css");
    expect(await codeOf(own.s3.send(new CopyObjectCommand({ Bucket: "things", Key: "to2", CopySource })))).toBe("NoSuchKey");
    const itself = own.s3.send(new CopyObjectCommand({ Bucket: "things", Key: "to", CopySource: "things/to" }));
    expect(await codeOf(itself)).toBe("InvalidRequest");
  });

  test("several are deleted at once", async () => {
    const keys = ["d1", "d2 <&>\"'", "d3\n"];
    for (const Key of keys) await own.s3.send(new PutObjectCommand({ Bucket: "things", Key, Body: "x" }));
    const Objects = [...keys, "not there"].map((Key) => ({ Key }));
    const { Deleted, Errors } = await own.s3.send(new DeleteObjectsCommand({ Bucket: "things", Delete: { Objects } }));
    expect([Deleted!.length, Errors]).toEqual([4, undefined]);
    for (const Key of keys) expect(await codeOf(own.s3.send(new HeadObjectCommand({ Bucket: "things", Key })))).toBe("NotFound");
  });

  test.each([
    "ключ/ünï 😀",
    "a+b c%2F",
    "../x/./..",
    "//double//",
    "~!@#$^&*()[]{}|;:,<>?`'\"",
    "k".repeat(1024),
    "é".repeat(512),
    "%",
    "__proto__",
  ])("key %j", async (Key) => {
    await own.s3.send(new PutObjectCommand({ Bucket: "things", Key, Body: Key }));
    expect(await textOf(own.s3, "things", Key)).toBe(Key);
    const { Contents } = await own.s3.send(new ListObjectsV2Command({ Bucket: "things", Prefix: Key }));
    expect(Contents!.map((entry) => entry.Key)).toContain(Key);
    await own.s3.send(new DeleteObjectCommand({ Bucket: "things", Key }));
  });

  test("keys that are too long", async () => {
    expect(await codeOf(own.s3.send(new PutObjectCommand({ Bucket: "things", Key: "k".repeat(1025), Body: "x" })))).toBe(
      "KeyTooLongError",
    );
    expect(await codeOf(own.s3.send(new PutObjectCommand({ Bucket: "things", Key: "a\0b", Body: "x" })))).toBe("InvalidArgument");
  });
});

describe("listings", () => {
  const keys = ["a", "a/", "a/1", "a/2/x", "a/2/y", "a0", "b/1", "b/2", "c", "Z", "é", "\u{10ffff}/x", "ﬀ", "😀"];
  const inOrder = [...keys].sort((one, two) => Buffer.compare(Buffer.from(one), Buffer.from(two)));

  beforeAll(async () => {
    await own.s3.send(new CreateBucketCommand({ Bucket: "listed" }));
    for (const Key of keys) await own.s3.send(new PutObjectCommand({ Bucket: "listed", Key, Body: Key }));
  });

  test.each([1, 2, 3, 1000])("all keys in the order of their bytes, %d a page", async (MaxKeys) => {
    const seen: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await own.s3.send(new ListObjectsV2Command({ Bucket: "listed", MaxKeys, ContinuationToken }));
      expect(page.KeyCount).toBeLessThanOrEqual(MaxKeys);
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key!));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(seen).toEqual(inOrder);
  });

  test.each([1, 2, 1000])("rolled up, %d a page", async (MaxKeys) => {
    const [objects, prefixes]: string[][] = [[], []];
    let ContinuationToken: string | undefined;
    do {
      const page = await own.s3.send(new ListObjectsV2Command({ Bucket: "listed", MaxKeys, ContinuationToken, Delimiter: "/" }));
      objects!.push(...(page.Contents ?? []).map(({ Key }) => Key!));
      prefixes!.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(objects).toEqual(inOrder.filter((key) => !key.includes("/")));
    expect(prefixes).toEqual(["a/", "b/", "\u{10ffff}/"]);
  });

  test("prefix, start and the older form", async () => {
    const below = await own.s3.send(new ListObjectsV2Command({ Bucket: "listed", Prefix: "a/", Delimiter: "/" }));
    expect([below.Contents!.map(({ Key }) => Key), below.CommonPrefixes]).toEqual([["a/", "a/1"], [{ Prefix: "a/2/" }]]);
    const later = await own.s3.send(new ListObjectsV2Command({ Bucket: "listed", StartAfter: "b/1", MaxKeys: 2 }));
    expect(later.Contents!.map(({ Key }) => Key)).toEqual(["b/2", "c"]);
    const encoded = await own.s3.send(new ListObjectsV2Command({ Bucket: "listed", Prefix: "é", EncodingType: "url" }));
    expect(encoded.Contents!.map(({ Key }) => Key)).toEqual(["%C3%A9"]);
    const seen: string[] = [];
    let Marker: string | undefined;
    do {
      const page = await own.s3.send(new ListObjectsCommand({ Bucket: "listed", MaxKeys: 2, Marker, Delimiter: "/" }));
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key!), ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!));
      Marker = page.IsTruncated ? page.NextMarker : undefined;
    } while (Marker !== undefined);
    expect(seen.sort()).toEqual(["Z", "a", "a/", "a0", "b/", "c", "é", "ﬀ", "😀", "\u{10ffff}/"].sort());
    expect(await codeOf(own.s3.send(new ListObjectsV2Command({ Bucket: "listed", ContinuationToken: "x" })))).toBe(
      "InvalidArgument",
    );
    expect(await codeOf(own.s3.send(new ListObjectsV2Command({ Bucket: "not-there" })))).toBe("NoSuchBucket");
  });
});

describe("versions", () => {
  test("stay until they are deleted by their id", async () => {
    const Bucket = "versioned";
    const Key = "doc";
    await own.s3.send(new CreateBucketCommand({ Bucket }));
    expect((await own.s3.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBeUndefined();
    await own.s3.send(new PutObjectCommand({ Bucket, Key, Body: "zero" }));
    const set = (Status: "Enabled" | "Suspended") =>
      own.s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
    await set("Enabled");
    expect((await own.s3.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBe("Enabled");
    const first = await own.s3.send(new PutObjectCommand({ Bucket, Key, Body: "one" }));
    const second = await own.s3.send(new PutObjectCommand({ Bucket, Key, Body: "two" }));
    expect([
      await textOf(own.s3, Bucket, Key),
      await textOf(own.s3, Bucket, Key, first.VersionId),
      await textOf(own.s3, Bucket, Key, "null"),
    ]).toEqual(["two", "one", "zero"]);

    const gone = await own.s3.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(gone).toMatchObject({ DeleteMarker: true, VersionId: expect.any(String) });
    expect(await codeOf(own.s3.send(new GetObjectCommand({ Bucket, Key })))).toBe("NoSuchKey");
    expect(await codeOf(own.s3.send(new GetObjectCommand({ Bucket, Key, VersionId: gone.VersionId })))).toBe("MethodNotAllowed");
    expect(await textOf(own.s3, Bucket, Key, second.VersionId)).toBe("two");

    const list = async (MaxKeys: number) => {
      const seen: [string, boolean][] = [];
      let marker: { KeyMarker: string | undefined; VersionIdMarker: string | undefined } | undefined = {
        KeyMarker: undefined,
        VersionIdMarker: undefined,
      };
      while (marker) {
        const page: Awaited<ReturnType<typeof read>> = await read(MaxKeys, marker);
        for (const { VersionId, IsLatest } of [...(page.DeleteMarkers ?? []), ...(page.Versions ?? [])])
          seen.push([VersionId!, IsLatest!]);
        marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : undefined;
      }
      return seen;
    };
    const read = (MaxKeys: number, marker: object) => own.s3.send(new ListObjectVersionsCommand({ Bucket, MaxKeys, ...marker }));
    const expected = [
      [gone.VersionId, true],
      [second.VersionId, false],
      [first.VersionId, false],
      ["null", false],
    ];
    expect(await list(1000)).toEqual(expected);
    expect(await list(1)).toEqual(expected);

    await own.s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId: gone.VersionId }));
    expect(await textOf(own.s3, Bucket, Key)).toBe("two");
    await set("Suspended");
    await own.s3.send(new PutObjectCommand({ Bucket, Key, Body: "null again" }));
    expect(await textOf(own.s3, Bucket, Key, "null")).toBe("null again");
    expect(await textOf(own.s3, Bucket, Key, first.VersionId)).toBe("one");
    expect(await codeOf(own.s3.send(new GetObjectCommand({ Bucket, Key, VersionId: "nope" })))).toBe("NoSuchVersion");
    const bucket = (
      await plane.current.api.client
        .objects({ project_id: plane.current.projectId, service_id: own.id })
        .list_buckets({ prefix: Bucket })
    ).result.buckets[0];
    expect(bucket).toMatchObject({ object_count: 1, size_bytes: "one".length + "two".length + "null again".length });
  });
});

test("keys of another service do not work here", async () => {
  const other = await provisionObjects(plane.current);
  const crossed = s3For({
    ...own.descriptor,
    access_key_id: other.descriptor.access_key_id,
    secret_access_key: other.descriptor.secret_access_key,
  });
  expect(await codeOf(crossed.send(new ListBucketsCommand({})))).toBe("InvalidAccessKeyId");
  await other.s3.send(new CreateBucketCommand({ Bucket: "things" }));
  expect((await other.s3.send(new ListObjectsV2Command({ Bucket: "things" }))).KeyCount).toBe(0);
});

import {
  CreateBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { S3Error } from "../src/engines/objects/s3/errors.js";
import { headersWithHoisted } from "../src/engines/objects/s3/hoisted.js";
import { usePlane } from "./support/control-plane.js";
import { codeOf, provisionObjects } from "./support/objects.js";

const plane = usePlane();
const Bucket = "presigned";
let s3: S3Client;
/** As the SDK is without settings: it adds a checksum, that of the content which it has when it presigns. */
let usual: S3Client;

beforeAll(async () => {
  const { descriptor } = await provisionObjects(plane.current);
  const { endpoint, region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = descriptor;
  const credentials = { accessKeyId, secretAccessKey };
  const config = { endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 };
  usual = new S3Client(config);
  s3 = new S3Client({ ...config, requestChecksumCalculation: "WHEN_REQUIRED" });
  await s3.send(new CreateBucketCommand({ Bucket }));
});

type Input = Partial<PutObjectCommandInput>;

const sha256OfHello = "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=";

/** Options of a request for an object. */
const inputs: readonly [string, Input][] = [
  ["nothing", {}],
  ["metadata", { Metadata: { owner: "ada", place: "Zürich" } }],
  ["a private ACL", { ACL: "private" }],
  ["a public ACL", { ACL: "public-read" }],
  ["a grant", { GrantRead: "id=somebody" }],
  ["tags", { Tagging: "a=b" }],
  ["encryption", { ServerSideEncryption: "AES256" }],
  ["a key for encryption", { SSEKMSKeyId: "k", ServerSideEncryption: "aws:kms" }],
  ["a storage class", { StorageClass: "GLACIER" }],
  ["the usual storage class", { StorageClass: "STANDARD" }],
  ["a lock", { ObjectLockMode: "COMPLIANCE", ObjectLockRetainUntilDate: new Date("2099-01-01") }],
  ["a legal hold", { ObjectLockLegalHoldStatus: "ON" }],
  ["a redirect", { WebsiteRedirectLocation: "/elsewhere" }],
  ["an owner of the bucket", { ExpectedBucketOwner: "123456789012" }],
  ["the right checksum", { ChecksumSHA256: sha256OfHello }],
  ["a wrong checksum", { ChecksumSHA256: "A".repeat(43) + "=" }],
  ["a wrong short checksum", { ChecksumCRC32: "AAAAAA==" }],
  ["a condition", { IfNoneMatch: "*" }],
];

/** The content of a key; empty if there is no such object. */
async function stored(Key: string): Promise<Partial<HeadObjectCommandOutput>> {
  try {
    const { Metadata, ContentLength, ETag, ChecksumSHA256 } = await s3.send(
      new HeadObjectCommand({ Bucket, Key, ChecksumMode: "ENABLED" }),
    );
    return { Metadata, ContentLength, ETag, ChecksumSHA256 };
  } catch {
    return {};
  }
}

/** Sends a presigned request with what can't be in the query, and returns the code of its error. */
async function sendPresigned(url: string, Body: string, { IfNoneMatch, ServerSideEncryption, SSEKMSKeyId }: Input = {}) {
  const values = {
    "if-none-match": IfNoneMatch,
    "x-amz-server-side-encryption": ServerSideEncryption,
    "x-amz-server-side-encryption-aws-kms-key-id": SSEKMSKeyId,
  };
  const headers = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const response = await fetch(url, { method: "PUT", body: Body, headers });
  const text = await response.text();
  return response.ok ? "none" : (/<Code>(\w+)/.exec(text)?.[1] ?? String(response.status));
}

test.each(inputs)("presigned with %s, a request does what it does with headers", async (label, input) => {
  const [plain, presigned] = [`plain ${label}`, `presigned ${label}`];
  const Body = "hello";
  const code = await codeOf(s3.send(new PutObjectCommand({ Bucket, Key: plain, Body, ...input })));
  const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: presigned, ...input }), { expiresIn: 60 });
  expect(await sendPresigned(url, Body, input)).toBe(code);
  expect(await stored(presigned)).toEqual(await stored(plain));
});

test("what the SDK adds by itself does not keep content out", async () => {
  const url = await getSignedUrl(usual, new PutObjectCommand({ Bucket, Key: "usual" }), { expiresIn: 60 });
  expect(url).toContain("x-amz-checksum-crc32=AAAAAA%3D%3D");
  expect(await sendPresigned(url, "hello")).toBe("none");
});

const query = (entries: readonly (readonly [string, string])[]) => {
  const found = new Map<string, string[]>();
  for (const [name, value] of entries) found.set(name, [...(found.get(name) ?? []), value]);
  return found;
};

test("no parameter that begins as S3's headers do is left out, whatever its case", () => {
  const name = fc.stringMatching(/^x-amz-[a-z-]{1,20}$/);
  fc.assert(
    fc.property(name, fc.stringMatching(/^[!-~]{0,20}$/), fc.boolean(), (known, value, upper) => {
      fc.pre(!/^x-amz-(?:algorithm|content-sha256|credential|date|expires|signature|signedheaders)$/.test(known));
      const sent = upper ? known.replace(/^x-amz/, "X-Amz") : known;
      expect(headersWithHoisted({ headers: { host: "h" }, query: query([[sent, value]]) })).toEqual({
        host: "h",
        [known]: value,
      });
    }),
  );
});

test.each<[string, readonly (readonly [string, string])[]]>([
  [
    "two values",
    [
      ["x-amz-meta-a", "1"],
      ["x-amz-meta-a", "2"],
    ],
  ],
  [
    "two spellings",
    [
      ["x-amz-meta-a", "1"],
      ["X-Amz-Meta-A", "1"],
    ],
  ],
  ["another value than the header", [["x-amz-meta-h", "2"]]],
  ["a line break", [["x-amz-meta-a", "1\r\nset-cookie: a=b"]]],
  ["a name that is no header's", [["x-amz-meta-a b", "1"]]],
])("a parameter with %s is rejected", (_, entries) => {
  expect(() => headersWithHoisted({ headers: { "x-amz-meta-h": "1" }, query: query(entries) })).toThrow(S3Error);
});

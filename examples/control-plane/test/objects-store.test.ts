import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Config } from "../src/config.js";
import { inTransaction } from "../src/database/query.js";
import { type Segment, collectGarbage, readSegments, writeBlob } from "../src/engines/objects/blobs.js";
import { createS3Store } from "../src/engines/objects/s3-store.js";
import { type BlobStore, openStore } from "../src/engines/objects/store.js";
import { patient, usePlane } from "./support/control-plane.js";
import { codeOf, provisionObjects, textOf } from "./support/objects.js";

type Location = NonNullable<Config["objectsStore"]>;

// The store of one control plane is a bucket of another.
const outer = usePlane();
const settings: { objectsStore?: Location } = {};
const Bucket = "content";
let kept: Awaited<ReturnType<typeof provisionObjects>>;

beforeAll(async () => {
  kept = await provisionObjects(outer.current);
  await kept.s3.send(new CreateBucketCommand({ Bucket }));
  const { endpoint, region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = kept.descriptor;
  const prefix = "plane-1/blobs/";
  settings.objectsStore = { bucket: Bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, sessionToken: undefined };
});

const plane = usePlane(settings);

/** The names of what is in the store. */
async function stored(): Promise<string[]> {
  const { Contents = [] } = await kept.s3.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key }) => Key!);
}

/** How the name of content begins. */
const beginOf = (content: Buffer) => {
  const hash = createHash("sha256").update(content).digest("hex");
  return `plane-1/blobs/${hash.slice(0, 2)}/${hash}-`;
};

const isAmong = (names: readonly string[], content: Buffer) => names.some((name) => name.startsWith(beginOf(content)));

test("content is put, read by range, uploaded in parts and removed in the bucket", async () => {
  const { s3, act } = await provisionObjects(plane.current);
  await s3.send(new CreateBucketCommand({ Bucket: "own" }));
  const parts = [randomBytes(5 * 2 ** 20), randomBytes(1000)];
  const small = Buffer.from("small content");
  await s3.send(new PutObjectCommand({ Bucket: "own", Key: "small", Body: small }));
  await s3.send(new PutObjectCommand({ Bucket: "own", Key: "empty", Body: "" }));
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket: "own", Key: "big" }));
  const Parts = [];
  for (const [index, Body] of parts.entries()) {
    const PartNumber = index + 1;
    const { ETag } = await s3.send(new UploadPartCommand({ Bucket: "own", Key: "big", UploadId, PartNumber, Body }));
    Parts.push({ PartNumber, ETag });
  }
  await s3.send(new CompleteMultipartUploadCommand({ Bucket: "own", Key: "big", UploadId, MultipartUpload: { Parts } }));

  expect(await textOf(s3, "own", "small")).toBe("small content");
  expect(await textOf(s3, "own", "empty")).toBe("");
  const read = async (Range?: string) =>
    Buffer.from(await (await s3.send(new GetObjectCommand({ Bucket: "own", Key: "big", Range }))).Body!.transformToByteArray());
  const whole = Buffer.concat(parts);
  expect((await read()).equals(whole)).toBe(true);
  // From one part into the other.
  const at = parts[0]!.length;
  expect((await read(`bytes=${at - 10}-${at + 9}`)).equals(whole.subarray(at - 10, at + 10))).toBe(true);
  const there = await stored();
  for (const content of [...parts, small]) expect(isAmong(there, content)).toBe(true);
  expect(await readdir(join(plane.current.config.dataDir, "objects", "incoming"))).toEqual([]);
  expect(await act("service_health", patient)).toMatchObject({ status: "healthy" });

  const aborted = randomBytes(100);
  const other = await s3.send(new CreateMultipartUploadCommand({ Bucket: "own", Key: "never" }));
  const Key = { Bucket: "own", Key: "never", UploadId: other.UploadId };
  await s3.send(new UploadPartCommand({ ...Key, PartNumber: 1, Body: aborted }));
  await s3.send(new AbortMultipartUploadCommand(Key));
  await s3.send(new DeleteObjectCommand({ Bucket: "own", Key: "big" }));
  const store = await openStore(plane.current.config);
  await collectGarbage({ ...plane.current.platform, store }, 0);
  const left = await stored();
  for (const content of [...parts, aborted]) expect(isAmong(left, content)).toBe(false);
  expect(isAmong(left, small)).toBe(true);
  expect(await textOf(s3, "own", "small")).toBe("small content");
});

test.each<[string, Partial<Location>, string]>([
  ["a wrong secret", { secretAccessKey: "x".repeat(40) }, "the store returned 403 SignatureDoesNotMatch"],
  ["a key that is unknown", { accessKeyId: "AKIAUNKNOWN0000000000" }, "the store returned 403 InvalidAccessKeyId"],
  ["a bucket that is not there", { bucket: "missing" }, "the store returned 404 NoSuchBucket"],
])("%s: it does not start, and says why without a secret", async (_, change, reason) => {
  const objectsStore = { ...settings.objectsStore!, ...change };
  const opening = openStore({ dataDir: plane.current.config.dataDir, objectsStore });
  await expect(opening).rejects.toThrow(`OBJECTS_STORE can't be used: ${reason}`);
});

test("a request that fails for a moment is sent again, one that is rejected isn't", async () => {
  const statuses = [503, 500, 200, 403];
  let calls = 0;
  const server = createServer((request, response) => {
    calls++;
    request.resume().on("end", () => response.writeHead(statuses.shift()!).end("<Error><Code>Because</Code></Error>"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below`;
  const store = await createS3Store({ ...settings.objectsStore!, endpoint });
  // The first three are one request, the last is what reads it back.
  await expect(store.check()).rejects.toThrow("the store returned 403 Because");
  expect(calls).toBe(4);
});

test("a store that fails is no success, and what was there stays", async () => {
  const { s3 } = await provisionObjects(plane.current);
  await s3.send(new CreateBucketCommand({ Bucket: "own" }));
  await s3.send(new PutObjectCommand({ Bucket: "own", Key: "k", Body: "before" }));
  const { database } = outer.current.platform;
  await database.query("update services set status = 'suspended' where id = $1", [kept.id]);
  onTestFinished(async () => void (await database.query("update services set status = 'active' where id = $1", [kept.id])));
  expect(await codeOf(s3.send(new PutObjectCommand({ Bucket: "own", Key: "k", Body: "after" })))).not.toBe("none");
  expect(await codeOf(textOf(s3, "own", "k"))).not.toBe("none");
  await database.query("update services set status = 'active' where id = $1", [kept.id]);
  expect(await textOf(s3, "own", "k")).toBe("before");
});

/** A store that takes its time: each DELETE takes effect only when it is let go. Content is in memory. */
async function slowStore() {
  const content = new Map<string, Buffer>();
  const deleting: (() => void)[] = [];
  let isSlow = true;
  const letGo = () => {
    isSlow = false;
    for (const remove of deleting) remove();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const key = request.url!.split("?", 1)[0]!;
      const found = content.get(key);
      if (request.method === "PUT") {
        content.set(key, Buffer.concat(chunks));
        response.writeHead(200).end();
      } else if (request.method === "DELETE") {
        const remove = () => {
          content.delete(key);
          response.writeHead(204).end();
        };
        if (isSlow) deleting.push(remove);
        else remove();
      } else if (!found) response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
      else response.writeHead(request.headers.range === undefined ? 200 : 206).end(found);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { store: await createS3Store({ ...settings.objectsStore!, endpoint }), content, deleting, letGo };
}

async function* contentOf(text: string) {
  yield Buffer.from(text);
}

test("content that is written again while its removal is under way is not removed, however late that comes through", async () => {
  const { platform, config } = plane.current;
  const { store, content, deleting, letGo } = await slowStore();
  const parts = { config, database: platform.database, store };
  const read = async (segment: Segment) => {
    const chunks: Buffer[] = [];
    for await (const chunk of readSegments(parts, [segment], 0, segment.size_bytes - 1)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  const first = await writeBlob(parts, contentOf("the same"));
  const collecting = collectGarbage(parts, 0);
  await expect.poll(() => deleting.length).toBe(1);
  // No transaction waits for the store.
  const open =
    "select count(*)::int as n from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()";
  expect((await platform.database.query(open)).rows).toEqual([{ n: 0 }]);
  // Also by an instance that knows nothing of it, and while the same removal is asked for again.
  const second = await writeBlob(parts, contentOf("the same"));
  expect(second.name).not.toBe(first.name);
  const again = collectGarbage(parts, 3600);
  await expect.poll(() => deleting.length).toBe(2);
  letGo();
  await Promise.all([collecting, again]);
  expect(await read(second)).toBe("the same");
  expect([...content.keys()].filter((key) => key.includes(first.sha256.toString("hex")))).toHaveLength(1);
  expect((await platform.database.query("select from objects_removals")).rowCount).toBe(0);
});

test("a removal that fails is repeated until the store confirms it, and nothing refers to the name meanwhile", async () => {
  const { platform, config } = plane.current;
  const removed: string[] = [];
  let isDown = true;
  const store: BlobStore = {
    put: () => Promise.resolve(),
    async *read() {},
    async remove(name) {
      if (isDown) throw new Error("the store is down");
      removed.push(name);
    },
    check: () => Promise.resolve(),
  };
  const parts = { config, database: platform.database, store };
  const { name, sha256 } = await writeBlob(parts, contentOf("short-lived"));
  await expect(collectGarbage(parts, 0)).rejects.toThrow("the store is down");
  const refer =
    "insert into objects_parts (upload_id, number, name, sha256, size_bytes, etag) values (gen_random_uuid(), 1, $1, $2, 1, '')";
  await expect(platform.database.query(refer, [name, sha256])).rejects.toMatchObject({ code: "23503" });
  isDown = false;
  await collectGarbage(parts, 0);
  expect(removed).toContain(name);
});

test("no other server is called while a transaction is open", async () => {
  const { store } = await slowStore();
  const { database } = plane.current.platform;
  await expect(inTransaction(database, () => store.remove("ab"))).rejects.toThrow("A transaction is open");
  await expect(inTransaction(database, () => store.check())).rejects.toThrow("A transaction is open");
});

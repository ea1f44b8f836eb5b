import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../src/log.js";
import { createService } from "../src/services/create-service.js";
import { startControlPlane } from "../src/start.js";
import { createApi, type Api } from "./support/api.js";
import { testConfig, usePlane } from "./support/control-plane.js";
import { type Descriptor, codeOf, provisionObjects, s3For } from "./support/objects.js";
import { demoApi, end, start, type Running } from "./support/program.js";

const Bucket = "crash";

/** A client for the objects service of the demo. */
async function demoS3(api: Api): Promise<S3Client> {
  const { id } = (await api.list()).body.services.find(({ type }) => type === "objects")!;
  await api.waitFor(id, "active");
  return s3For(JSON.parse((await api.reveal(id)).body.value) as Descriptor);
}

test("killed at any moment, it loses no write that it has acknowledged", async () => {
  const config = await testConfig();
  let running: Running | undefined;
  onTestFinished(async () => void (running && (await end(running, "SIGTERM"))));
  /** The valid contents of a key: the last acknowledged one, or one that was sent since and not acknowledged. */
  const possible = new Map<string, (string | undefined)[]>();

  for (const [round, writes] of [1, 10, 40].entries()) {
    running = await start(config);
    const s3 = await demoS3(await demoApi(running, config));
    if (round === 0) await s3.send(new CreateBucketCommand({ Bucket }));
    let acknowledged = 0;
    let isKilled = false;
    const write = async (lane: number) => {
      for (let count = 0; !isKilled; count++) {
        const Key = `lane-${lane}/${count % 7}`;
        const isDeletion = count % 5 === 4;
        const content = randomBytes(1 + ((count * 7919) % 50_000)).toString("base64");
        const before = possible.get(Key) ?? [undefined];
        possible.set(Key, [...before, isDeletion ? undefined : content]);
        const sent = isDeletion
          ? s3.send(new DeleteObjectCommand({ Bucket, Key }))
          : s3.send(new PutObjectCommand({ Bucket, Key, Body: content }));
        if ((await codeOf(sent)) !== "none") return;
        possible.set(Key, [isDeletion ? undefined : content]);
        acknowledged++;
      }
    };
    const writing = [0, 1, 2, 3].map(write);
    await expect.poll(() => acknowledged, { interval: 5 }).toBeGreaterThanOrEqual(writes);
    await end(running, "SIGKILL");
    isKilled = true;
    await Promise.all(writing);
  }

  running = await start(config);
  const s3 = await demoS3(await demoApi(running, config));
  for (const [Key, contents] of possible) {
    const got = await s3.send(new GetObjectCommand({ Bucket, Key })).then(
      ({ Body }) => Body!.transformToString(),
      (error: Error) => (error.name === "NoSuchKey" ? undefined : Promise.reject(error)),
    );
    expect(contents.includes(got)).toBe(true);
  }
});

test("an upload in parts resumes after a crash, and completes once", async () => {
  const config = await testConfig();
  let running = await start(config);
  onTestFinished(async () => void (await end(running, "SIGTERM")));
  let s3 = await demoS3(await demoApi(running, config));
  await s3.send(new CreateBucketCommand({ Bucket }));
  const Key = "big";
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const contents = [randomBytes(5 * 2 ** 20), randomBytes(1000)];
  const upload = async (index: number) => {
    const { ETag } = await s3.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: index + 1, Body: contents[index]! }),
    );
    return { ETag, PartNumber: index + 1 };
  };
  const first = await upload(0);
  await end(running, "SIGKILL");
  running = await start(config);
  s3 = await demoS3(await demoApi(running, config));
  const Parts = [first, await upload(1)];
  const complete = () => s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  const ended = codeOf(complete());
  await sleep(3);
  await end(running, "SIGKILL");
  const code = await ended;
  running = await start(config);
  s3 = await demoS3(await demoApi(running, config));
  const isThere = ((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount ?? 0) > 0;
  if (code === "none") expect(isThere).toBe(true);
  expect(await codeOf(complete())).toBe(isThere ? "NoSuchUpload" : "none");
  const got = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(hash(await got.Body!.transformToByteArray())).toBe(hash(Buffer.concat(contents)));
});

const plane = usePlane();

test("a client that goes away in the middle leaves nothing behind", async () => {
  const { s3, id } = await provisionObjects(plane.current);
  await s3.send(new CreateBucketCommand({ Bucket }));
  const aborting = new AbortController();
  async function* endless() {
    for (;;) {
      yield randomBytes(65_536);
      await sleep(1);
    }
  }
  const { Readable } = await import("node:stream");
  const command = new PutObjectCommand({ Bucket, Key: "half", Body: Readable.from(endless()), ContentLength: 2 ** 32 });
  const sent = codeOf(s3.send(command, { abortSignal: aborting.signal }));
  const incoming = join(plane.current.config.dataDir, "objects", "incoming");
  await expect
    .poll(() =>
      readdir(incoming).then(
        ({ length }) => length,
        () => 0,
      ),
    )
    .toBe(1);
  aborting.abort();
  expect(await sent).toBe("AbortError");
  await expect.poll(() => readdir(incoming)).toEqual([]);
  expect((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
  const { rows } = await plane.current.platform.database.query(
    "select stored_bytes from objects_services where service_id = $1",
    [id],
  );
  expect(rows).toEqual([{ stored_bytes: 0 }]);
});

test("a download that is under way ends when its service is suspended", async () => {
  const { s3, id } = await provisionObjects(plane.current);
  await s3.send(new CreateBucketCommand({ Bucket }));
  await s3.send(new PutObjectCommand({ Bucket, Key: "long", Body: randomBytes(64 * 2 ** 20) }));
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: "long" }));
  await plane.current.platform.database.query("update services set status = 'suspended' where id = $1", [id]);
  // Slower than the connection is cut.
  const read = async () => {
    for await (const chunk of Body as AsyncIterable<Buffer>) await sleep(chunk.length / 1000);
  };
  await expect(read()).rejects.toThrow("aborted");
});

test("two instances serve the same objects", async () => {
  const { current } = plane;
  const { databaseUrl } = current.config;
  const lines: string[] = [];
  const url = databaseUrl ?? (current.platform.database.options as { connectionString?: string }).connectionString;
  const second = await startControlPlane(
    { ...current.config, databaseUrl: url },
    createLog((line) => lines.push(line)),
  );
  onTestFinished(() => second.stop());
  const { s3, id, descriptor } = await provisionObjects(current);
  const other = createApi(second.url, current.projectId, current.tokenText);
  const there = s3For(JSON.parse((await other.reveal(id)).body.value) as Descriptor);
  expect((JSON.parse((await other.reveal(id)).body.value) as Descriptor).endpoint).not.toBe(descriptor.endpoint);
  await s3.send(new CreateBucketCommand({ Bucket: "shared" }));
  const racing = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      codeOf(
        (index % 2 ? s3 : there).send(new PutObjectCommand({ Bucket: "shared", Key: "one", Body: `${index}`, IfNoneMatch: "*" })),
      ),
    ),
  );
  expect(racing.filter((code) => code === "none")).toHaveLength(1);
  const read = (client: S3Client) =>
    client.send(new GetObjectCommand({ Bucket: "shared", Key: "one" })).then(({ Body }) => Body!.transformToString());
  expect(await read(s3)).toBe(await read(there));
});

test("provisioning bears being repeated", async () => {
  const { platform, projectId, api } = plane.current;
  const made = await createService(platform.database, { projectId, type: "objects", plan: "standard", name: "twice" });
  if ("rejected" in made) throw new Error(made.rejected);
  platform.worker.wake();
  await api.waitFor(made.id, "active");
  const before = (await api.reveal(made.id)).body.value;
  // As if the worker had died right before its transaction ended, and another had begun.
  await platform.database.query("update services set status = 'provisioning' where id = $1", [made.id]);
  await platform.database.query(
    "update operations set status = 'running', finished_at = null, lease_until = now() - interval '1 second' where service_id = $1",
    [made.id],
  );
  platform.worker.wake();
  await api.waitFor(made.id, "active");
  expect((await api.reveal(made.id)).body.value).toBe(before);
});

test("a service whose clients stall does not hold up another", async () => {
  const stalling = await provisionObjects(plane.current);
  const other = await provisionObjects(plane.current);
  for (const { s3 } of [stalling, other]) await s3.send(new CreateBucketCommand({ Bucket }));
  const url = await getSignedUrl(stalling.s3, new PutObjectCommand({ Bucket, Key: "stalled" }), { expiresIn: 600 });
  const statuses: number[] = [];
  const requests = Array.from({ length: 160 }, () => {
    const sent = request(url, { method: "PUT", headers: { "content-length": 1000 } });
    sent.on("response", (response) => statuses.push(response.resume().statusCode!)).on("error", () => undefined);
    sent.flushHeaders();
    return sent;
  });
  onTestFinished(() => requests.forEach((sent) => void sent.destroy()));
  await expect.poll(() => statuses.length).toBe(32);
  expect(new Set(statuses)).toEqual(new Set([503]));
  await other.s3.send(new PutObjectCommand({ Bucket, Key: "k", Body: "served" }));
  const { Body } = await other.s3.send(new GetObjectCommand({ Bucket, Key: "k" }));
  expect(await Body!.transformToString()).toBe("served");
  expect(await codeOf(stalling.s3.send(new ListObjectsV2Command({ Bucket })))).toBe("SlowDown");
  for (const sent of requests) sent.destroy();
  await expect.poll(() => codeOf(stalling.s3.send(new ListObjectsV2Command({ Bucket })))).toBe("none");
});

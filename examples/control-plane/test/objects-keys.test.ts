import {
  CopyObjectCommand,
  CreateBucketCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, test } from "vitest";
import { resumeProject, suspendProject } from "../src/projects/project.js";
import { createApi } from "./support/api.js";
import { addProject, beforeTests, usePlane } from "./support/control-plane.js";
import { codeOf, provisionObjects, revealObjects, s3For } from "./support/objects.js";

const plane = usePlane();

const own = beforeTests(() => provisionObjects(plane.current));

beforeAll(async () => {
  await own.s3.send(new CreateBucketCommand({ Bucket: "vault" }));
  await own.s3.send(new PutObjectCommand({ Bucket: "vault", Key: "doc", Body: "secret text" }));
});

describe("access keys", () => {
  const objects = () => plane.current.api.client.objects({ project_id: plane.current.projectId, service_id: own.id });
  const clientOf = async (accessKeyId: string) => {
    const key = (await revealObjects(plane.current, own.id)).access_keys.find(
      ({ access_key_id }) => access_key_id === accessKeyId,
    )!;
    return s3For({ ...own.descriptor, ...key });
  };

  test("do what they are granted, in the buckets they are granted", async () => {
    await own.s3.send(new CreateBucketCommand({ Bucket: "granted" }));
    await own.s3.send(new PutObjectCommand({ Bucket: "granted", Key: "doc", Body: "x" }));
    const make = async (name: string, permission: "read" | "write" | "read_write") =>
      clientOf((await objects().create_access_key({ name, permission, buckets: ["granted"] })).result.access_key.access_key_id);
    const [reader, writer] = [await make("reader", "read"), await make("writer", "write")];
    const get = (client: S3Client, Bucket: string) => codeOf(client.send(new GetObjectCommand({ Bucket, Key: "doc" })));
    const put = (client: S3Client, Bucket: string) =>
      codeOf(client.send(new PutObjectCommand({ Bucket, Key: "new", Body: "x" })));
    expect([await get(reader, "granted"), await get(reader, "vault")]).toEqual(["none", "AccessDenied"]);
    expect([await put(reader, "granted"), await put(writer, "granted"), await put(writer, "vault")]).toEqual([
      "AccessDenied",
      "none",
      "AccessDenied",
    ]);
    expect(await get(writer, "granted")).toBe("AccessDenied");
    expect(await codeOf(writer.send(new ListObjectsV2Command({ Bucket: "granted" })))).toBe("AccessDenied");
    expect(await codeOf(writer.send(new CreateBucketCommand({ Bucket: "by-writer" })))).toBe("AccessDenied");
    expect((await reader.send(new ListBucketsCommand({}))).Buckets!.map(({ Name }) => Name)).toEqual(["granted"]);
    const copy = await make("copier", "read_write");
    const from = (bucket: string) =>
      codeOf(copy.send(new CopyObjectCommand({ Bucket: "granted", Key: "copy", CopySource: `${bucket}/doc` })));
    expect([await from("granted"), await from("vault")]).toEqual(["none", "AccessDenied"]);
  });

  test("end when they expire or are deleted", async () => {
    const { access_key_id } = (
      await objects().create_access_key({ name: "short", permission: "read", expires_at: "2099-01-01T00:00:00Z" })
    ).result.access_key;
    const client = await clientOf(access_key_id);
    await client.send(new ListBucketsCommand({}));
    await plane.current.platform.database.query("update objects_access_keys set expires_at = now() where access_key_id = $1", [
      access_key_id,
    ]);
    expect(await codeOf(client.send(new ListBucketsCommand({})))).toBe("InvalidAccessKeyId");
    const { access_keys } = (await objects().list_access_keys()).result;
    expect(access_keys.find((key) => key.access_key_id === access_key_id)).toMatchObject({
      status: "expired",
      last_used_at: expect.any(String),
    });
    const revealed = (await revealObjects(plane.current, own.id)).access_keys;
    expect(revealed.map((key) => key.access_key_id)).not.toContain(access_key_id);
    await objects().create_access_key({ name: "short", permission: "read" });
    const { rows } = await plane.current.platform.database.query("select from credentials where key = $1", [
      `S3_CREDENTIALS/${access_key_id}`,
    ]);
    expect(rows).toEqual([]);
  });

  test("make room when they have expired", async () => {
    const service = await provisionObjects(plane.current);
    const own = plane.current.api.client.objects({ project_id: plane.current.projectId, service_id: service.id });
    const { database } = plane.current.platform;
    await database.query("update objects_services set max_access_keys = 3 where service_id = $1", [service.id]);
    const make = (name: string) => own.create_access_key({ name, permission: "read" });
    const first = (await make("first")).result.access_key.access_key_id;
    await make("second");
    const full = { status: 409, code: "access_key_limit_reached" };
    await expect(make("third")).rejects.toMatchObject(full);
    await database.query("update objects_access_keys set expires_at = now() where access_key_id = $1", [first]);
    await make("third");
    await expect(make("fourth")).rejects.toMatchObject(full);
    const { access_keys } = (await own.list_access_keys()).result;
    expect(access_keys.map(({ name, status }) => [name, status])).toEqual([
      ["primary", "active"],
      ["second", "active"],
      ["third", "active"],
    ]);
    const { rowCount } = await database.query("select from credentials where key = $1", [`S3_CREDENTIALS/${first}`]);
    expect(rowCount).toBe(0);
  });

  test("the primary one is replaced, the one before has its grace period", async () => {
    const service = await provisionObjects(plane.current);
    const calls = plane.current.api.client.objects({ project_id: plane.current.projectId, service_id: service.id });
    const { result } = await calls.reset_primary_credential({ grace_period_seconds: 600 });
    expect(result.previous_access_key_id).toBe(service.descriptor.access_key_id);
    await service.s3.send(new ListBucketsCommand({}));
    const now = await revealObjects(plane.current, service.id);
    expect(now).toMatchObject({
      access_key_id: result.access_key.access_key_id,
      access_keys: [{ access_key_id: result.previous_access_key_id }],
    });
    const renewed = s3For(now);
    await renewed.send(new ListBucketsCommand({}));
    await expect(calls.reset_primary_credential({ grace_period_seconds: 0 })).rejects.toMatchObject({
      status: 409,
      code: "rotation_in_progress",
    });
    await plane.current.platform.database.query("update objects_access_keys set expires_at = now() where access_key_id = $1", [
      result.previous_access_key_id,
    ]);
    expect(await codeOf(service.s3.send(new ListBucketsCommand({})))).toBe("InvalidAccessKeyId");
    const atOnce = await calls.reset_primary_credential({ grace_period_seconds: 0 });
    expect(atOnce.result.receipt).toMatchObject({ previous_valid_until: null, entry_id: atOnce.result.access_key.access_key_id });
    expect(await codeOf(renewed.send(new ListBucketsCommand({})))).toBe("InvalidAccessKeyId");
  });
});

test("a suspended project is closed, and open again", async () => {
  const { current } = plane;
  const projectId = await addProject(current, current.orgId);
  const token = await current.token(["service:read", "service:reveal"], [projectId]);
  const service = await provisionObjects({ ...current, projectId, api: createApi(current.url, projectId, token) });
  await service.s3.send(new CreateBucketCommand({ Bucket: "kept" }));
  await suspendProject(current.platform.database, projectId);
  expect(await codeOf(service.s3.send(new ListBucketsCommand({})))).toBe("AllAccessDisabled");
  expect(await codeOf(service.s3.send(new PutObjectCommand({ Bucket: "kept", Key: "a", Body: "x" })))).toBe("AllAccessDisabled");
  await resumeProject(current.platform.database, projectId);
  await service.s3.send(new ListBucketsCommand({}));
});

test("secrets are nowhere but sealed", async () => {
  const { platform, lines } = plane.current;
  const { rows } = await platform.database.query<{ secret: string }>(
    "select t::text as secret from credentials t where service_id = $1",
    [own.id],
  );
  const revealed = await revealObjects(plane.current, own.id);
  const secrets = [revealed.secret_access_key, ...revealed.access_keys.map((key) => key.secret_access_key)];
  const tables = ["objects_access_keys", "objects_services", "operations", "audit", "objects_usage"];
  const texts = [...lines, ...rows.map((row) => row.secret)];
  for (const table of tables) {
    const found = await platform.database.query<{ text: string }>(`select t::text as text from ${table} t`);
    texts.push(...found.rows.map(({ text }) => text));
  }
  for (const secret of secrets)
    expect(texts.some((text) => text.includes(secret) || text.includes(Buffer.from(secret).toString("hex")))).toBe(false);
});

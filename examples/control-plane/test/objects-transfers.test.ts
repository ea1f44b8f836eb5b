import { createHash, randomBytes } from "node:crypto";
import { HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { createObjectsEngine } from "../src/engines/objects/objects-engine.js";
import type { StoredService } from "../src/services/service.js";
import { beforeTests, usePlane } from "./support/control-plane.js";
import { codeOf, provisionObjects, textOf } from "./support/objects.js";

const plane = usePlane();

const own = beforeTests(() => provisionObjects(plane.current));

describe("transfers", () => {
  const fetchAt = (url: string, init: RequestInit & { token?: string } = {}) => {
    const { token = plane.current.tokenText, headers, ...rest } = init;
    // The public address of tests is not that of the server.
    const own = url.replace("https://control.example", plane.current.url);
    return fetch(own, { ...rest, headers: { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) } });
  };

  test("download one object", async () => {
    await own.act("create_bucket", { bucket: "transfers", versioning: "enabled" });
    const Body = randomBytes(1_048_576);
    await own.s3.send(new PutObjectCommand({ Bucket: "transfers", Key: 'dir/pi "x" é.png', Body, ContentType: "image/png" }));
    const { result } = await own.act("prepare_object_download", { bucket: "transfers", key: 'dir/pi "x" é.png' });
    expect(result.transfer).toMatchObject({
      state: "ready",
      content_type: "image/png",
      size_bytes: Body.length,
      sha256: createHash("sha256").update(Body).digest("hex"),
    });
    await own.s3.send(new PutObjectCommand({ Bucket: "transfers", Key: 'dir/pi "x" é.png', Body: "later" }));
    const response = await fetchAt(result.transfer.url!);
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"pi _x_ _.png\"; filename*=UTF-8''pi%20_x_%20%C3%A9.png",
    );
    expect(Buffer.from(await response.arrayBuffer()).equals(Body)).toBe(true);

    expect((await fetchAt(result.transfer.url!, { token: "cp_other" })).status).toBe(401);
    expect((await fetchAt(result.transfer.url!, { token: await plane.current.token(["service:data"]) })).status).toBe(404);
    expect((await fetchAt(result.transfer.url!, { method: "PUT", body: "x" })).status).toBe(404);
    await plane.current.platform.database.query("update objects_transfers set expires_at = now() where id = $1", [
      result.transfer.transfer_id,
    ]);
    expect((await fetchAt(result.transfer.url!)).status).toBe(404);
    expect(await own.rejection("prepare_object_download", { bucket: "transfers", key: "none" })).toEqual([
      404,
      "object_not_found",
    ]);
    expect(await own.rejection("prepare_object_download", { bucket: "transfers", key: "dir/", version_id: "x" })).toEqual([
      404,
      "object_not_found",
    ]);
    expect(await own.rejection("prepare_object_download", { bucket: "nowhere", key: "x" })).toEqual([404, "bucket_not_found"]);
  });

  test("download what was prepared, or nothing", async () => {
    await own.act("create_bucket", { bucket: "replaced" });
    const object = { Bucket: "replaced", Key: "doc" };
    await own.s3.send(new PutObjectCommand({ ...object, Body: "prepared" }));
    const { transfer } = (await own.act("prepare_object_download", { bucket: "replaced", key: "doc" })).result;
    expect(await (await fetchAt(transfer.url!)).text()).toBe("prepared");
    await own.s3.send(new PutObjectCommand({ ...object, Body: "replaced" }));
    const response = await fetchAt(transfer.url!);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("object_not_found")]);
    await own.act("set_bucket_versioning", { bucket: "replaced", versioning: "enabled" });
    const next = (await own.act("prepare_object_download", { bucket: "replaced", key: "doc" })).result.transfer;
    await own.s3.send(new PutObjectCommand({ ...object, Body: "later" }));
    expect(await (await fetchAt(next.url!)).text()).toBe("replaced");
  });

  test.each(["text/html; a=€", "text/html; a=\u0000", "text/html\n;a=b", "text/html; a=\u0080", "text/html; "])(
    "not with a content type that no header can have: %j",
    async (content_type) => {
      await own.act("create_bucket", { bucket: "types" }).catch(() => undefined);
      const { status, body } = await plane.current.api.invoke(own.id, "prepare_object_upload", {
        bucket: "types",
        key: "a",
        content_type,
      });
      expect([status, body.error]).toEqual([400, expect.stringContaining("content_type")]);
    },
  );

  test("upload one object", async () => {
    await own.act("create_bucket", { bucket: "uploads" });
    const body = "uploaded content";
    const sha256 = createHash("sha256").update(body).digest("hex");
    const wanted = {
      bucket: "uploads",
      key: "up.txt",
      content_type: "text/plain",
      content_length: body.length,
      sha256,
      overwrite: false,
    };
    const { transfer } = (await own.act("prepare_object_upload", wanted)).result;
    expect(transfer).toMatchObject({
      method: "PUT",
      max_bytes: body.length,
      headers: { "if-none-match": "*", "content-type": "text/plain" },
    });
    const { "content-length": length, ...headers } = transfer.headers as Record<string, string>;
    expect(length).toBe(String(body.length));
    const put = (content: string, changed = {}) =>
      fetchAt(transfer.url!, { method: "PUT", body: content, headers: { ...headers, ...changed } });
    expect((await put("uploaded contenT")).status).toBe(400);
    expect((await put("short")).status).toBe(400);
    expect((await put(body, { "content-type": "text/html" })).status).toBe(400);
    expect(await codeOf(own.s3.send(new HeadObjectCommand({ Bucket: "uploads", Key: "up.txt" })))).toBe("NotFound");
    expect((await put(body)).status).toBe(200);
    expect(await textOf(own.s3, "uploads", "up.txt")).toBe(body);
    const again = await put(body);
    expect([again.status, await again.text()]).toEqual([412, expect.stringContaining("object_exists")]);
    expect(await own.rejection("prepare_object_upload", wanted)).toEqual([409, "object_exists"]);

    const free = (await own.act("prepare_object_upload", { bucket: "uploads", key: "up.txt" })).result.transfer;
    expect([free.headers, free.max_bytes]).toEqual([{}, 5_368_709_120]);
    expect((await fetchAt(free.url!, { method: "PUT", body: "replaced" })).status).toBe(200);
    expect(await textOf(own.s3, "uploads", "up.txt")).toBe("replaced");
    expect((await fetchAt(free.url!)).status).toBe(404);
    expect(await own.rejection("prepare_object_upload", { bucket: "nowhere", key: "x" })).toEqual([404, "bucket_not_found"]);
  });

  test("not beyond the storage of the plan", async () => {
    const service = await provisionObjects(plane.current);
    await service.act("create_bucket", { bucket: "full" });
    const { transfer } = (await service.act("prepare_object_upload", { bucket: "full", key: "a" })).result;
    const { database } = plane.current.platform;
    await database.query("update objects_services set max_storage_bytes = 10 where service_id = $1", [service.id]);
    const response = await fetchAt(transfer.url!, { method: "PUT", body: "more than ten bytes" });
    expect([response.status, await response.text()]).toEqual([409, expect.stringContaining("storage_limit_reached")]);
    const { body } = await plane.current.api.invoke(service.id, "prepare_object_upload", {
      bucket: "full",
      key: "a",
      content_length: 11,
    });
    expect(body.error).toMatch(/^storage_limit_reached: /);
  });
});

test("what is missing is named", async () => {
  const { platform, config } = plane.current;
  const parts = { ...platform, config: { ...config, publicUrl: undefined }, endpointUrl: undefined };
  const engine = await createObjectsEngine(parts);
  expect(engine.whyNoPlan("standard")).toMatch(/ENDPOINT_URL, or TLS_CERT and TLS_KEY/);
  const service = { id: own.id, type: "objects" } as StoredService;
  expect(engine.whyOff(service, "prepare_object_upload")).toMatch(/PUBLIC_URL/);
  expect(engine.whyOff(service, "list_objects")).toBeUndefined();
});

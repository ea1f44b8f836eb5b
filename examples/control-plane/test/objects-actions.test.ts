import { CreateBucketCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import type { ObjectsActions } from "../../../generated/actions.js";
import { addService } from "./support/add-service.js";
import { createApi } from "./support/api.js";
import { addProject, beforeTests, patient, usePlane } from "./support/control-plane.js";
import { codeOf, objectsActions, provisionObjects, textOf } from "./support/objects.js";

const plane = usePlane();

const own = beforeTests(() => provisionObjects(plane.current));

test("a service is what the contract says", async () => {
  const { api } = plane.current;
  const { body } = await api.get(own.id);
  expect(body.endpoint).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/objects/${own.id}$`));
  const live = async () => (await api.get(own.id, true)).body.live!["components"];
  await expect.poll(live).toMatchObject([
    { name: "s3", status: "healthy" },
    { name: "control_plane", status: "healthy" },
  ]);
  const { status, result } = await own.act("service_health", patient);
  expect([status, result.components.map(({ name }) => name)]).toEqual(["healthy", ["s3", "control_plane"]]);
  expect(result.operations).toMatchObject([{ kind: "provision", status: "succeeded" }]);
  const unknown = await addService(plane.current, { type: "objects", plan: "standard" });
  expect((await objectsActions(plane.current, unknown).act("service_health")).status).toBe("error");
});

describe("buckets", () => {
  test("are made, listed page by page, changed and deleted", async () => {
    for (const bucket of ["list-b", "list-a", "list-c"]) {
      expect((await own.act("create_bucket", { bucket })).result.bucket).toMatchObject({
        bucket,
        versioning: "unversioned",
        object_count: 0,
      });
    }
    await own.s3.send(new PutObjectCommand({ Bucket: "list-b", Key: "k", Body: "12345" }));
    const first = (await own.act("list_buckets", { prefix: "list-", limit: 2 })).result;
    expect(first.buckets).toMatchObject([{ bucket: "list-a" }, { bucket: "list-b", object_count: 1, size_bytes: 5 }]);
    const second = (await own.act("list_buckets", { prefix: "list-", limit: 2, cursor: first.next_cursor! })).result;
    expect([second.buckets.map(({ bucket }) => bucket), second.next_cursor, second.max_buckets]).toEqual([["list-c"], null, 100]);

    expect((await own.act("set_bucket_versioning", { bucket: "list-c", versioning: "enabled" })).result).toMatchObject({
      versioning: "enabled",
      previous_versioning: "unversioned",
    });
    expect((await own.act("delete_bucket", { bucket: "list-a" })).result.bucket).toBe("list-a");
    expect(await own.rejection("delete_bucket", { bucket: "list-a" })).toEqual([404, "bucket_not_found"]);
    expect(await own.rejection("delete_bucket", { bucket: "list-b" })).toEqual([409, "bucket_not_empty"]);
    expect(await own.rejection("create_bucket", { bucket: "list-b" })).toEqual([409, "bucket_already_exists"]);
    expect(await own.rejection("set_bucket_versioning", { bucket: "list-a", versioning: "enabled" })).toEqual([
      404,
      "bucket_not_found",
    ]);
    expect(await own.rejection("list_buckets", { cursor: "eA" })).toEqual([400, "invalid_action_body"]);
    expect((await own.rejection("create_bucket", { bucket: "xn--a" }))[0]).toBe(400);
  });

  test("a delete marker is content", async () => {
    await own.act("create_bucket", { bucket: "marked", versioning: "enabled" });
    const { result } = await own.act("delete_object", { bucket: "marked", key: "nothing" });
    expect(result).toMatchObject({ delete_marker: true, version_id: expect.any(String) });
    expect(await own.rejection("delete_bucket", { bucket: "marked" })).toEqual([409, "bucket_not_empty"]);
    await own.act("delete_object", { bucket: "marked", key: "nothing", version_id: result.version_id! });
    await own.act("delete_bucket", { bucket: "marked" });
  });

  test("as many as the plan allows, however many ask at once", async () => {
    const { database } = plane.current.platform;
    await database.query(
      "update objects_services set max_buckets = (select count(*) from objects_buckets where service_id = $1) + 3 where service_id = $1",
      [own.id],
    );
    const responses = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => own.rejection("create_bucket", { bucket: `many-${index}` }).catch(() => [200])),
      ...Array.from({ length: 6 }, (_, index) => codeOf(own.s3.send(new CreateBucketCommand({ Bucket: `much-${index}` })))),
    ]);
    const made = responses.filter((response) => response === "none" || response[0] === 200);
    expect(made).toHaveLength(3);
    expect(await own.rejection("create_bucket", { bucket: "one-more" })).toEqual([409, "bucket_limit_reached"]);
    await database.query("update objects_services set max_buckets = 100 where service_id = $1", [own.id]);
  });
});

describe("access keys", () => {
  test("are made, listed and deleted", async () => {
    await own.act("create_bucket", { bucket: "for-keys" });
    const made = [];
    for (const name of ['ключ "1"', "second", "third"])
      made.push((await own.act("create_access_key", { name, permission: "write", buckets: ["for-keys"] })).result);
    expect(made[0]).toMatchObject({
      access_key: {
        name: 'ключ "1"',
        primary: false,
        permission: "write",
        buckets: ["for-keys"],
        status: "active",
        last_used_at: null,
      },
      receipt: { credential_key: "S3_CREDENTIALS", entry_id: made[0]!.access_key.access_key_id, previous_valid_until: null },
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await own.act("list_access_keys", { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...result.access_keys.map(({ name }) => name));
      expect(result.max_access_keys).toBe(20);
      cursor = result.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(["primary", 'ключ "1"', "second", "third"]);

    const { access_key_id } = made[1]!.access_key;
    await own.act("delete_access_key", { access_key_id });
    expect(await own.rejection("delete_access_key", { access_key_id })).toEqual([404, "access_key_not_found"]);
    const primary = (await own.act("list_access_keys")).result.access_keys[0]!;
    expect(await own.rejection("delete_access_key", { access_key_id: primary.access_key_id })).toEqual([
      409,
      "primary_key_not_deletable",
    ]);
  });

  test.each([
    [{ name: "late", permission: "read", expires_at: "2020-01-01T00:00:00Z" }, 400, "expires_in_past"],
    [{ name: "lost", permission: "read", buckets: ["not-there"] }, 404, "bucket_not_found"],
    [{ name: "primary", permission: "read" }, 409, "access_key_exists"],
  ])("%j is rejected", async (body, status, code) => {
    expect(await own.rejection("create_access_key", body)).toEqual([status, code]);
  });

  test("as many as the plan allows", async () => {
    const { id: own } = await provisionObjects(plane.current);
    const { api } = plane.current;
    const responses = await Promise.all(
      Array.from({ length: 22 }, (_, index) => api.invoke(own, "create_access_key", { name: `k${index}`, permission: "read" })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(19);
    const rejected = responses.filter(({ status }) => status !== 200);
    for (const { body } of rejected) expect(body.error).toMatch(/^access_key_limit_reached: /);
  });
});

describe("objects", () => {
  test("are listed by pages, with folders and versions", async () => {
    await own.act("create_bucket", { bucket: "content" });
    for (const Key of ["a/1", "a/2", "b", "é", "😀"])
      await own.s3.send(new PutObjectCommand({ Bucket: "content", Key, Body: Key }));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await own.act("list_objects", {
        bucket: "content",
        delimiter: "/",
        limit: 1,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...result.objects.map(({ key }) => key), ...result.common_prefixes);
      cursor = result.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(["a/", "b", "é", "😀"]);
    const after = await own.act("list_objects", { bucket: "content", start_after: "a/1", limit: 1 });
    expect(after.result.objects).toMatchObject([
      { key: "a/2", version_id: null, is_latest: true, delete_marker: false, size_bytes: 3 },
    ]);

    await own.act("set_bucket_versioning", { bucket: "content", versioning: "enabled" });
    await own.s3.send(new PutObjectCommand({ Bucket: "content", Key: "b", Body: "newer" }));
    await own.act("delete_object", { bucket: "content", key: "b" });
    const versions: ObjectsActions["list_objects"]["result"]["objects"] = [];
    do {
      const { result }: { result: ObjectsActions["list_objects"]["result"] } = await own.act("list_objects", {
        bucket: "content",
        prefix: "b",
        include_versions: true,
        limit: 1,
        ...(cursor === undefined ? {} : { cursor }),
      });
      versions.push(...result.objects);
      cursor = result.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(versions.map((version) => [version.delete_marker, version.is_latest, version.size_bytes])).toEqual([
      [true, true, 0],
      [false, false, 5],
      [false, false, 1],
    ]);
    expect(await own.rejection("list_objects", { bucket: "nowhere" })).toEqual([404, "bucket_not_found"]);
    expect(await own.rejection("list_objects", { bucket: "content", cursor: "W10" })).toEqual([400, "invalid_action_body"]);
  });

  test("are deleted, also when they are not there", async () => {
    await own.act("create_bucket", { bucket: "plain" });
    await own.s3.send(new PutObjectCommand({ Bucket: "plain", Key: "x", Body: "x" }));
    for (let times = 0; times < 2; times++) {
      const { result } = await own.act("delete_object", { bucket: "plain", key: "x" });
      expect(result).toEqual({ bucket: "plain", key: "x", version_id: null, delete_marker: false });
    }
    expect(await codeOf(own.s3.send(new HeadObjectCommand({ Bucket: "plain", Key: "x" })))).toBe("NotFound");
    expect(await own.rejection("delete_object", { bucket: "nowhere", key: "x" })).toEqual([404, "bucket_not_found"]);
  });

  test("folders are made once", async () => {
    await own.act("create_bucket", { bucket: "folders" });
    expect((await own.act("create_folder", { bucket: "folders", path: "a/b/" })).result.created).toBe(true);
    expect((await own.act("create_folder", { bucket: "folders", path: "a/b/" })).result.created).toBe(false);
    expect(await textOf(own.s3, "folders", "a/b/")).toBe("");
    expect(await own.rejection("create_folder", { bucket: "nowhere", path: "a/" })).toEqual([404, "bucket_not_found"]);
  });
});

describe("usage", () => {
  test("is what was moved and stored", async () => {
    const service = await provisionObjects(plane.current);
    await service.act("create_bucket", { bucket: "used" });
    await service.s3.send(new PutObjectCommand({ Bucket: "used", Key: "a", Body: "x".repeat(1000) }));
    await (await service.s3.send(new GetObjectCommand({ Bucket: "used", Key: "a" }))).Body!.transformToString();
    const expected = { ingress_bytes: 1000, egress_bytes: 1000, read_requests: 1, write_requests: 1 };
    // An hour may have begun meanwhile.
    const moved = async () => {
      const { points } = (await service.act("usage_history", { interval: "hour", bucket: "used" })).result;
      expect(points.at(-1)).toMatchObject({ storage_bytes: 1000, object_count: 1 });
      const names = Object.keys(expected) as (keyof typeof expected)[];
      return Object.fromEntries(names.map((name) => [name, points.reduce((sum, point) => sum + point[name]!, 0)]));
    };
    await expect.poll(moved).toEqual(expected);
    const { result } = await service.act("usage_history", { metrics: ["storage_bytes"] });
    expect(result.points).toHaveLength(31);
    expect(result.points.at(-1)).toEqual({ at: expect.any(String), storage_bytes: 1000 });
    expect(result.points[0]).toMatchObject({ storage_bytes: 0 });
    // Storage is also counted in hours without a request.
    const { database } = plane.current.platform;
    await database.query("update objects_usage set hour = hour - interval '40 days' where service_id = $1", [service.id]);
    const later = (await service.act("usage_history", { interval: "month" })).result.points.at(-1);
    expect(later).toMatchObject({ storage_bytes: 1000, read_requests: 0 });
  });

  test.each([
    [{ from: "2026-01-01T00:00:00Z", to: "2025-01-01T00:00:00Z" }, 400, "interval_too_long"],
    [{ from: "2020-01-01T00:00:00Z", to: "2025-01-01T00:00:00Z", interval: "day" }, 400, "interval_too_long"],
    [{ bucket: "nowhere" }, 404, "bucket_not_found"],
  ])("%j is rejected", async (body, status, code) => {
    expect(await own.rejection("usage_history", body)).toEqual([status, code]);
  });

  test("points begin on time", async () => {
    const { result } = await own.act("usage_history", {
      from: "2026-01-31T10:30:00Z",
      to: "2026-03-01T00:00:01Z",
      interval: "month",
    });
    expect(result.points.map(({ at }) => at)).toEqual([
      "2026-01-01T00:00:00.000Z",
      "2026-02-01T00:00:00.000Z",
      "2026-03-01T00:00:00.000Z",
    ]);
    expect(result.period.from).toBe("2026-01-01T00:00:00.000Z");
  });
});

test("tenants are apart", async () => {
  const { current } = plane;
  const projectId = await addProject(current, current.orgId);
  const stranger = createApi(
    current.url,
    projectId,
    await current.token(["service:read", "service:data", "service:admin"], [projectId]),
  );
  for (const action of ["list_buckets", "list_access_keys", "list_objects"]) {
    const { status } = await stranger.send("POST", `/v1/projects/${projectId}/services/${own.id}/actions/${action}`, {
      bucket: "content",
    });
    expect(status).toBe(404);
  }
  const other = await provisionObjects(current);
  await other.act("create_bucket", { bucket: "content" });
  expect((await other.act("list_objects", { bucket: "content" })).result.objects).toEqual([]);
  const key = (await own.act("list_access_keys")).result.access_keys[0]!;
  const { status } = await current.api.invoke(other.id, "delete_access_key", { access_key_id: key.access_key_id });
  expect(status).toBe(404);
});

test("in a suspended service content can be read, and nothing changed", async () => {
  const { database } = plane.current.platform;
  await database.query("update services set status = 'suspended' where id = $1", [own.id]);
  expect((await own.act("list_objects", { bucket: "content" })).result.objects.length).toBeGreaterThan(0);
  const { transfer } = (await own.act("prepare_object_download", { bucket: "content", key: "a/1" })).result;
  const url = transfer.url!.replace("https://control.example", plane.current.url);
  const response = await fetch(url, { headers: { authorization: `Bearer ${plane.current.tokenText}` } });
  expect([response.status, await response.text()]).toEqual([200, "a/1"]);
  expect(await own.rejection("create_bucket", { bucket: "too-late" })).toEqual([409, "action_unavailable"]);
  expect((await own.act("service_health")).status).toBe("degraded");
  await database.query("update services set status = 'active' where id = $1", [own.id]);
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createService } from "../src/services/create-service.js";
import { asUnavailable, StorageFull } from "../src/database/connections.js";
import { provisionAuth } from "./support/auth-service.js";
import { beforeTests, usePlane } from "./support/control-plane.js";
import { provisionObjects } from "./support/objects.js";
import { addSearch } from "./support/search.js";
import { signedRequests } from "./support/signed-requests.js";

const plane = usePlane();
const auth = beforeTests(() => provisionAuth(plane.current));
const search = beforeTests(() => addSearch(plane.current));
const objects = beforeTests(() => provisionObjects(plane.current));
const send = signedRequests(() => objects.descriptor);
const postgres = { id: "" };
let descriptor: Awaited<ReturnType<typeof search.reveal>>;

const eachTable = (statement: string) => `do $$
  declare t record;
  begin
    for t in select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') loop
      execute format('${statement}', t.name);
    end loop;
  end $$`;

beforeAll(async () => {
  const { platform, api, projectId } = plane.current;
  const service = await createService(platform.database, { projectId, type: "postgres", plan: "shared", name: "full" });
  if ("rejected" in service) throw new Error(service.rejected);
  postgres.id = service.id;
  platform.worker.wake();
  await api.waitFor(service.id, "active");
  await objects.act("create_bucket", { bucket: "there" });
  await search.task("POST", "/indexes", { index: "there" });
  descriptor = await search.reveal();
  // From here on, every write to the database fails as on a full disk.
  await platform.database.query(
    `create function no_room() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
  await platform.database.query(
    eachTable("create trigger no_room before insert or update or delete on %s for each statement execute function no_room()"),
  );
});

afterAll(() => plane.current.platform.database.query("drop function no_room cascade"));

describe("while the disk of the database is full", () => {
  test.each<[string, () => string, object]>([
    ["create_user", () => auth.id, { email: "ada@example.com" }],
    ["create_bucket", () => objects.id, { bucket: "another" }],
    ["create_folder", () => objects.id, { bucket: "there", path: "a/" }],
    ["create_index", () => search.id, { index: "another" }],
    ["reset_password", () => postgres.id, { terminate_connections: false }],
    ["backup_now", () => postgres.id, {}],
  ])("%s is rejected with 503 and logged", async (action, id, body) => {
    plane.current.lines.length = 0;
    const { status, body: error } = await plane.current.api.invoke(id(), action, body);
    expect([status, error.error]).toEqual([503, "insufficient_storage: The storage is full. Please try again later."]);
    expect(plane.current.lines.join("\n")).toContain("The storage is full");
    expect(plane.current.lines.join("\n")).not.toContain("could not extend file");
  });

  test("a new service is rejected with 503", async () => {
    const created = await plane.current.api.create("shared", "another");
    expect(created).toMatchObject({ status: 503, body: { error: expect.stringMatching(/^insufficient_storage: /) } });
  });

  test("endpoints reject writes in their own form", async () => {
    const user = { email: "eve@example.com", password: "correct horse battery", name: "Eve" };
    expect((await auth.call("/sign-up/email", { body: user })).status).toBe(503);
    const headers = { authorization: `Bearer ${descriptor.admin_key}`, "content-type": "application/json" };
    const added = await fetch(`${descriptor.endpoint}/indexes/there/documents`, { method: "POST", headers, body: '[{"id":1}]' });
    expect([added.status, await added.json()]).toEqual([503, { error: expect.stringMatching(/^insufficient_storage: /) }]);
    expect(await send({ method: "PUT", path: "/there/key", body: "content" })).toMatchObject({
      status: 507,
      code: "InsufficientStorage",
    });
  });

  test("reads are served", async () => {
    const { api } = plane.current;
    for (const { id } of [auth, search, objects, postgres]) expect((await api.get(id)).status).toBe(200);
    expect((await api.invoke(objects.id, "list_buckets", {})).status).toBe(200);
    const headers = { authorization: `Bearer ${descriptor.search_key}`, "content-type": "application/json" };
    const found = await fetch(`${descriptor.endpoint}/indexes/there/search`, { method: "POST", headers, body: "{}" });
    expect(found.status).toBe(200);
  });
});

test.each(["ENOSPC", "EDQUOT", "53100"])("%s counts as full", (code) => {
  expect(asUnavailable(Object.assign(new Error("no room"), { code }))).toBeInstanceOf(StorageFull);
});

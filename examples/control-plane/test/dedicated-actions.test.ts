import { rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { scramVerifier } from "../src/postgres-server/scram.js";
import { connect, connectTo } from "./support/connect.js";
import { patient, usePlane } from "./support/control-plane.js";

const plane = usePlane();
let id: string;

beforeAll(async () => {
  ({ id } = await plane.current.api.provision("dedicated", "orders"));
});

describe("allowlist", () => {
  test("add_ip and remove_ip decide who may connect", async () => {
    const { api } = plane.current;
    expect((await api.act(id, "list_ip_allowlist")).result).toEqual({ entries: [], enforced: false, max_entries: 100 });
    const added = await api.act(id, "add_ip", { cidr: "203.0.113.0/24", description: "office" });
    expect(added.result).toMatchObject({ entry: { cidr: "203.0.113.0/24", description: "office" }, enforced: true });
    await expect(connect(api, id)).rejects.toThrow("no pg_hba.conf entry");
    expect((await api.act(id, "credential_connectivity", patient)).result.failure).toMatchObject({ stage: "auth" });

    const local = await api.act(id, "add_ip", { ip: "127.0.0.1" });
    expect(local.result.entry.cidr).toBe("127.0.0.1/32");
    await connect(api, id);
    const entries = (await api.act(id, "list_ip_allowlist")).result.entries;
    expect(entries.map(({ cidr }) => cidr)).toEqual(["127.0.0.1/32", "203.0.113.0/24"]);

    const twice = await api.invoke(id, "add_ip", { ip: "127.0.0.1" });
    expect([twice.status, twice.body.error]).toEqual([409, expect.stringMatching(/^entry_exists: /)]);
    const odd = await api.invoke(id, "add_ip", { cidr: "203.0.113.7/24" });
    expect([odd.status, odd.body.error]).toEqual([400, expect.stringMatching(/^cidr_not_canonical: /)]);
    await api.act(id, "remove_ip", { cidr: "203.0.113.0/24" });
    const last = await api.invoke(id, "remove_ip", { ip: "127.0.0.1" });
    expect([last.status, last.body.error]).toEqual([409, expect.stringMatching(/^last_entry: /)]);
    expect((await api.act(id, "list_ip_allowlist")).result.entries).toHaveLength(1);
    const removed = await api.act(id, "remove_ip", { entry_id: local.result.entry.entry_id, open_to_all: true });
    expect(removed.result).toMatchObject({ removed: { cidr: "127.0.0.1/32" }, enforced: false });
    const gone = await api.invoke(id, "remove_ip", { ip: "127.0.0.1" });
    expect([gone.status, gone.body.error]).toEqual([404, expect.stringMatching(/^entry_not_found: /)]);
  });
});

describe("pool users", () => {
  const urlOf = async (user: string, password: string) => {
    const url = new URL((await plane.current.api.reveal(id)).body.value);
    url.username = user;
    url.password = password;
    return url.href;
  };

  test("connect with the password that was chosen, read and write what they may, and go", async () => {
    const { api } = plane.current;
    const owner = await connect(api, id);
    await owner.query("create table shelves (name text); insert into shelves values ('a')");
    const password = "chosen-by-the-caller-1";
    const { result } = await api.act(id, "pool_user_create", { username: "reader", password, read_only: true });
    expect(result.pool_user).toMatchObject({ username: "reader", database: "app", read_only: true, rotated_at: null });
    const reader = await connectTo(await urlOf("reader", password));
    expect((await reader.query("select name from shelves")).rows).toEqual([{ name: "a" }]);
    await expect(reader.query("insert into shelves values ('b')")).rejects.toThrow("read-only");

    await api.act(id, "pool_user_create", { username: "writer", scram_verifier: scramVerifier("never-sent-to-anybody") });
    const writer = await connectTo(await urlOf("writer", "never-sent-to-anybody"));
    await writer.query("insert into shelves values ('b')");
    expect((await api.act(id, "pool_users_list")).result.pool_users.map(({ username }) => username)).toEqual([
      "reader",
      "writer",
    ]);

    const rotated = await api.act(id, "pool_user_rotate", { username: "reader", password: "another-one-entirely" });
    expect(rotated.result.pool_user.rotated_at).not.toBeNull();
    await expect(connectTo(await urlOf("reader", password))).rejects.toThrow("password authentication failed");
    await connectTo(await urlOf("reader", "another-one-entirely"));

    await owner.query("grant create on schema public to writer");
    await writer.query("create table mine (id int)");
    const owning = await api.invoke(id, "pool_user_delete", { username: "writer" });
    expect([owning.status, owning.body.error]).toEqual([409, expect.stringMatching(/^role_owns_objects: /)]);
    const deleted = await api.act(id, "pool_user_delete", { username: "reader" });
    expect(deleted.result).toMatchObject({ username: "reader", connections_terminated: 2 });
    await expect(connectTo(await urlOf("reader", "another-one-entirely"))).rejects.toThrow("password authentication failed");
  });

  test("read and write data, but nothing of the catalog that is secret", async () => {
    const { api } = plane.current;
    const owner = await connect(api, id);
    await owner.query('create schema "odd schema"; create table "odd schema".one (id serial primary key)');
    const password = "chosen-by-the-caller-2";
    await api.act(id, "pool_user_create", { username: "peeking", password, read_only: true });
    await api.act(id, "pool_user_create", { username: "filling", password });
    await owner.query(
      'create table "odd schema".two (id serial primary key); create schema newer; create table newer.three (id int)',
    );
    const [reader, writer] = await Promise.all(
      ["peeking", "filling"].map(async (user) => connectTo(await urlOf(user, password))),
    );
    for (const client of [reader!, writer!]) {
      for (const table of ["pg_authid", "pg_user_mapping", "pg_largeobject", "pg_subscription"])
        await expect(client.query(`select * from ${table}`)).rejects.toThrow("permission denied");
    }
    for (const table of ["one", "two"]) {
      await writer!.query(`insert into "odd schema".${table} default values`);
      expect((await reader!.query(`select id from "odd schema".${table}`)).rows).toEqual([{ id: 1 }]);
    }
    await writer!.query("insert into newer.three values (3)");
    await reader!.query("set default_transaction_read_only = off");
    await expect(reader!.query("delete from newer.three")).rejects.toThrow("permission denied");
    for (const username of ["peeking", "filling"])
      expect((await api.act(id, "pool_user_delete", { username })).result.username).toBe(username);
  });

  test.each([
    ["pool_user_create", { username: "app_owner", password: "long-enough-password" }, 409, "pool_user_exists"],
    ["pool_user_create", { username: "platform", password: "long-enough-password" }, 409, "pool_user_exists"],
    ["pool_user_create", { username: "some", password: "long-enough-password", database: "postgres" }, 404, "database_not_found"],
    ["pool_user_create", { username: "some", password: "long-enough-password", pool_size: 5 }, 409, "pooler_disabled"],
    ["pool_user_rotate", { username: "nobody", password: "long-enough-password" }, 404, "pool_user_not_found"],
    ["pool_user_rotate", { username: "app_owner", password: "long-enough-password" }, 404, "pool_user_not_found"],
    ["pool_user_delete", { username: "app_owner" }, 404, "pool_user_not_found"],
  ])("%s %j is rejected", async (action, body, status, code) => {
    const response = await plane.current.api.invoke(id, action, body);
    expect([response.status, response.body.error.split(":")[0]]).toEqual([status, code]);
  });
});

describe("databases of its own", () => {
  test("are renamed without touching the credential", async () => {
    const { api } = plane.current;
    const client = await connect(api, id);
    await client.query("create database reports");
    const { result } = await api.act(id, "rename_database", { database: "reports", new_name: "figures" });
    expect(result).toMatchObject({ database: "figures", receipt: null });
    const figures = await connect(api, id, "figures");
    await api.act(id, "enable_extension", { extension: "hstore", database: "figures" });
    expect((await figures.query("select extname from pg_extension where extname = 'hstore'")).rowCount).toBe(1);
    expect(new URL((await api.reveal(id)).body.value).pathname).toBe("/app");
    const platform = await api.invoke(id, "rename_database", { database: "postgres", new_name: "mine" });
    expect(platform.status).toBe(404);
  });
});

describe("backups", () => {
  test("a restore brings back what was there, and today's password works", async () => {
    const { api } = plane.current;
    const { id: own } = await api.provision("dedicated", "books");
    const client = await connect(api, own);
    await client.query("create table books (title text); insert into books values ('kept')");
    const { result } = await api.act(own, "backup_now", { label: "before" });
    expect(result).toMatchObject({
      backup: { status: "pending", trigger: "manual", method: "physical", label: "before" },
      operation: { kind: "backup" },
    });
    await api.settle(own);
    const { backup_id } = result.backup;
    const [backup] = (await api.act(own, "list_backups")).result.backups;
    expect(backup).toMatchObject({ backup_id, status: "completed" });
    expect(backup!.size_bytes).toBeGreaterThan(1_000_000);

    await client.query("delete from books; insert into books values ('lost')");
    await api.act(own, "reset_password", { terminate_connections: false });
    const wrong = await api.invoke(own, "restore_backup", { backup_id, confirm: "bookz" });
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringMatching(/^confirmation_mismatch: /)]);
    const nowhere = await api.invoke(own, "restore_backup", { backup_id: own, confirm: "books" });
    expect([nowhere.status, nowhere.body.error]).toEqual([404, expect.stringMatching(/^backup_not_found: /)]);
    const time = await api.invoke(own, "restore_backup", { point_in_time: "2026-11-20T00:00:00Z", confirm: "books" });
    expect([time.status, time.body.error]).toEqual([409, expect.stringMatching(/^point_in_time_unavailable: /)]);

    await api.act(own, "add_ip", { cidr: "203.0.113.0/24" });
    const restoring = await api.act(own, "restore_backup", { backup_id, confirm: "books" });
    expect(restoring.result.safety_backup_id).not.toBeNull();
    expect((await api.get(own)).body.status).toBe("restoring");
    expect((await api.reveal(own)).status).toBe(404);
    await api.waitFor(own, "active");
    await expect(connect(api, own)).rejects.toThrow("no pg_hba.conf entry");
    await api.act(own, "remove_ip", { cidr: "203.0.113.0/24", open_to_all: true });
    const restored = await connect(api, own);
    expect((await restored.query("select title from books")).rows).toEqual([{ title: "kept" }]);

    const back = await api.act(own, "restore_backup", {
      backup_id: restoring.result.safety_backup_id!,
      confirm: "books",
      safety_backup: false,
    });
    expect(back.result.safety_backup_id).toBeNull();
    await api.waitFor(own, "active");
    const again = await connect(api, own);
    expect((await again.query("select title from books")).rows).toEqual([{ title: "lost" }]);
  });
});

test("a restore brings back neither deleted pool users nor old passwords", async () => {
  const { api } = plane.current;
  const { id: own } = await api.provision("dedicated", "people");
  const urlOf = async (user: string, password: string) => {
    const url = new URL((await api.reveal(own)).body.value);
    [url.username, url.password] = [user, password];
    return url.href;
  };
  const [first, second] = ["the-first-password", "the-second-password"];
  for (const username of ["leaver", "rotated", "owning"]) await api.act(own, "pool_user_create", { username, password: first });
  const main = await connect(api, own);
  await main.query("grant create on schema public to owning");
  await (await connectTo(await urlOf("owning", first))).query("create table things (id int)");
  const { backup_id } = (await api.act(own, "backup_now")).result.backup;
  await api.settle(own);
  await main.query("drop table things");
  for (const username of ["leaver", "owning"]) await api.act(own, "pool_user_delete", { username });
  await api.act(own, "pool_user_rotate", { username: "rotated", password: second });
  await api.act(own, "pool_user_create", { username: "joiner", password: second, read_only: true });
  await api.act(own, "restore_backup", { backup_id, confirm: "people", safety_backup: false });
  await api.waitFor(own, "active");

  await connectTo(await urlOf("rotated", second));
  const joiner = await connectTo(await urlOf("joiner", second));
  expect((await joiner.query("show default_transaction_read_only")).rows).toEqual([{ default_transaction_read_only: "on" }]);
  const rejected = /password authentication failed|not permitted to log in/;
  for (const user of ["leaver", "rotated", "owning"]) await expect(connectTo(await urlOf(user, first))).rejects.toThrow(rejected);
  const after = await connect(api, own);
  expect((await after.query("select rolname from pg_roles where rolname in ('leaver', 'owning')")).rows).toEqual([
    { rolname: "owning" },
  ]);
  expect((await after.query("select tableowner from pg_tables where tablename = 'things'")).rows).toEqual([
    { tableowner: "owning" },
  ]);
});

test("a restore that fails leaves the service as it was, and says why", async () => {
  const { api, config } = plane.current;
  const { id: own } = await api.provision("dedicated", "unharmed");
  await (await connect(api, own)).query("create table kept (id int)");
  const { backup_id } = (await api.act(own, "backup_now")).result.backup;
  await api.settle(own);
  await rm(join(config.dataDir, "backups", backup_id), { recursive: true });
  await api.act(own, "restore_backup", { backup_id, confirm: "unharmed", safety_backup: false });
  await api.waitFor(own, "active");
  const { operations } = (await api.act(own, "service_health")).result;
  expect(operations[0]).toMatchObject({ kind: "restore", status: "failed", message: "The backup could not be restored." });
  await (await connect(api, own)).query("select * from kept");
});

describe("replicas", () => {
  test("follow, are promoted without losing a row, and go", async () => {
    const { api } = plane.current;
    const { id: own } = await api.provision("dedicated", "replicated");
    const { result } = await api.act(own, "add_replica", { name: "reading" });
    expect(result.replica).toMatchObject({ name: "reading", status: "creating", host: null, port: null });
    await api.settle(own);
    const client = await connect(api, own);
    await client.query("create table rows (id int); insert into rows select generate_series(1, 1000)");
    const replicaOf = async () => (await api.act(own, "list_replicas")).result.replicas;
    const [replica] = await replicaOf();
    expect(replica).toMatchObject({ name: "reading", status: "online", host: "localhost" });

    const url = new URL((await api.reveal(own)).body.value);
    url.port = String(replica!.port);
    const reading = await connectTo(url.href);
    await expect.poll(async () => (await reading.query("select count(*)::int as n from rows")).rows).toEqual([{ n: 1000 }]);
    await expect(reading.query("insert into rows values (0)")).rejects.toThrow("read-only transaction");
    const tested = await api.act(own, "credential_connectivity", {
      target: "replica",
      replica_id: replica!.replica_id,
      ...patient,
    });
    expect(tested.result).toMatchObject({ target: "replica", connected: true });

    const twice = await api.invoke(own, "add_replica", { name: "reading" });
    expect([twice.status, twice.body.error]).toEqual([409, expect.stringMatching(/^replica_exists: /)]);
    const region = await api.invoke(own, "add_replica", { name: "far", region: "mars" });
    expect([region.status, region.body.error]).toEqual([404, expect.stringMatching(/^region_not_found: /)]);

    await client.query("insert into rows values (1001)");
    const promoted = await api.act(own, "promote_replica", { replica_id: replica!.replica_id, allow_data_loss: true });
    expect(promoted.result).toMatchObject({ endpoint_changes: true, replica: { status: "promoting" } });
    const service = await api.waitFor(own, "active");
    expect(service.endpoint).toBe(`127.0.0.1:${replica!.port}`);
    const writing = await connect(api, own);
    await writing.query("insert into rows values (1002)");
    expect((await writing.query("select count(*)::int as n from rows")).rows).toEqual([{ n: 1002 }]);

    const [former] = await replicaOf();
    expect(former).toMatchObject({ name: "reading", status: "online" });
    expect(former!.replica_id).not.toBe(replica!.replica_id);
    await api.act(own, "delete_replica", { replica_id: former!.replica_id });
    await api.settle(own);
    expect(await replicaOf()).toEqual([]);
    const { rows } = await plane.current.platform.database.query(
      "select role, status from postgres_servers where service_id = $1",
      [own],
    );
    expect(rows).toEqual([{ role: "primary", status: "online" }]);
  });

  test("the plan dedicated-ha comes with a standby", async () => {
    const { api } = plane.current;
    const { id: own } = await api.provision("dedicated-ha");
    const { replicas } = (await api.act(own, "list_replicas")).result;
    expect(replicas.map(({ name, status }) => [name, status])).toEqual([["standby", "online"]]);
    const { result } = await api.act(own, "service_health", patient);
    expect(result.components.map(({ name, status }) => [name, status])).toContainEqual(["replicas", "healthy"]);
  });
});

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { Api } from "./support/api.js";
import { connect, connectTo } from "./support/connect.js";
import { testConfig, usePlane } from "./support/control-plane.js";
import { olderBin } from "./support/older.js";
import { hasPgBouncer } from "./support/pooler.js";
import { demoApi, end, kill, start } from "./support/program.js";

const twoVersions = { postgresBin: olderBin!, postgresBins: [inject("embeddedBin")!], pgbouncerBin: undefined };

/** Rehearses until there is an outcome. */
async function rehearse(api: Api, id: string, refresh = false) {
  const first = await api.act(id, "pg_upgrade_preview", { target_version: "18", refresh });
  expect(first).toMatchObject({ status: "unknown", result: { state: "running", eligible: null, checked_at: null } });
  const look = () => api.act(id, "pg_upgrade_preview", { target_version: "18" });
  await expect.poll(async () => (await look()).result.state).not.toBe("running");
  const outcome = await look();
  expect(outcome.result.preview_id).toBe(first.result.preview_id);
  return outcome;
}

const urlOf = async (api: Api, id: string, user: string, password: string, port?: number) => {
  const url = new URL((await api.reveal(id)).body.value);
  [url.username, url.password] = [user, password];
  if (port !== undefined) url.port = String(port);
  return url.href;
};

const versionOf = async (api: Api, id: string) =>
  Number.parseInt((await api.act(id, "list_version_targets")).result.current_version, 10);

describe.runIf(olderBin !== undefined)("from an installed version to the embedded one (skipped where none is)", () => {
  const plane = usePlane(twoVersions);

  test("a service moves with all that it has, and back by its safety backup", async () => {
    const { api, config } = plane.current;
    const { id } = await api.provision("dedicated-ha", "moving");
    const older = await versionOf(api, id);
    const { result } = await api.act(id, "list_version_targets");
    expect(result.targets.map(({ target_version, method, blockers }) => [target_version, method, blockers])).toEqual([
      ["18", "pg_upgrade", []],
    ]);
    const unknown = await api.invoke(id, "pg_upgrade_preview", { target_version: "99" });
    expect([unknown.status, unknown.body.error]).toEqual([404, expect.stringMatching(/^version_not_found: /)]);
    const early = await api.invoke(id, "pg_upgrade_request", { target_version: "18", start: "now" });
    expect([early.status, early.body.error]).toEqual([409, expect.stringMatching(/^preview_required: /)]);

    let port: number | undefined;
    if (hasPgBouncer) {
      port = (await api.act(id, "pgbouncer_enable")).result.pooler.port!;
      const works = async () => (await api.act(id, "credential_connectivity", { target: "pooler" })).status;
      await expect.poll(() => works().catch(() => undefined)).toBe("ok");
    }
    const password = "chosen-by-the-caller-1";
    await api.act(id, "pool_user_create", { username: "writer", password });
    await api.act(id, "pool_user_create", { username: "reader", password, read_only: true });
    await api.act(id, "enable_extension", { extension: "pg_trgm" });
    const owner = await connect(api, id);
    await owner.query(`
      create table books (id serial primary key, title text);
      insert into books (title) select 'book ' || n from generate_series(1, 1000) n;
      create index on books using gin (title gin_trgm_ops);
      create view titles as select title from books;
      create schema "odd ""schema";
      grant create on schema public to writer;
      revoke select on books from reader;
      alter database app set search_path to "odd ""schema", public;`);
    await owner.query(`create database "odd ""base' 1"`);
    await (
      await connect(api, id, encodeURIComponent(`odd "base' 1`))
    ).query("create table there (id int); insert into there values (1)");
    const writer = await connectTo(await urlOf(api, id, "writer", password));
    await writer.query("create table public.mine (id serial); insert into public.mine default values");
    const before = (await api.reveal(id)).body.value;

    const outcome = await rehearse(api, id);
    expect(outcome).toMatchObject({ status: "ok", result: { state: "completed", eligible: true } });
    expect(outcome.result.checks.map(({ outcome: one }) => one)).toEqual(["pass", "pass"]);
    expect((await rehearse(api, id, true)).result.preview_id).not.toBe(outcome.result.preview_id);

    const requested = await api.act(id, "pg_upgrade_request", { target_version: "18", start: "now" });
    expect(requested.result).toMatchObject({ target_version: "18", safety_backup: true, operation: { kind: "upgrade" } });
    expect((await api.get(id)).body.status).toBe("upgrading");
    await api.waitFor(id, "active");
    const [operation] = (await api.act(id, "service_health")).result.operations;
    expect(operation).toMatchObject({ kind: "upgrade", status: "succeeded" });
    expect(await versionOf(api, id)).toBe(18);
    expect((await api.reveal(id)).body.value).toBe(before);

    const client = await connect(api, id);
    expect((await client.query("select current_setting('server_version_num')::int / 10000 as major")).rows).toEqual([
      { major: 18 },
    ]);
    expect((await client.query("insert into books (title) values ('next') returning id")).rows).toEqual([{ id: 1001 }]);
    expect((await client.query("select count(*)::int as n from titles")).rows).toEqual([{ n: 1001 }]);
    expect((await client.query("show search_path")).rows).toEqual([{ search_path: '"odd ""schema", public' }]);
    expect((await client.query("select tableowner as owner from pg_tables where tablename = 'mine'")).rows).toEqual([
      { owner: "writer" },
    ]);
    expect((await client.query("select extname from pg_extension where extname = 'pg_trgm'")).rowCount).toBe(1);
    const odd = await connect(api, id, encodeURIComponent(`odd "base' 1`));
    expect((await odd.query("select id from there")).rows).toEqual([{ id: 1 }]);
    const later = await connectTo(await urlOf(api, id, "writer", password, port));
    expect((await later.query("insert into public.mine default values returning id")).rows).toEqual([{ id: 2 }]);
    const reader = await connectTo(await urlOf(api, id, "reader", password));
    expect((await reader.query("show default_transaction_read_only")).rows).toEqual([{ default_transaction_read_only: "on" }]);
    await expect(reader.query("select * from books")).rejects.toThrow("permission denied");
    // Pool users still get the later objects of the main role.
    await client.query("create table public.added (id int)");
    await later.query("insert into public.added values (1)");
    expect((await reader.query("select id from public.added")).rows).toEqual([{ id: 1 }]);
    const replicas = (await api.act(id, "list_replicas")).result.replicas;
    expect(replicas.map(({ status }) => status)).toEqual(["online"]);
    const again = await api.invoke(id, "pg_upgrade_preview", { target_version: "18" });
    expect(again.body.error).toMatch(/^version_not_found: /);

    const safety = (await api.act(id, "list_backups")).result.backups.find(({ trigger }) => trigger === "pre_upgrade")!;
    expect(safety).toMatchObject({ status: "completed", method: "physical" });
    await api.act(id, "restore_backup", { backup_id: safety.backup_id, confirm: "moving", safety_backup: false });
    await api.waitFor(id, "active");
    expect(await versionOf(api, id)).toBe(older);
    const back = await connect(api, id);
    expect((await back.query("select max(id)::int as last from books")).rows).toEqual([{ last: 1000 }]);
    // The servers of today and nothing else.
    const { rows } = await plane.current.platform.database.query<{ folder: string }>(
      "select folder from postgres_servers where service_id = $1",
      [id],
    );
    const folders = (await readdir(join(config.dataDir, "servers"))).filter((name) => name !== "shared");
    expect(folders.sort()).toEqual(rows.map(({ folder }) => folder).sort());
  });

  test("what the new version can't take is found by the rehearsal, and blocks the upgrade", async () => {
    const { api } = plane.current;
    const { id } = await api.provision("dedicated", "blocked");
    const client = await connect(api, id);
    // The column is gone since PostgreSQL 17.
    await client.query("create view writes as select buffers_backend from pg_stat_bgwriter");
    const { status, result } = await rehearse(api, id);
    expect([status, result.state, result.eligible, result.expires_at]).toEqual(["error", "completed", false, null]);
    expect(result.checks.at(-1)).toMatchObject({ outcome: "fail", message: "The database app could not be copied." });
    await client.query("drop view writes");
    await client.query("create database latin encoding 'LATIN1' template template0");
    expect((await rehearse(api, id, true)).result.checks.at(-1)!.message).toMatch(/^The database latin has another encoding/);
    await client.query("drop database latin; ");
    await client.query("create view writes as select buffers_backend from pg_stat_bgwriter");
    expect((await rehearse(api, id, true)).result.eligible).toBe(false);
    const [target] = (await api.act(id, "list_version_targets")).result.targets;
    expect(target!.blockers).toEqual(["The database app could not be copied."]);
    const response = await api.invoke(id, "pg_upgrade_request", { target_version: "18", start: "now" });
    expect([response.status, response.body.error]).toEqual([409, expect.stringMatching(/^preview_required: /)]);
    await client.query("select * from writes");
  });

  test("an upgrade is planned, shown, canceled; one that fails lets callers back to what they had", async () => {
    const { api, platform } = plane.current;
    const { id } = await api.provision("dedicated", "planned");
    await rehearse(api, id);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    for (const start_at of [inDays(-1), inDays(15)]) {
      const response = await api.invoke(id, "pg_upgrade_request", { target_version: "18", start: "at", start_at });
      expect([response.status, response.body.error]).toEqual([400, expect.stringMatching(/^start_out_of_range: /)]);
    }
    const none = await api.invoke(id, "pg_upgrade_cancel");
    expect([none.status, none.body.error]).toEqual([409, expect.stringMatching(/^no_upgrade_planned: /)]);
    const { result } = await api.act(id, "pg_upgrade_request", { target_version: "18", start: "maintenance_window" });
    expect(new Date(result.scheduled_for).getUTCDay()).toBe(0);
    expect(result.operation).toMatchObject({ status: "queued", scheduled_for: result.scheduled_for });
    expect((await api.act(id, "list_version_targets")).result.planned_upgrade?.operation_id).toBe(result.operation.operation_id);
    const second = await api.invoke(id, "pg_upgrade_request", { target_version: "18", start: "now" });
    expect([second.status, second.body.error]).toEqual([409, expect.stringMatching(/^upgrade_planned: /)]);
    // It keeps nothing else away until its time.
    await api.act(id, "reset_password", { terminate_connections: false });
    const wrong = await api.invoke(id, "pg_upgrade_cancel", { upgrade_id: id });
    expect([wrong.status, wrong.body.error]).toEqual([404, expect.stringMatching(/^upgrade_not_found: /)]);
    const canceled = await api.act(id, "pg_upgrade_cancel", { upgrade_id: result.upgrade_id });
    expect(canceled.result.operation.status).toBe("canceled");
    expect((await api.act(id, "list_version_targets")).result.planned_upgrade).toBeNull();

    // Since the rehearsal something has come in that the new version can't take.
    const client = await connect(api, id);
    await client.query("create view writes as select buffers_backend from pg_stat_bgwriter");
    const planned = await api.act(id, "pg_upgrade_request", { target_version: "18", start: "at", start_at: inDays(1) });
    // It waits for other work on the server.
    const other = await platform.database.query<{ id: string }>(
      `insert into operations (service_id, kind, exclusive, not_before) values ($1, 'none', true, now() + interval '1 hour') returning id`,
      [id],
    );
    await platform.database.query("update operations set not_before = now() where id = $1", [planned.result.upgrade_id]);
    platform.worker.wake();
    const waiting = "select from operations where id = $1 and status = 'queued' and attempt = 0 and not_before > now()";
    await expect.poll(async () => (await platform.database.query(waiting, [planned.result.upgrade_id])).rowCount).toBe(1);
    expect((await api.get(id)).body.status).toBe("active");
    await platform.database.query("delete from operations where id = $1", [other.rows[0]!.id]);
    await platform.database.query("update operations set not_before = now(), attempt = 4 where id = $1", [
      planned.result.upgrade_id,
    ]);
    platform.worker.wake();
    const ended = async () => (await api.act(id, "service_health")).result.operations[0];
    await expect.poll(async () => (await ended())!.status).toBe("failed");
    expect(await ended()).toMatchObject({ kind: "upgrade", message: "The database app could not be copied." });
    const started = await api.invoke(id, "pg_upgrade_cancel", { upgrade_id: planned.result.upgrade_id });
    expect([started.status, started.body.error]).toEqual([409, expect.stringMatching(/^upgrade_started: /)]);
    expect((await api.get(id)).body.status).toBe("active");
    await (await connect(api, id)).query("select * from writes");
  });
});

test.runIf(olderBin !== undefined)("killed in the middle of an upgrade, it finishes the upgrade and loses nothing", async () => {
  const config = await testConfig({ ...twoVersions, pgbouncerBin: "none" });
  let running = await start(config);
  onTestFinished(async () => void (await end(running, "SIGTERM")));
  let api = await demoApi(running, config);
  const { id } = await api.provision("dedicated", "moving");
  await rehearse(api, id);
  await (await connect(api, id)).query("create table kept (id int); insert into kept values (7)");
  await api.act(id, "pg_upgrade_request", { target_version: "18", start: "now" });
  const folders = () => readdir(join(config.dataDir, "servers"));
  const before = await folders();
  // The new server is there, and is being filled.
  const isMade = async () => {
    const draft = (await folders()).find((name) => !before.includes(name));
    return (
      draft !== undefined && (await stat(join(config.dataDir, "servers", draft, "data")).catch(() => undefined)) !== undefined
    );
  };
  await expect.poll(isMade, { interval: 20 }).toBe(true);
  await kill(running, config);
  running = await start(config);
  api = await demoApi(running, config);
  await api.waitFor(id, "active");
  expect(await versionOf(api, id)).toBe(18);
  expect((await (await connect(api, id)).query("select id from kept")).rows).toEqual([{ id: 7 }]);
  expect(await folders()).toHaveLength(before.length);
});

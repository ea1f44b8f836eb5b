import { expect, test } from "vitest";
import { copyName } from "../src/engines/postgres/copy-database.js";
import { ownName } from "../src/engines/postgres/databases.js";
import { createLog } from "../src/log.js";
import { queueOperation } from "../src/operations/operation.js";
import { runOperation } from "../src/operations/worker.js";
import type { Work } from "../src/operations/work.js";
import { connect } from "./support/connect.js";
import { postgresParts, usePlane } from "./support/control-plane.js";

/** Neither `pg_dump` nor `pg_restore` is here. */
const plane = usePlane({ clientBin: "/nowhere" });

/** Takes a backup and returns its id. */
async function backUp(id: string): Promise<string> {
  const { api } = plane.current;
  const { backup } = (await api.act(id, "backup_now")).result;
  expect(backup).toMatchObject({ status: "pending", method: "physical" });
  const find = async () =>
    (await api.act(id, "list_backups")).result.backups.find(({ backup_id }) => backup_id === backup.backup_id);
  await expect.poll(async () => (await find())!.status).toBe("completed");
  expect((await find())!.size_bytes).toBeGreaterThan(1_000_000);
  return backup.backup_id;
}

/** The databases of a service on the shared server. */
async function databasesOf(id: string) {
  const { rows } = await plane.current.platform.database.query(
    `select datname as name, datallowconn as open, rolsuper as platform from pg_database join pg_roles r on r.oid = datdba
     where starts_with(datname, $1) order by datname`,
    [ownName({ id })],
  );
  return rows;
}

const open = (id: string) => ({ name: ownName({ id }), open: true, platform: false });
const kept = (id: string, backup: string) => ({ name: copyName({ id }, { id: backup }), open: false, platform: true });

test("a backup is a copy on the server, which only the platform reaches, and is restored again and again", async () => {
  const { api } = plane.current;
  const [own, other] = await Promise.all([api.provision("shared", "orders"), api.provision("shared", "bystander")]);
  const client = await connect(api, own.id);
  await api.act(own.id, "enable_extension", { extension: "pg_trgm" });
  await client.query("create table orders (id serial primary key, note text); insert into orders (note) values ('kept')");
  const ended = new Promise((resolve) => client.once("error", resolve));
  const backup = await backUp(own.id);
  expect(await ended).toMatchObject({ code: "57P01" });
  expect(await databasesOf(own.id)).toEqual([open(own.id), kept(own.id, backup)]);

  const copy = copyName(own, { id: backup });
  for (const id of [own.id, other.id]) {
    const there = await connect(api, id);
    await expect(there.query(`drop database ${copy}`)).rejects.toThrow("must be owner");
    await expect(there.query(`alter database ${copy} allow_connections true`)).rejects.toThrow("must be owner");
    await expect(there.query("select pg_database_size($1)", [copy])).rejects.toThrow("permission denied");
    await expect(connect(api, id, copy)).rejects.toThrow(/not currently accepting connections|permission denied/);
  }
  const name = { database: ownName(other), new_name: copy, terminate_connections: true };
  expect((await api.invoke(other.id, "rename_database", name)).body.error).toMatch(/^database_exists: /);

  for (const note of ["lost", "lost again"]) {
    await (await connect(api, own.id)).query("update orders set note = $1", [note]);
    await api.act(own.id, "restore_backup", { backup_id: backup, confirm: "orders", safety_backup: note === "lost" });
    await api.waitFor(own.id, "active");
    const restored = await connect(api, own.id);
    expect((await restored.query("select id, note from orders")).rows).toEqual([{ id: 1, note: "kept" }]);
    await restored.query("alter table orders alter note set default 'still the owner'");
  }
  const { backups } = (await api.act(own.id, "list_backups")).result;
  expect(backups.map(({ trigger, status }) => [trigger, status])).toEqual([
    ["pre_restore", "completed"],
    ["manual", "completed"],
  ]);
  const copies = backups.map(({ backup_id }) => kept(own.id, backup_id));
  expect(new Set(await databasesOf(own.id))).toEqual(new Set([open(own.id), ...copies]));
  const foreign = await api.invoke(other.id, "restore_backup", { backup_id: backup, confirm: "bystander" });
  expect([foreign.status, foreign.body.error]).toEqual([404, expect.stringMatching(/^backup_not_found: /)]);
  await expect(connect(api, other.id, ownName(own))).rejects.toThrow("permission denied");
  await connect(api, other.id);

  const download = await api.invoke(own.id, "prepare_backup_download", { backup_id: backup });
  expect([download.status, download.body.error]).toEqual([409, expect.stringContaining("copies on its server")]);
});

test("what callers set for their database ends no session of the platform", async () => {
  const { api, platform } = plane.current;
  const { id } = await api.provision("shared", "impatient");
  for (const setting of ["transaction_timeout", "idle_session_timeout"]) {
    // As the owner may.
    await platform.database.query(`alter database ${ownName({ id })} set ${setting} = 1`);
    for (const action of ["list_extensions", "queries_running"])
      expect([setting, action, (await api.invoke(id, action)).status]).toEqual([setting, action, 200]);
  }
});

test("a restore keeps what alter database has set, and the latest backups from before restores", async () => {
  const { api, platform } = plane.current;
  const { id } = await api.provision("shared", "settled");
  const client = await connect(api, id);
  await client.query(`alter database ${ownName({ id })} set search_path = shop, public`);
  await client.query(`alter role current_user in database ${ownName({ id })} set timezone = 'Asia/Tokyo'`);
  await client.query(`alter database ${ownName({ id })} connection limit 7`);
  const [backup, early] = [await backUp(id), await backUp(id)];
  await platform.database.query("update postgres_backups set trigger = 'pre_restore' where id = $1", [early]);
  await platform.database.query(
    `insert into postgres_backups (service_id, status, trigger, method, postgres_version, database_name)
     select $1, 'completed', 'pre_restore', 'physical', '18.0', 'app' from generate_series(1, 2)`,
    [id],
  );
  expect(await databasesOf(id)).toContainEqual(kept(id, early));
  await api.act(id, "restore_backup", { backup_id: backup, confirm: "settled" });
  await api.waitFor(id, "active");
  const { rows } = await (
    await connect(api, id)
  ).query(
    `select current_setting('search_path') as path, current_setting('timezone') as zone, datconnlimit as most
     from pg_database where datname = current_database()`,
  );
  expect(rows).toEqual([{ path: "shop, public", zone: "Asia/Tokyo", most: 7 }]);
  const { backups } = (await api.act(id, "list_backups")).result;
  expect(backups.filter(({ status }) => status === "expired").map(({ backup_id }) => backup_id)).toEqual([early]);
  expect(backups.filter(({ trigger, status }) => trigger === "pre_restore" && status === "completed")).toHaveLength(3);
  expect(await databasesOf(id)).not.toContainEqual(kept(id, early));
});

test("a service that has moved may have dumps: which backup is a file is told for each", async () => {
  const { api, platform } = plane.current;
  const { database } = platform;
  const { id } = await api.provision("shared", "moved");
  const copy = await backUp(id);
  const { shared, versions } = postgresParts(platform).installation;
  versions.set(id, shared.version);
  const { rows } = await database.query<{ id: string }>(
    `insert into postgres_backups (service_id, status, trigger, method, postgres_version, database_name, size_bytes, completed_at)
     values ($1, 'completed', 'pre_upgrade', 'logical', '15.4', $2, 1, now()) returning id`,
    [id, ownName({ id })],
  );
  const { body } = await api.get(id);
  expect(body.capabilities!.actions!.find(({ name }) => name === "prepare_backup_download")).toMatchObject({ enabled: true });
  const dump = await api.act(id, "prepare_backup_download", { backup_id: rows[0]!.id });
  expect(dump.result).toMatchObject({ backup_id: rows[0]!.id, transfer: { state: "preparing" } });
  const rejected = await api.invoke(id, "prepare_backup_download", { backup_id: copy });
  const message = "backup_not_downloadable: This backup is a copy on the server, not a file.";
  expect([rejected.status, rejected.body.error]).toEqual([409, message]);
});

test("an attempt that stops while the database is closed leaves nothing, and another finishes", async () => {
  const { api, platform } = plane.current;
  const { database, engines } = platform;
  const { id } = await api.provision("shared", "paused");
  await (await connect(api, id)).query("create table kept (id int)");
  const { rows } = await database.query<{ id: string }>(
    `insert into postgres_backups (service_id, status, trigger, method, postgres_version, database_name)
     values ($1, 'pending', 'manual', 'physical', $2, $3) returning id`,
    [id, postgresParts(platform).installation.shared.version, ownName({ id })],
  );
  const input = { backup_id: rows[0]!.id };
  let resume!: () => void;
  const stopped = new Promise<void>((resolve) => (resume = resolve));
  let passed = 0;
  const work: Work = {
    run: (job) =>
      engines.postgres.work["backup"]!.run({
        ...job,
        async fenced(step) {
          // The copy is there, and has no name yet.
          if (++passed === 3) await stopped;
          return job.fenced(step);
        },
      }),
  };
  const operation = (await queueOperation(database, { serviceId: id, kind: "backup", exclusive: false, input, claimed: true }))!;
  const lines: string[] = [];
  const parts = { database, log: createLog((line) => lines.push(line)), findWork: () => work };
  const first = runOperation(parts, operation, new AbortController().signal);
  await expect.poll(() => passed, { interval: 20 }).toBe(3);
  const draft = `${ownName({ id })}_${operation.id.slice(0, 8)}_1_copy`;
  expect(await databasesOf(id)).toEqual([
    { ...open(id), open: false },
    { name: draft, open: false, platform: true },
  ]);
  const busy = await api.invoke(id, "query_stats", {});
  expect([busy.status, busy.body.error]).toEqual([503, expect.stringMatching(/^service_unavailable: /)]);

  await database.query("update operations set lease_until = now() - interval '1 second' where id = $1", [operation.id]);
  platform.worker.wake();
  const last = async () => (await api.act(id, "list_backups")).result.backups[0]!.status;
  await expect.poll(last).toBe("completed");
  const done = [open(id), kept(id, rows[0]!.id)];
  expect(await databasesOf(id)).toEqual(done);
  await (await connect(api, id)).query("insert into kept values (1)");
  resume();
  await first;
  expect(lines.join("")).toContain('"message":"An operation was taken over"');
  expect(await databasesOf(id)).toEqual(done);
  expect((await (await connect(api, id)).query("select id from kept")).rows).toEqual([{ id: 1 }]);
});

test("a copy that can't be made opens the database again and says so", async () => {
  const { api, platform } = plane.current;
  const { id } = await api.provision("shared", "failing");
  const { rows } = await platform.database.query<{ id: string }>(
    `insert into postgres_backups (service_id, status, trigger, method, postgres_version, database_name)
     values ($1, 'pending', 'manual', 'physical', '18.0', $2) returning id`,
    [id, ownName({ id })],
  );
  const input = { backup_id: rows[0]!.id };
  const wanted = { serviceId: id, kind: "backup", exclusive: false, input, claimed: true };
  const operation = (await queueOperation(platform.database, wanted))!;
  // The name of the copy is taken, as by nobody but an operator.
  await platform.database.query(`create database ${ownName({ id })}_${operation.id.slice(0, 8)}_5_copy`);
  await platform.database.query("update operations set attempt = 5 where id = $1", [operation.id]);
  const { status, message } = await platform.worker.runNow({ ...operation, attempt: 5 });
  expect([status, message]).toEqual(["failed", "The backup could not be taken."]);
  expect((await api.act(id, "list_backups")).result.backups[0]!.status).toBe("failed");
  expect(await databasesOf(id)).toEqual([open(id)]);
});

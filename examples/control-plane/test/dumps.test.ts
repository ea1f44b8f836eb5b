import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { allScopes } from "../src/access/caller.js";
import { ownName } from "../src/engines/postgres/databases.js";
import { sweepTransfers } from "../src/transfers/transfer.js";
import { connect } from "./support/connect.js";
import { hasDump, usePlane, postgresParts } from "./support/control-plane.js";

const plane = usePlane({ migrationSources: ["127.0.0.1"] });
let id: string;

beforeAll(async () => {
  ({ id } = await plane.current.api.provision("shared", "orders"));
});

const run = promisify(execFile);

/** Asks again until a transfer is ready. */
async function ready<Result extends { transfer: { state: string } }>(ask: () => Promise<{ result: Result }>): Promise<Result> {
  let { result } = await ask();
  await expect.poll(async () => ({ result } = await ask()).result.transfer.state).toBe("ready");
  return result;
}

/** Fetches a file from where a transfer says, but for the host. */
async function download(url: string, token = plane.current.tokenText) {
  expect(url).toMatch(/^https:\/\/control\.example\/transfers\/[0-9a-f-]{36}$/);
  return fetch(url.replace("https://control.example", plane.current.url), { headers: { authorization: `Bearer ${token}` } });
}

describe.runIf(hasDump)("where there is a pg_dump", () => {
  test("backups of shared services are dumps; a restore brings back what was there", async () => {
    const { api } = plane.current;
    const client = await connect(api, id);
    await api.act(id, "enable_extension", { extension: "pg_trgm" });
    await api.act(id, "enable_extension", { extension: "pg_stat_statements" });
    await client.query("create table orders (id int primary key, note text); insert into orders values (1, 'kept')");
    await client.query("create index by_note on orders using gin (note gin_trgm_ops)");
    const { result } = await api.act(id, "backup_now");
    expect(result.backup.method).toBe("logical");
    const last = async () => (await api.act(id, "list_backups")).result.backups[0]!.status;
    await expect.poll(last).toBe("completed");

    const file = await ready(() => api.act(id, "prepare_backup_download", { backup_id: result.backup.backup_id }));
    for (const name of [join("backups", `${result.backup.backup_id}.dump`), join("transfers", file.transfer.transfer_id)]) {
      const path = join(plane.current.config.dataDir, name);
      expect([(await stat(path)).mode & 0o777, (await stat(dirname(path))).mode & 0o777]).toEqual([0o600, 0o700]);
    }
    const bytes = Buffer.from(await (await download(file.transfer.url!)).arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("PGDMP");

    await client.query("update orders set note = 'lost'");
    await api.act(id, "restore_backup", { backup_id: result.backup.backup_id, confirm: "orders" });
    await api.waitFor(id, "active");
    const restored = await connect(api, id);
    expect((await restored.query("select id, note from orders")).rows).toEqual([{ id: 1, note: "kept" }]);
    const { rows } = await restored.query("select tableowner = current_user as own from pg_tables where tablename = 'orders'");
    expect(rows).toEqual([{ own: true }]);
    expect((await restored.query("select extname from pg_extension order by 1")).rows.map((row) => row.extname)).toEqual([
      "pg_stat_statements",
      "pg_trgm",
      "plpgsql",
    ]);
  });

  test("exports are dumps of what was asked for", async () => {
    const { api, token } = plane.current;
    const { id: own } = await api.provision("shared");
    const client = await connect(api, own);
    await client.query('create schema "odd name"; create table "odd name".kept (id int); create table public.left_out (id int)');
    const started = await api.act(own, "prepare_database_export", { format: "plain", content: "schema", schemas: ["odd name"] });
    const { export_id } = started.result;
    expect(started.result.transfer).toMatchObject({ state: "preparing", url: null, authorization: "bearer" });
    const { transfer } = await ready(() => api.act(own, "prepare_database_export", { export_id }));
    const response = await download(transfer.url!);
    const text = await response.text();
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="export-${export_id}.sql"`);
    expect(text).toContain('CREATE TABLE "odd name".kept');
    expect(text).not.toContain("left_out");
    expect(transfer.size_bytes).toBe(Buffer.byteLength(text));
    expect(transfer.sha256).toBe(createHash("sha256").update(text).digest("hex"));

    expect((await download(transfer.url!, "nobody")).status).toBe(401);
    expect((await download(transfer.url!, await token(allScopes))).status).toBe(404);
    const missing = await api.invoke(own, "prepare_database_export", { schemas: ["nowhere"] });
    expect([missing.status, missing.body.error]).toEqual([404, expect.stringMatching(/^schema_not_found: /)]);
    const unknown = await api.invoke(own, "prepare_database_export", { export_id: own });
    expect([unknown.status, unknown.body.error]).toEqual([404, expect.stringMatching(/^export_not_found: /)]);
    const foreign = await api.invoke(own, "prepare_database_export", { database: "postgres" });
    expect([foreign.status, foreign.body.error]).toEqual([404, expect.stringMatching(/^database_not_found: /)]);
  });

  test("a migration that fails leaves the data as it was, and says why", async () => {
    const { api, platform } = plane.current;
    const [from, to] = [await api.provision("shared", "bad-source"), await api.provision("shared", "kept-target")];
    const url = new URL((await api.reveal(from.id)).body.value);
    await (await connect(api, to.id)).query("create table kept (id int)");
    // It can be dumped but not restored.
    const { connections } = postgresParts(platform);
    await connections.asPlatform({ id: from.id, plan: "shared" }, url.pathname.slice(1), async (client) => {
      await client.query("create function public.f() returns int language c as '$libdir/plpgsql', 'plpgsql_call_handler'");
    });
    const source = {
      host: "127.0.0.1",
      port: Number(url.port),
      database: url.pathname.slice(1),
      username: url.username,
      password: url.password,
      ssl_mode: "disable",
    } as const;
    await api.act(to.id, "migration_begin", { method: "dump", source, confirm: "kept-target" });
    await api.waitFor(to.id, "active");
    const { operations } = (await api.act(to.id, "service_health")).result;
    const message = "The dump of the source could not be restored.";
    expect(operations[0]).toMatchObject({ kind: "migrate", status: "failed", message });
    await (await connect(api, to.id)).query("select * from kept");
    const left = "select from pg_database where starts_with(datname, $1)";
    expect((await platform.database.query(left, [`${ownName(to)}_`])).rowCount).toBe(0);
  });

  test("a migration replaces the data by that of the source", async () => {
    const { api, platform } = plane.current;
    const [from, to] = [await api.provision("shared", "source"), await api.provision("shared", "target")];
    const url = new URL((await api.reveal(from.id)).body.value);
    const old = await connect(api, from.id);
    await old.query("create table goods (name text); insert into goods values ('moved')");
    const here = await connect(api, to.id);
    await here.query("create table before (id int)");
    const source = {
      host: "127.0.0.1",
      port: Number(url.port),
      database: url.pathname.slice(1),
      username: url.username,
      password: url.password,
      ssl_mode: "disable",
    } as const;
    const tested = await api.act(to.id, "migration_test_source", { source });
    expect(tested).toMatchObject({ status: "ok", result: { reachable: true, methods: ["dump"] } });
    expect(tested.result.checks.map(({ name }) => name)).toEqual([
      "connection",
      "privileges",
      "version",
      "encoding",
      "extensions",
      "free_space",
    ]);
    const followed = await api.act(to.id, "migration_test_source", { source, method: "replication" });
    expect(followed).toMatchObject({ status: "error", result: { methods: ["dump"] } });
    const reason = "This installation migrates by dump only. wal_level is replica; logical replication needs logical.";
    expect(followed.result.checks).toContainEqual({ name: "wal_level", outcome: "warn", message: reason });
    const wrong = await api.act(to.id, "migration_test_source", { source: { ...source, password: "wrong" } });
    expect(wrong).toMatchObject({ status: "error", result: { reachable: false, methods: [] } });

    const rejected = await api.invoke(to.id, "migration_begin", { method: "replication", source, confirm: "target" });
    expect([rejected.status, rejected.body.error]).toEqual([409, expect.stringMatching(/^source_check_failed: /)]);
    const { result } = await api.act(to.id, "migration_begin", { method: "dump", source, confirm: "target" });
    expect(result).toMatchObject({ method: "dump", operation: { kind: "migrate" } });
    expect((await api.get(to.id)).body.status).toBe("migrating");
    await api.waitFor(to.id, "active");
    const there = await connect(api, to.id);
    expect((await there.query("select name from goods")).rows).toEqual([{ name: "moved" }]);
    await expect(there.query("select * from before")).rejects.toThrow("does not exist");
    const { rows } = await platform.database.query("select from credentials where key = 'MIGRATION_SOURCE'");
    expect(rows).toEqual([]);
  });

  test("an allowlist keeps callers out of this machine, not the platform's own dumps", async () => {
    const { api, platform } = plane.current;
    const [from, to] = [await api.provision("shared", "allowed-source"), await api.provision("dedicated", "closed")];
    const url = new URL((await api.reveal(from.id)).body.value);
    await (await connect(api, from.id)).query("create table goods (name text); insert into goods values ('moved')");
    const before = await connect(api, to.id);
    await before.query("alter role app_owner set default_transaction_read_only = on");
    await api.act(to.id, "add_ip", { cidr: "203.0.113.0/24" });
    const source = {
      host: "127.0.0.1",
      port: Number(url.port),
      database: url.pathname.slice(1),
      username: url.username,
      password: url.password,
      ssl_mode: "disable",
    } as const;
    await api.act(to.id, "migration_begin", { method: "dump", source, confirm: "closed" });
    await api.waitFor(to.id, "active");
    const { operations } = (await api.act(to.id, "service_health")).result;
    expect(operations[0]).toMatchObject({ kind: "migrate", status: "succeeded" });

    const { result } = await api.act(to.id, "prepare_database_export", { format: "plain" });
    const { transfer } = await ready(() => api.act(to.id, "prepare_database_export", { export_id: result.export_id }));
    expect(await (await download(transfer.url!)).text()).toContain("moved");
    await expect(connect(api, to.id)).rejects.toThrow("no pg_hba.conf entry");
    const { connections } = postgresParts(platform);
    const { rows } = await connections.asPlatform({ id: to.id, plan: "dedicated" }, "app", (client) =>
      client.query(
        `select array(select rolname::text from pg_roles where starts_with(rolname, 'platform_')) as roles,
           (select tableowner::text from pg_tables where tablename = 'goods') as owner`,
      ),
    );
    expect(rows).toEqual([{ roles: ["platform_programs"], owner: "app_owner" }]);
  });

  test("what callers change about their database does not stop a restore", async () => {
    const { api, platform } = plane.current;
    const { id: own } = await api.provision("shared", "stubborn");
    const client = await connect(api, own);
    await client.query("create table kept (id int)");
    const { result } = await api.act(own, "backup_now");
    const last = async () => (await api.act(own, "list_backups")).result.backups[0]!.status;
    await expect.poll(last).toBe("completed");
    const name = ownName({ id: own });
    for (const change of [
      "is_template true",
      "set default_transaction_read_only = on",
      "set default_transaction_isolation = 'serializable'",
      "set local_preload_libraries = 'nope'",
      "set statement_timeout = 1",
      "set search_path = nowhere",
      `set role = '${name}'`,
      "set datestyle = 'SQL'",
      "set idle_session_timeout = 1",
    ])
      await client.query(`alter database ${name} ${change}`);
    await client.query(`alter role ${name} set default_transaction_read_only = on`);
    for (let times = 0; times < 2; times++) {
      await api.act(own, "restore_backup", { backup_id: result.backup.backup_id, confirm: "stubborn" });
      await api.waitFor(own, "active");
      const { operations } = (await api.act(own, "service_health")).result;
      expect(operations.find(({ kind }) => kind === "restore")).toMatchObject({ status: "succeeded" });
    }
    const left = "select from pg_database where starts_with(datname, $1)";
    expect((await platform.database.query(left, [`${name}_`])).rowCount).toBe(0);
  });
});

test("a physical backup is downloaded as an archive of a data directory", async () => {
  const { api } = plane.current;
  const { id: own } = await api.provision("dedicated");
  const { backup } = (await api.act(own, "backup_now")).result;
  const status = async () => (await api.act(own, "list_backups")).result.backups[0]!.status;
  await expect.poll(status).toBe("completed");
  const { transfer } = await ready(() => api.act(own, "prepare_backup_download", { backup_id: backup.backup_id }));
  const bytes = Buffer.from(await (await download(transfer.url!)).arrayBuffer());
  const file = join(await mkdtemp(join(tmpdir(), "backup-")), "backup.tar.gz");
  await writeFile(file, bytes);
  const { stdout } = await run("tar", ["-tzf", file], { maxBuffer: 1e8 });
  expect(stdout.split("\n")).toContain(`${backup.backup_id}/backup_label`);

  const { platform, config } = plane.current;
  await platform.database.query("update transfers set expires_at = now() where id = $1", [transfer.transfer_id]);
  expect((await download(transfer.url!)).status).toBe(404);
  await sweepTransfers(platform.database, config);
  await expect(stat(join(config.dataDir, "transfers", transfer.transfer_id))).rejects.toThrow("ENOENT");
});

test("a source that sends without end is not read to its end", async () => {
  // The password is not asked for, queries are welcome, and a row of a gigabyte begins.
  const greeting = Buffer.from("520000000800000000" + "5a0000000549" + "4440000000", "hex");
  const chunk = Buffer.alloc(1024 * 1024);
  let sent = 0;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(greeting);
      const more = () => {
        while (!socket.destroyed && (sent += chunk.length) < 1e9 && socket.write(chunk));
      };
      socket.on("drain", more);
      more();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const source = { host: "127.0.0.1", port, database: "x", username: "x", password: "x", ssl_mode: "disable" } as const;
  const tested = await plane.current.api.act(id, "migration_test_source", { source });
  expect(tested).toMatchObject({ status: "error", result: { reachable: false } });
  expect(sent).toBeLessThan(200 * 1024 * 1024);
});

test.each(["10.0.0.1", "169.254.169.254", "localhost", "::1", "192.168.1.1"])("the source %s is not allowed", async (host) => {
  const source = { host, database: "x", username: "x", password: "x" };
  const response = await plane.current.api.invoke(id, "migration_test_source", { source });
  expect([response.status, response.body.error]).toEqual([400, expect.stringMatching(/^source_not_allowed: /)]);
});

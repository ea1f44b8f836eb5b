import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { poolerFolder } from "../src/engines/postgres/pooler.js";
import { platformRole, readAdminPassword } from "../src/postgres-server/cluster.js";
import { findPgBouncer, isPgBouncerRunning, isSince, stopPgBouncer } from "../src/postgres-server/pgbouncer.js";
import { isRoot } from "../src/postgres-server/run-program.js";
import { scramVerifier } from "../src/postgres-server/scram.js";
import { resumeProject, suspendProject } from "../src/projects/project.js";
import type { Api } from "./support/api.js";
import { connect, connectTo, isWaitedFor } from "./support/connect.js";
import { patient, postgresParts, testConfig, usePlane } from "./support/control-plane.js";
import { hasPgBouncer } from "./support/pooler.js";
import { demoApi, end, kill, start } from "./support/program.js";

describe.runIf(hasPgBouncer)("with PgBouncer (skipped where none is installed)", () => {
  const plane = usePlane({ pgbouncerBin: undefined });
  let id: string;

  beforeAll(async () => {
    ({ id } = await plane.current.api.provision("dedicated", "pooled"));
  });

  const folderOf = (service: string) => poolerFolder(plane.current.config, service);
  const pidOf = async (service: string) => Number(await readFile(join(folderOf(service), "pgbouncer.pid"), "utf8"));

  const settle = (service: string) => plane.current.api.settle(service);

  async function enable(service: string, body: { pool_mode?: "session"; default_pool_size?: number } = {}): Promise<number> {
    const { result } = await plane.current.api.act(service, "pgbouncer_enable", body);
    await settle(service);
    return result.pooler.port!;
  }

  async function urlOf(service: string, port: number, user?: string, password?: string): Promise<string> {
    const url = new URL((await plane.current.api.reveal(service)).body.value);
    url.port = String(port);
    if (user !== undefined) [url.username, url.password] = [user, password!];
    return url.href;
  }

  const pidOfBackend = async (client: pg.Client) =>
    (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;

  test("it is switched on, pools connections, changes its settings, and is switched off", async () => {
    const { api } = plane.current;
    const off = await api.invoke(id, "credential_connectivity", { target: "pooler" });
    expect([off.status, off.body.error]).toEqual([409, expect.stringMatching(/^pooler_disabled: /)]);
    const early = await api.invoke(id, "pool_user_create", { username: "early", password: "long-enough-password" });
    expect([early.status, early.body.error]).toEqual([409, expect.stringMatching(/^pooler_disabled: /)]);
    const large = await api.invoke(id, "pgbouncer_enable", { default_pool_size: 80, reserve_pool_size: 1 });
    expect([large.status, large.body.error]).toEqual([409, expect.stringMatching(/^pool_too_large: /)]);

    const { result } = await api.act(id, "pgbouncer_enable", { default_pool_size: 1 });
    expect(result.pooler).toMatchObject({ enabled: true, pool_mode: "transaction", default_pool_size: 1, max_client_conn: 500 });
    expect(result.operation.kind).toBe("pooler_enable");
    await settle(id);
    const port = result.pooler.port!;
    const clients = await Promise.all([1, 2, 3].map(async () => connectTo(await urlOf(id, port))));
    const pids = await Promise.all(clients.map(pidOfBackend));
    expect(new Set(pids).size).toBe(1);
    const connected = await api.act(id, "credential_connectivity", { target: "pooler", ...patient });
    expect(connected.result).toMatchObject({ target: "pooler", connected: true, failure: null });
    const { components } = (await api.act(id, "service_health", patient)).result;
    expect(components.map(({ name, status }) => [name, status]).slice(0, 2)).toEqual([
      ["database", "healthy"],
      ["pooler", "healthy"],
    ]);

    const process = await pidOf(id);
    expect(await enable(id, { pool_mode: "session", default_pool_size: 3 })).toBe(port);
    expect(await pidOf(id)).toBe(process);
    const [first, second] = await Promise.all([1, 2].map(async () => connectTo(await urlOf(id, port))));
    expect(await pidOfBackend(first!)).not.toBe(await pidOfBackend(second!));

    const lines = (await api.act(id, "postgres_logs", { source: "pgbouncer", search: "login attempt", limit: 2 })).result;
    expect(lines.entries[0]).toMatchObject({ source: "pgbouncer", severity: "log", database: "app", username: "app_owner" });
    const more = await api.act(id, "postgres_logs", {
      source: "pgbouncer",
      search: "login attempt",
      limit: 2,
      cursor: lines.next_cursor!,
    });
    expect(more.result.entries).toHaveLength(2);
    const both = (await api.act(id, "postgres_logs", { source: "all", limit: 1000 })).result.entries;
    expect(new Set(both.map(({ source }) => source))).toEqual(new Set(["postgres", "pgbouncer"]));

    const disabled = await api.act(id, "pgbouncer_disable", { drain_seconds: 0 });
    expect(disabled.result.pooler).toEqual({
      enabled: false,
      pool_mode: null,
      default_pool_size: null,
      max_client_conn: null,
      host: null,
      port: null,
    });
    await settle(id);
    await expect(connectTo(await urlOf(id, port))).rejects.toThrow("ECONNREFUSED");
    await api.act(id, "pgbouncer_disable");
    await settle(id);
  });

  test("its files hold no password, and nobody else can read them", async () => {
    const { api } = plane.current;
    await enable(id);
    const password = new URL((await api.reveal(id)).body.value).password;
    const folder = folderOf(id);
    const { mode } = await stat(folder);
    expect(mode & 0o077).toBe(0);
    for (const name of await readdir(folder)) {
      expect(await readFile(join(folder, name), "utf8")).not.toContain(password);
      if (/ini|txt|conf|password/.test(name)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
    if (isRoot) expect((await stat(`/proc/${await pidOf(id)}`)).uid).toBe(65_534);
  });

  test("pool users connect through it with settings of their own", async () => {
    const { api } = plane.current;
    const port = await enable(id, { default_pool_size: 2 });
    const password = "chosen-by-the-caller-1";
    await api.act(id, "pool_user_create", { username: "single", password, pool_size: 1 });
    await api.act(id, "pool_user_create", { username: "wide", scram_verifier: scramVerifier(password), pool_size: 4 });
    await api.act(id, "pool_user_create", { username: "sticky", password, pool_mode: "session", read_only: true });
    const consoleUrl = await urlOf(id, port, platformRole, await readAdminPassword({ folder: folderOf(id) }));
    const console = await connectTo(consoleUrl.replace("/app?", "/pgbouncer?"));
    /** So many transactions of a user run at once, and two more wait for the same connections to the server. */
    const expectPool = async (user: string, size: number, secret?: string) => {
      const open = async () => connectTo(await urlOf(id, port, ...(secret === undefined ? [] : [user, secret])));
      const clients = await Promise.all(Array.from({ length: size + 2 }, open));
      const [running, late] = [clients.slice(0, size), clients.slice(size)];
      for (const client of running) await client.query("begin");
      const used = await Promise.all(running.map(pidOfBackend));
      expect(new Set(used).size).toBe(size);
      const waiting = late.map(pidOfBackend);
      const waiters = async () =>
        (await console.query<{ user: string; cl_waiting: string }>("show pools")).rows
          .filter((pool) => pool.user === user)
          .map((pool) => Number(pool.cl_waiting));
      await expect.poll(waiters).toEqual([2]);
      for (const client of running) await client.query("commit");
      for (const pid of await Promise.all(waiting)) expect(used).toContain(pid);
      await Promise.all(clients.map((client) => client.end()));
    };
    await expectPool("single", 1, password);
    await expectPool("wide", 4, password);
    await expectPool("app_owner", 2);

    const sticky = await connectTo(await urlOf(id, port, "sticky", password));
    await sticky.query("set application_name = 'kept'");
    expect((await sticky.query("show application_name")).rows).toEqual([{ application_name: "kept" }]);
    expect((await sticky.query("show default_transaction_read_only")).rows).toEqual([{ default_transaction_read_only: "on" }]);

    await api.act(id, "pool_user_rotate", { username: "single", password: "another-one-entirely" });
    const rejected = /authentication failed|no such user/;
    await expect(connectTo(await urlOf(id, port, "single", password))).rejects.toThrow(rejected);
    const rotated = await connectTo(await urlOf(id, port, "single", "another-one-entirely"));
    await rotated.query("select 1");
    await rotated.end();
    await sticky.end();
    await api.act(id, "pool_user_delete", { username: "single" });
    await expect(connectTo(await urlOf(id, port, "single", "another-one-entirely"))).rejects.toThrow(rejected);

    const limited = await api.invoke(id, "pool_user_create", { username: "limited", password, max_client_connections: 1 });
    if (isSince((await findPgBouncer(undefined))!, "1.24")) expect(limited.status).toBe(200);
    else expect([limited.status, limited.body.error]).toEqual([400, expect.stringContaining("max_client_connections")]);
    await expect(connectTo(await urlOf(id, port, "platform", password))).rejects.toThrow("login rejected");
    await expect(connectTo((await urlOf(id, port)).replace("/app?", "/pgbouncer?"))).rejects.toThrow("not allowed");
  });

  test("it follows the password of the main role and the allowlist", async () => {
    const { api } = plane.current;
    const port = await enable(id);
    const before = await urlOf(id, port);
    const old = await connectTo(before);
    await old.query("select 1");
    await api.act(id, "reset_password", { terminate_connections: true });
    await expect(connectTo(before)).rejects.toThrow("authentication failed");
    await (await connectTo(await urlOf(id, port))).query("select 1");
    await expect(old.query("select 1")).rejects.toThrow(/terminated|closed|ECONNRESET|connection error/);

    await api.act(id, "add_ip", { cidr: "203.0.113.0/24" });
    await expect(connectTo(await urlOf(id, port))).rejects.toThrow("login rejected");
    await expect(connect(api, id)).rejects.toThrow("no pg_hba.conf entry");
    const rejected = (await api.act(id, "credential_connectivity", { target: "pooler", ...patient })).result;
    expect(rejected).toMatchObject({ connected: false, failure: { stage: "auth" } });
    await api.act(id, "add_ip", { ip: "127.0.0.1" });
    await (await connectTo(await urlOf(id, port))).query("select 1");
    await api.act(id, "remove_ip", { ip: "127.0.0.1" });
    await expect(connectTo(await urlOf(id, port))).rejects.toThrow("login rejected");
    await api.act(id, "remove_ip", { cidr: "203.0.113.0/24", open_to_all: true });
    await (await connectTo(await urlOf(id, port))).query("select 1");
  });

  test("the server's socket admits nobody that the pooler rejects", async () => {
    const { platform } = plane.current;
    const { connections } = postgresParts(platform);
    await connections.asPlatform({ id, plan: "dedicated" }, undefined, async (client) => {
      const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data");
      expect((await stat(rows[0]!.data)).mode & 0o077).toBe(0);
    });
  });

  test("one that dies is started again", async () => {
    const port = await enable(id);
    process.kill(await pidOf(id), "SIGKILL");
    const works = async () => (await (await connectTo(await urlOf(id, port))).query("select 1 as one")).rows;
    await expect.poll(() => works().catch(() => undefined), { interval: 300 }).toEqual([{ one: 1 }]);
  });

  test("a query that runs may end before it is switched off; one that takes too long may not", async () => {
    const { api, platform } = plane.current;
    const port = await enable(id);
    const [client, late] = await Promise.all([1, 2].map(async () => connectTo(await urlOf(id, port))));
    const gate = await connect(api, id);
    await gate.query("select pg_advisory_lock(1)");
    const short = client!.query("select 'done' as it from pg_advisory_xact_lock(1)");
    await expect.poll(() => isWaitedFor(gate)).toBe(true);
    await api.act(id, "pgbouncer_disable", { drain_seconds: 300 });
    const draining = "select from postgres_poolers where service_id = $1 and draining_until is not null";
    await expect.poll(async () => (await platform.database.query(draining, [id])).rowCount).toBe(1);
    await gate.query("select pg_advisory_unlock(1)");
    expect((await short).rows).toEqual([{ it: "done" }]);
    await settle(id);
    expect(await isPgBouncerRunning(folderOf(id))).toBe(false);
    await late!.end().catch(() => undefined);

    const again = await enable(id);
    await gate.query("select pg_advisory_lock(1)");
    const long = (await connectTo(await urlOf(id, again))).query("select pg_advisory_xact_lock(1)");
    const outcome = long.then(
      () => "done",
      () => "ended",
    );
    await expect.poll(() => isWaitedFor(gate)).toBe(true);
    await api.act(id, "pgbouncer_disable", { drain_seconds: 1 });
    expect(await outcome).toBe("ended");
    await settle(id);
  });

  test("it stops while the service is suspended", async () => {
    const { api, platform, projectId } = plane.current;
    const port = await enable(id);
    const url = await urlOf(id, port);
    await suspendProject(platform.database, projectId);
    platform.worker.wake();
    await expect.poll(() => isPgBouncerRunning(folderOf(id))).toBe(false);
    await expect(connectTo(url)).rejects.toThrow("ECONNREFUSED");
    await resumeProject(platform.database, projectId);
    platform.worker.wake();
    await expect
      .poll(() =>
        connectTo(url).then(
          () => "in",
          () => "out",
        ),
      )
      .toBe("in");
    expect((await api.get(id)).body.status).toBe("active");
  });

  test("it follows a restore and a promotion", async () => {
    const { api } = plane.current;
    const { id: own } = await api.provision("dedicated-ha", "moving");
    const port = await enable(own);
    const { backup_id } = (await api.act(own, "backup_now")).result.backup;
    await settle(own);
    await api.act(own, "restore_backup", { backup_id, confirm: "moving", safety_backup: false });
    await api.waitFor(own, "active");
    await (await connectTo(await urlOf(own, port))).query("create table written (id int)");
    const [standby] = (await api.act(own, "list_replicas")).result.replicas;
    await api.act(own, "promote_replica", { replica_id: standby!.replica_id, allow_data_loss: true });
    await api.waitFor(own, "active");
    const moved = await connectTo(await urlOf(own, port));
    expect((await moved.query("insert into written values (1) returning id")).rows).toEqual([{ id: 1 }]);
  });

  test("what a killed attempt left is finished or undone", async () => {
    const { api, platform } = plane.current;
    const port = await enable(id);
    // A pooler that runs although the database knows of none.
    await platform.database.query("delete from postgres_poolers where service_id = $1", [id]);
    await expect.poll(() => isPgBouncerRunning(folderOf(id))).toBe(false);
    expect(await enable(id)).not.toBe(port);
    // One that was being switched off when the worker died.
    const draining = await platform.database.query(
      `with op as (
         insert into operations (service_id, kind, exclusive, input, status, attempt, started_at, lease_until)
         values ($1, 'pooler_disable', true, '{"drain_seconds": 300}', 'running', 1, now(), now() - interval '1 second'))
       update postgres_poolers set draining_until = now() + interval '1 second' where service_id = $1`,
      [id],
    );
    expect(draining.rowCount).toBe(1);
    await settle(id);
    expect(await isPgBouncerRunning(folderOf(id))).toBe(false);
    expect((await api.invoke(id, "credential_connectivity", { target: "pooler" })).status).toBe(409);
  });

  test("a port that somebody else has taken fails the operation and leaves the pooler off", async () => {
    const { api, platform } = plane.current;
    const input = {
      pool_mode: "session",
      default_pool_size: 1,
      max_client_conn: 10,
      reserve_pool_size: 0,
      query_wait_timeout_seconds: 1,
      server_idle_timeout_seconds: 1,
      max_prepared_statements: 0,
      port: Number(new URL(plane.current.url).port),
    };
    await platform.database.query(
      `insert into operations (service_id, kind, exclusive, input, attempt) values ($1, 'pooler_enable', true, $2, 4)`,
      [id, input],
    );
    platform.worker.wake();
    await settle(id);
    const [operation] = (await api.act(id, "service_health")).result.operations;
    expect(operation).toMatchObject({ kind: "pooler_enable", status: "failed", message: "The pooler could not be started." });
    expect((await platform.database.query("select from postgres_poolers where service_id = $1", [id])).rowCount).toBe(0);
    expect(await isPgBouncerRunning(folderOf(id))).toBe(false);
  });
});

test.runIf(hasPgBouncer)("killed while it switches the pooler on and off, it ends in one state", async () => {
  const config = await testConfig({ pgbouncerBin: undefined });
  let running = await start(config);
  const api = (): Promise<Api> => demoApi(running, config);
  const { id } = await (await api()).provision("dedicated", "pooled");
  onTestFinished(async () => {
    await stopPgBouncer(poolerFolder(config, id));
    await end(running, "SIGTERM");
  });
  const operations = async () => (await (await api()).act(id, "service_health")).result.operations;
  const statusOf = async (kind: string) => (await operations()).find((one) => one.kind === kind)?.status;
  const isRunning = () => isPgBouncerRunning(poolerFolder(config, id));

  const { pooler } = (await (await api()).act(id, "pgbouncer_enable")).result;
  // The process has come, and its work may be written down or not.
  await expect.poll(isRunning, { interval: 5 }).toBe(true);
  await kill(running, config);
  running = await start(config);
  await expect.poll(() => statusOf("pooler_enable")).toBe("succeeded");
  expect(await isRunning()).toBe(true);

  const gate = await connect(await api(), id);
  await gate.query("select pg_advisory_lock(1)");
  const url = new URL((await (await api()).reveal(id)).body.value);
  url.port = String(pooler.port);
  const held = (await connectTo(url.href)).query("select 'done' as it from pg_advisory_xact_lock(1)");
  await expect.poll(() => isWaitedFor(gate)).toBe(true);
  await (await api()).act(id, "pgbouncer_disable", { drain_seconds: 300 });
  await expect.poll(() => statusOf("pooler_disable")).toBe("running");
  await kill(running, config);
  running = await start(config);
  await gate.query("select pg_advisory_unlock(1)");
  expect((await held).rows).toEqual([{ it: "done" }]);
  await expect.poll(() => statusOf("pooler_disable")).toBe("succeeded");
  expect(await isRunning()).toBe(false);
});

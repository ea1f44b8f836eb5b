import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { ownName } from "../src/engines/postgres/databases.js";
import { createOwned, dropOwned } from "../src/engines/postgres/make-database.js";
import { replaceDatabase } from "../src/engines/postgres/replace-database.js";
import { createLog } from "../src/log.js";
import { servers, type StoredServer } from "../src/engines/postgres/servers.js";
import { queueOperation } from "../src/operations/operation.js";
import { runOperation } from "../src/operations/worker.js";
import type { Work } from "../src/operations/work.js";
import { findBinaries } from "../src/postgres-server/binaries.js";
import { clusterAt, stopServer } from "../src/postgres-server/cluster.js";
import { addService } from "./support/add-service.js";
import type { Api } from "./support/api.js";
import { connect } from "./support/connect.js";
import { hasDump, testConfig, usePlane, postgresParts } from "./support/control-plane.js";
import { demoApi, end, start } from "./support/program.js";

const plane = usePlane();

/** Takes a backup and returns its id. */
async function backUp(api: Api, id: string): Promise<string> {
  const { backup } = (await api.act(id, "backup_now")).result;
  const state = async () =>
    (await api.act(id, "list_backups")).result.backups.find(({ backup_id }) => backup_id === backup.backup_id)!.status;
  await expect.poll(state).toBe("completed");
  return backup.backup_id;
}

async function query(url: string, text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

describe("names on the shared server", () => {
  test.runIf(hasDump)("a restore touches the databases of nobody else, whatever they are called", async () => {
    const { api } = plane.current;
    const [own, ...others] = await Promise.all(["own", "draft", "old"].map((name) => api.provision("shared", name)));
    const name = `shop_${own!.id.slice(0, 8)}`;
    const rename = async (id: string, to: string) => {
      const from = new URL((await api.reveal(id)).body.value).pathname.slice(1);
      await api.act(id, "rename_database", { database: from, new_name: to, terminate_connections: true });
    };
    await rename(own!.id, name);
    await rename(others[0]!.id, `${name}_draft`);
    await rename(others[1]!.id, `${name}_old`);
    for (const { id } of others) await (await connect(api, id)).query("create table kept (id int); insert into kept values (1)");
    await (await connect(api, own!.id)).query("create table mine (id int)");
    const backup_id = await backUp(api, own!.id);
    await api.act(own!.id, "restore_backup", { backup_id, confirm: "own" });
    await api.waitFor(own!.id, "active");
    for (const { id } of others) expect((await (await connect(api, id)).query("select id from kept")).rows).toEqual([{ id: 1 }]);
    await (await connect(api, own!.id)).query("select * from mine");
  });

  test("names that the platform gives can't be taken", async () => {
    const { api } = plane.current;
    const [own, other] = await Promise.all([api.provision("shared"), api.provision("shared")]);
    const first = ownName(own);
    for (const new_name of [ownName(other), `${first}_0badcafe_1_new`, `${first}_0badcafe_1_old`]) {
      const response = await api.invoke(own.id, "rename_database", { database: first, new_name, terminate_connections: true });
      expect([response.status, response.body.error]).toEqual([409, expect.stringMatching(/^database_exists: /)]);
    }
    const there = `moved_${own.id.slice(0, 8)}`;
    await api.act(own.id, "rename_database", { database: first, new_name: there, terminate_connections: true });
    await api.act(own.id, "rename_database", { database: there, new_name: first, terminate_connections: true });
  });

  test("a database of another role is neither dropped nor taken for one's own", async () => {
    const { api, platform } = plane.current;
    const [own, other] = await Promise.all([api.provision("shared"), api.provision("shared")]);
    const { connections } = postgresParts(platform);
    const foreign = { database_name: ownName(other), username: ownName(own) };
    await connections.asPlatform({ id: own.id, plan: "shared" }, undefined, async (client) => {
      await expect(dropOwned(client, foreign)).rejects.toThrow("belongs to another role");
      await expect(createOwned(client, foreign)).rejects.toThrow("belongs to another role");
    });
    await connect(api, other.id);
  });

  test("a rename that comes back late does not follow to the database of another", async () => {
    const { api, platform } = plane.current;
    const [own, other] = await Promise.all([api.provision("shared"), api.provision("shared")]);
    const taken = `taken_${other.id.slice(0, 8)}`;
    await api.act(other.id, "rename_database", { database: ownName(other), new_name: taken, terminate_connections: true });
    const input = { from: "gone", to: taken, terminate: false };
    const wanted = { serviceId: own.id, kind: "rename_database", exclusive: true, input, claimed: true } as const;
    const operation = (await queueOperation(platform.database, wanted))!;
    const { status, message } = await platform.worker.runNow(operation);
    expect([status, message]).toEqual(["failed", "The service has no database of this name."]);
    expect(new URL((await api.reveal(own.id)).body.value).pathname).toBe(`/${ownName(own)}`);
  });
});

test("an attempt that was taken over while it filled its draft puts nothing in place", async () => {
  const { api, platform } = plane.current;
  const { database } = platform;
  const { id } = await api.provision("shared");
  await (await connect(api, id)).query("create table kept (id int)");
  const lines: string[] = [];
  const work: Work = {
    async run(job) {
      await replaceDatabase(postgresParts(platform), job, async () => {
        await database.query("update operations set attempt = attempt + 1 where id = $1", [job.operation.id]);
      });
    },
  };
  const operation = await queueOperation(database, { serviceId: id, kind: "restore", exclusive: true, claimed: true });
  const parts = { database, log: createLog((line) => lines.push(line)), findWork: () => work };
  await runOperation(parts, operation!, new AbortController().signal);
  expect(lines.join("")).toContain('"message":"An operation was taken over"');
  await (await connect(api, id)).query("select * from kept");
  const { rows } = await database.query("select status, attempt from operations where id = $1", [operation!.id]);
  expect(rows).toEqual([{ status: "running", attempt: 2 }]);
  await database.query("update operations set status = 'canceled' where id = $1", [operation!.id]);
});

describe("an attempt that is taken over while it builds a server leaves no folder", () => {
  /** Makes an attempt that is taken over when it comes to the fence with this number. */
  async function takeOver(id: string, kind: string, fence: number, input: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const { database, engines } = plane.current.platform;
    let passed = 0;
    const work: Work = {
      run: (job) =>
        engines.postgres.work[kind]!.run({
          ...job,
          async fenced(step) {
            if (++passed === fence)
              await database.query("update operations set attempt = attempt + 1 where id = $1", [job.operation.id]);
            return job.fenced(step);
          },
        }),
    };
    const operation = (await queueOperation(database, { serviceId: id, kind, exclusive: true, input, claimed: true }))!;
    const lines: string[] = [];
    const parts = { database, log: createLog((line) => lines.push(line)), findWork: () => work };
    await runOperation(parts, operation, new AbortController().signal);
    expect(lines.join("")).toContain('"message":"An operation was taken over"');
    expect(passed).toBe(fence);
    await database.query("update operations set status = 'canceled' where id = $1", [operation.id]);
  }

  /** The folders of a service's servers: those in place, and all that are there. */
  async function foldersOf(id: string): Promise<{ inPlace: string[]; there: string[] }> {
    const { platform, config } = plane.current;
    const known = await servers.list(platform.database, id);
    const all = await readdir(join(config.dataDir, "servers")).catch(() => []);
    return {
      inPlace: known.filter(({ port }) => port !== null).map(({ folder }) => folder),
      there: all.filter((name) => known.some((server) => name.startsWith(server.id))),
    };
  }

  test.each([
    ["the primary", 3, 0],
    ["the standby", 7, 1],
  ])("%s of a new service", async (_, fence, count) => {
    const { database } = plane.current.platform;
    const id = await addService(plane.current, {
      type: "postgres",
      plan: "dedicated-ha",
      status: "provisioning",
      secret: "secret",
    });
    await takeOver(id, "provision", fence);
    const { inPlace, there } = await foldersOf(id);
    expect(there).toEqual(inPlace);
    expect(there).toHaveLength(count);
    const primary = await servers.findPrimary(database, id);
    if (count === 0) return;
    const { connections } = postgresParts(plane.current.platform);
    const slots = await connections.toServer(primary!, undefined, (client) => client.query("select from pg_replication_slots"));
    expect(slots.rowCount).toBe(0);
  });

  test("a restored server", async () => {
    const { api } = plane.current;
    const { id } = await api.provision("dedicated", "restored");
    const backup_id = await backUp(api, id);
    // Before the server is stopped; before the other is put in place.
    for (const fence of [2, 3]) {
      await takeOver(id, "restore", fence, { backup_id, safety_backup_id: null });
      const { inPlace, there } = await foldersOf(id);
      expect(there).toEqual(inPlace);
      expect(there).toHaveLength(1);
    }
  });
});

describe.runIf(hasDump)("a worker in the middle of a restore", () => {
  const cases = [
    ["shared", "SIGSTOP"],
    ["dedicated", "SIGSTOP"],
    ["shared", "SIGKILL"],
    ["dedicated", "SIGKILL"],
  ] as const;

  test.each(cases)("%s: gets %s, another finishes, and the first changes nothing any more", async (plan, signal) => {
    const config = await testConfig();
    const first = await start(config);
    let api = await demoApi(first, config);
    const { id } = await api.provision(plan, "orders");
    const client = await connect(api, id);
    // Where there is no gate, enough to be copied for a while.
    const count = plan === "shared" ? 1000 : 60_000;
    await client.query(
      `create table orders as select id, repeat(md5(id::text), 20) as note from generate_series(1, ${count}) as id`,
    );
    if (plan === "shared") await client.query(gateOf(id));
    const backup_id = await backUp(api, id);
    if (plan === "shared") await client.query(`comment on database ${nameOf(id)} is '${closed(id)}'`);
    const { operation } = (await api.act(id, "restore_backup", { backup_id, confirm: "orders", safety_backup: false })).result;
    const serverUrl = config.databaseUrl!;
    const server = plan === "dedicated" ? await serverOf(serverUrl, id) : undefined;
    const begun = async () => {
      if (!server) {
        // At the gate. Before, while it logs in to a database, PostgreSQL would keep that from being dropped for a minute.
        const copying = "select from pg_stat_activity where datname = $1 and query like 'COPY public.gate%' and state = 'active'";
        return (await query(serverUrl, copying, [nameOf(id, operation.operation_id)])).length;
      }
      // In the middle of copying files: coming back, it makes folders that another attempt has removed.
      const draft = `${server.id}-${operation.operation_id.slice(0, 8)}-1`;
      const copied = await readdir(join(config.dataDir, "servers", draft, "data")).catch(() => []);
      return copied.filter((name) => name === "base").length;
    };
    await expect.poll(begun, { interval: 5 }).toBe(1);
    if (signal === "SIGSTOP") first.child.kill("SIGSTOP");
    else await end(first, "SIGKILL");
    // However long the second takes to start, it does not take the operation over before that is checked.
    await query(serverUrl, "update operations set lease_until = now() + interval '1 hour' where id = $1", [
      operation.operation_id,
    ]);
    const second = await start(config);
    onTestFinished(async () => {
      first.child.kill("SIGCONT");
      if (signal === "SIGSTOP") await end(first, "SIGTERM");
      await end(second, "SIGTERM");
      const binaries = (await findBinaries(config))!;
      for (const name of await readdir(join(config.dataDir, "servers")).catch(() => []))
        await stopServer(clusterAt(join(config.dataDir, "servers", name), binaries));
    });
    api = await demoApi(second, config);
    expect((await query(serverUrl, "select status, attempt from operations where id = $1", [operation.operation_id]))[0]).toEqual(
      {
        status: "running",
        attempt: 1,
      },
    );
    if (plan === "shared") await query(serverUrl, `comment on database ${nameOf(id)} is null`);
    await query(serverUrl, "update operations set lease_until = now() - interval '1 second' where id = $1", [
      operation.operation_id,
    ]);
    await api.waitFor(id, "active");
    const after = await connect(api, id);
    await after.query("insert into orders values (0, 'written after the restore')");
    if (signal === "SIGSTOP") {
      first.child.kill("SIGCONT");
      await expect.poll(() => /taken over|An attempt failed/.test(first.output())).toBe(true);
    }

    const again = await connect(api, id);
    const rows = await again.query("select count(*)::int as n, min(id) as first from orders");
    expect(rows.rows).toEqual([{ n: count + 1, first: 0 }]);
    expect((await api.get(id)).body.status).toBe("active");
    const left = async () => {
      if (plan === "dedicated") return readdir(join(config.dataDir, "servers"));
      const rows = await query(serverUrl, "select datname from pg_database where starts_with(datname, $1)", [nameOf(id)]);
      return rows.map(({ datname }) => datname);
    };
    // Of everything that both have made, only what is in place remains.
    const inPlace = plan === "dedicated" ? (await serverOf(serverUrl, id)).folder : nameOf(id);
    await expect.poll(left).toEqual([inPlace]);
  });

  /** The comment of a database whose restore comes to its gate and no further; comments on databases are seen from all of them. */
  const closed = (id: string) => `closed: ${id}`;

  /** A table that no row gets into meanwhile. */
  const gateOf = (id: string) => `
    create function passes() returns boolean language plpgsql as $$ begin
      while exists (select from pg_shdescription where description = '${closed(id)}') loop
        perform pg_sleep(0.02);
      end loop;
      return true;
    end $$;
    create table gate (id int check (public.passes()));
    insert into gate values (1)`;

  async function serverOf(serverUrl: string, id: string): Promise<StoredServer> {
    const rows = await query(serverUrl, "select id, folder from postgres_servers where service_id = $1", [id]);
    expect(rows).toHaveLength(1);
    return rows[0] as unknown as StoredServer;
  }

  function nameOf(id: string, operation?: string): string {
    const name = ownName({ id });
    return operation === undefined ? name : `${name}_${operation.slice(0, 8)}_1_new`;
  }
});

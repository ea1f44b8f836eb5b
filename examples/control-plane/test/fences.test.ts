import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { ownName } from "../src/engines/postgres/databases.js";
import { createOwned, dropOwned } from "../src/engines/postgres/make-database.js";
import { replaceDatabase } from "../src/engines/postgres/replace-database.js";
import { createLog } from "../src/log.js";
import { queueOperation } from "../src/operations/operation.js";
import { runOperation } from "../src/operations/worker.js";
import type { Work } from "../src/operations/work.js";
import { findBinaries } from "../src/postgres-server/binaries.js";
import { clusterAt, stopServer } from "../src/postgres-server/cluster.js";
import type { Api } from "./support/api.js";
import { connect } from "./support/connect.js";
import { hasDump, testConfig, usePlane } from "./support/control-plane.js";
import { demoApi, end, start } from "./support/program.js";

const plane = usePlane();

/** Takes a backup and returns its id. */
async function backUp(api: Api, id: string): Promise<string> {
  const { backup } = (await api.act(id, "backup_now")).result;
  const state = async () =>
    (await api.act(id, "list_backups")).result.backups.find(({ backup_id }) => backup_id === backup.backup_id)!.status;
  await expect.poll(state, { timeout: 30_000 }).toBe("completed");
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
      const answer = await api.invoke(own.id, "rename_database", { database: first, new_name, terminate_connections: true });
      expect([answer.status, answer.body.error]).toEqual([409, expect.stringMatching(/^database_exists: /)]);
    }
    const there = `moved_${own.id.slice(0, 8)}`;
    await api.act(own.id, "rename_database", { database: first, new_name: there, terminate_connections: true });
    await api.act(own.id, "rename_database", { database: there, new_name: first, terminate_connections: true });
  });

  test("a database of another role is neither dropped nor taken for one's own", async () => {
    const { api, platform } = plane.current;
    const [own, other] = await Promise.all([api.provision("shared"), api.provision("shared")]);
    const { connections } = platform.engines.postgres.parts;
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
  const { database, engines } = platform;
  const { id } = await api.provision("shared");
  await (await connect(api, id)).query("create table kept (id int)");
  const lines: string[] = [];
  const work: Work = {
    async run(job) {
      await replaceDatabase(engines.postgres.parts, job, async () => {
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

describe.runIf(hasDump)("a worker in the middle of a restore", () => {
  const cases = [
    ["shared", "SIGSTOP"],
    ["dedicated", "SIGSTOP"],
    ["shared", "SIGKILL"],
    ["dedicated", "SIGKILL"],
  ] as const;

  test.each(cases)(
    "%s: gets %s, another finishes, and the first changes nothing any more",
    { timeout: 180_000 },
    async (plan, signal) => {
      const config = await testConfig();
      const first = await start(config);
      let api = await demoApi(first, config);
      const { id } = await api.provision(plan, "orders");
      const client = await connect(api, id);
      await client.query(
        "create table orders as select id, repeat(md5(id::text), 20) as note from generate_series(1, 60000) as id",
      );
      const backup_id = await backUp(api, id);
      const { operation } = (await api.act(id, "restore_backup", { backup_id, confirm: "orders", safety_backup: false })).result;
      const serverUrl = config.databaseUrl!;
      const begun = async () => {
        if (plan === "shared")
          return (await query(serverUrl, "select from pg_database where datname = $1", [nameOf(id, operation.operation_id)]))
            .length;
        const folders = await readdir(join(config.dataDir, "servers"));
        return folders.filter((name) => name.endsWith(`-${operation.operation_id.slice(0, 8)}-1`)).length;
      };
      await expect.poll(begun, { interval: 5, timeout: 30_000 }).toBe(1);
      if (signal === "SIGSTOP") first.child.kill("SIGSTOP");
      else await end(first, "SIGKILL");
      const second = await start(config);
      onTestFinished(async () => {
        if (signal === "SIGSTOP") await end(first, "SIGTERM");
        await end(second, "SIGTERM");
        const binaries = (await findBinaries(config))!;
        for (const name of await readdir(join(config.dataDir, "servers")).catch(() => []))
          await stopServer(clusterAt(join(config.dataDir, "servers", name), binaries));
      });
      api = await demoApi(second, config);
      expect(
        (await query(serverUrl, "select status, attempt from operations where id = $1", [operation.operation_id]))[0],
      ).toEqual({
        status: "running",
        attempt: 1,
      });
      await query(serverUrl, "update operations set lease_until = now() - interval '1 second' where id = $1", [
        operation.operation_id,
      ]);
      await api.waitFor(id, "active");
      const after = await connect(api, id);
      await after.query("insert into orders values (0, 'written after the restore')");
      if (signal === "SIGSTOP") {
        first.child.kill("SIGCONT");
        await expect.poll(() => /taken over|An attempt failed/.test(first.output()), { timeout: 30_000 }).toBe(true);
      }

      const again = await connect(api, id);
      const rows = await again.query("select count(*)::int as n, min(id) as first from orders");
      expect(rows.rows).toEqual([{ n: 60_001, first: 0 }]);
      expect((await api.get(id)).body.status).toBe("active");
      const left = async () =>
        plan === "shared"
          ? query(serverUrl, "select datname from pg_database where starts_with(datname, $1)", [`${nameOf(id)}_`])
          : (await readdir(join(config.dataDir, "servers"))).filter((name) => name !== "shared").slice(1);
      await expect.poll(left, { timeout: 15_000 }).toEqual([]);
    },
  );

  function nameOf(id: string, operation?: string): string {
    const name = ownName({ id });
    return operation === undefined ? name : `${name}_${operation.slice(0, 8)}_1_new`;
  }
});

import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPool } from "../src/database/connections.js";
import { allScopes, issueToken } from "../src/access/caller.js";
import { ownName } from "../src/engines/postgres/databases.js";
import { createLog } from "../src/log.js";
import { leaseSeconds, queueOperation } from "../src/operations/operation.js";
import { runOperation } from "../src/operations/worker.js";
import { addService } from "./support/add-service.js";
import { createApi, type Api } from "./support/api.js";
import { connect, isWaitedFor } from "./support/connect.js";
import { addProject, target, usePlane } from "./support/control-plane.js";

/** As many connections as the first tenant has services. Backups are copies: there is no `pg_dump`. */
const plane = usePlane({ poolSize: 5, clientBin: "/nowhere" });

const verifier =
  "SCRAM-SHA-256$4096:qO6LYlTEKJLwZ3OFZYgZbA==$wkGO6yP7XzeMtLuRnAwXN/3p2TBBXQPDNYYKNVa2BBo=:Yd9LAXmlBaXiXy9PGVLXD9aw2u1YiMe3aYWnXbo3T+I=";

/** The API of another organisation. */
async function addTenant(): Promise<Api> {
  const { platform, url } = plane.current;
  const orgId = randomUUID();
  await platform.database.query("insert into organisations (id, name) values ($1, 'Other')", [orgId]);
  const projectId = await addProject(plane.current, orgId);
  const { text } = await issueToken(platform.database, { orgId, name: "test", scopes: allScopes, projects: [projectId] });
  return createApi(url, projectId, text);
}

/** Makes a change in a transaction that a session of a service leaves open. */
async function hold(id: string, statement: string) {
  const session = await connect(plane.current.api, id);
  await session.query(`begin; ${statement}`);
  return session;
}

test("a tenant that locks its roles holds up nobody else, and its passwords are replaced once it lets go", async () => {
  const { api, platform } = plane.current;
  const other = await addTenant();
  // However long the callers take below, none of the resets is given up while its role is locked.
  Object.assign(platform.engines.postgres.work["reset_password"]!, { attempts: Infinity });
  const ids = (await Promise.all(Array.from({ length: 5 }, () => api.provision("shared")))).map(({ id }) => id);
  const urls = await Promise.all(ids.map(async (id) => (await api.reveal(id)).body.value));
  const sessions = await Promise.all(ids.map((id) => hold(id, `alter role current_user password '${verifier}'`)));
  let ended = 0;
  const reset = (id: string) => api.invoke(id, "reset_password", { terminate_connections: false }).finally(() => ended++);
  const resets = ids.map(reset);
  const waited = async () => (await Promise.all(sessions.map(isWaitedFor))).filter(Boolean).length;
  await expect.poll(async () => (await waited()) + ended, { interval: 20 }).toBeGreaterThanOrEqual(3);
  expect((await other.list()).status).toBe(200);
  for (const { status, body } of await Promise.all(resets))
    expect([status, body.error]).toEqual([503, expect.stringMatching(/^service_unavailable: .*end that transaction/)]);
  await Promise.all(sessions.map((session) => session.query("rollback")));
  await Promise.all(ids.map((id) => api.settle(id)));
  for (const [index, id] of ids.entries()) {
    expect((await api.reveal(id)).body.value).not.toBe(urls[index]);
    await connect(api, id);
  }
});

test("what a session of the service holds up in its database is rejected with a reason", async () => {
  const { api } = plane.current;
  const { id } = await api.provision("shared");
  await hold(id, "create extension pg_trgm");
  const { status, body } = await api.invoke(id, "enable_extension", { extension: "pg_trgm" });
  expect([status, body.error]).toEqual([503, expect.stringMatching(/^service_unavailable: A transaction holds a lock/)]);
});

test("a lease is not renewed while its operation is held, and lasts from the end of the step", async () => {
  const { platform } = plane.current;
  const { connectionString } = platform.database.options as { connectionString: string };
  const log = createLog(() => undefined);
  const pool = createPool({ connectionString, max: 2 }, log);
  onTestFinished(() => pool.end());
  const serviceId = await addService(plane.current, { type: "search", plan: "shared" });
  const operation = (await queueOperation(pool, { serviceId, kind: "none", exclusive: true, claimed: true }))!;
  const lease = async () => {
    const { rows } = await pool.query<{ left: number }>(
      "select extract(epoch from lease_until - clock_timestamp())::float as left from operations where id = $1",
      [operation.id],
    );
    return rows[0]!.left;
  };
  const intervals = vi.spyOn(globalThis, "setInterval");
  onTestFinished(() => intervals.mockRestore());
  let asked: number | undefined;
  let left: number | undefined;
  await runOperation(
    {
      database: pool,
      log,
      findWork: () => ({
        async run(job) {
          const renew = intervals.mock.calls.find(([, pause]) => pause === (leaseSeconds * 1000) / 3)![0];
          await job.fenced(async (client) => {
            await client.query("update operations set lease_until = now() - interval '1 second' where id = $1", [operation.id]);
            const queries = vi.spyOn(pool, "query");
            renew();
            asked = queries.mock.calls.length;
            queries.mockRestore();
          });
          left = await lease();
        },
      }),
    },
    operation,
    new AbortController().signal,
  );
  expect(asked).toBe(0);
  expect(left).toBeGreaterThan(0);
});

test("a backup ends the session that holds the lock of the database", async () => {
  const { api } = plane.current;
  const { id } = await api.provision("shared");
  const session = await hold(id, `grant connect on database ${ownName({ id })} to current_user`);
  const ended = new Promise((resolve) => session.once("error", resolve));
  await api.act(id, "backup_now");
  expect(await ended).toMatchObject({ code: "57P01" });
  const backups = async () => (await api.act(id, "list_backups")).result.backups.map(({ status }) => status);
  await expect.poll(backups).toEqual(["completed"]);
  const { result } = await api.act(id, "service_health");
  expect(result.operations.map(({ kind, status }) => [kind, status])).toContainEqual(["backup", "succeeded"]);
});

test.runIf(target === "given")("what prepared transactions keep from being copied or replaced is rejected at once", async () => {
  const { api } = plane.current;
  const { id, name } = await api.provision("shared");
  const { backup } = (await api.act(id, "backup_now")).result;
  await api.settle(id);
  const session = await hold(id, `create table kept (id int); prepare transaction '${id}'`);
  const reason = "action_unavailable: Commit or roll back the prepared transactions first.";
  const restore = { backup_id: backup.backup_id, confirm: name };
  for (const [action, body] of [
    ["backup_now", {}],
    ["restore_backup", restore],
  ] as const) {
    const response = await api.invoke(id, action, body);
    expect([action, response.status, response.body.error]).toEqual([action, 409, reason]);
  }
  await session.query(`rollback prepared '${id}'`);
  await api.act(id, "restore_backup", restore);
  await api.waitFor(id, "active");
});

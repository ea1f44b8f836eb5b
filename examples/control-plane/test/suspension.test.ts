import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Client } from "pg";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ownName } from "../src/engines/postgres/databases.js";
import { clusterOf, servers } from "../src/engines/postgres/servers.js";
import { startServer, stopServer } from "../src/postgres-server/cluster.js";
import { resumeProject, suspendProject, trafficKind, waitForTraffic } from "../src/projects/project.js";
import { createApi, type Api } from "./support/api.js";
import { connect, connectTo } from "./support/connect.js";
import { addProject, hasDump, postgresParts, usePlane, whileHeld } from "./support/control-plane.js";
import { allScopes } from "../src/access/caller.js";

const plane = usePlane();
const program = fileURLToPath(new URL("../dist/admin.js", import.meta.url));
const verifier =
  "SCRAM-SHA-256$4096:qO6LYlTEKJLwZ3OFZYgZbA==$wkGO6yP7XzeMtLuRnAwXN/3p2TBBXQPDNYYKNVa2BBo=:Yd9LAXmlBaXiXy9PGVLXD9aw2u1YiMe3aYWnXbo3T+I=";

let shared: string;
let dedicated: string;
/** A service of another project. */
let other: Api;
let foreign: string;

beforeAll(async () => {
  const { api, orgId, platform } = plane.current;
  const project = await addProject({ platform } as typeof plane.current, orgId);
  other = createApi(plane.current.url, project, await plane.current.token(allScopes, [project]));
  [{ id: shared }, { id: dedicated }, { id: foreign }] = await Promise.all([
    api.provision("shared"),
    api.provision("dedicated"),
    other.provision("shared"),
  ]);
});

async function switched(change: typeof suspendProject): Promise<void> {
  const { platform, projectId } = plane.current;
  await change(platform.database, projectId);
  platform.worker.wake();
  expect(await waitForTraffic(platform.database, projectId, 60_000)).toEqual([]);
}

afterEach(async () => {
  const { platform, projectId } = plane.current;
  await resumeProject(platform.database, projectId).catch(() => undefined);
  await waitForTraffic(platform.database, projectId, 60_000);
});

const isCut = (client: Client) =>
  client.query("select 1").then(
    () => false,
    () => true,
  );

/** The database of the shared service as the role of another. */
async function urlAsForeign(): Promise<string> {
  const url = new URL((await other.reveal(foreign)).body.value);
  url.pathname = `/${ownName({ id: shared })}`;
  return url.href;
}

test("an open transaction that holds the role keeps no service online", async () => {
  const { api } = plane.current;
  for (const id of [shared, dedicated]) {
    const held = await connect(api, id);
    await held.query(`begin; alter role current_user password '${verifier}'`);
    await switched(suspendProject);
    expect(await isCut(held)).toBe(true);
    await expect(connect(api, id)).rejects.toThrow("not permitted to log in");
    await switched(resumeProject);
    await connect(api, id);
  }
});

test("the database of a suspended service is closed to others that its owner has admitted, and opened as it was", async () => {
  const { api } = plane.current;
  const [name, role] = [ownName({ id: shared }), ownName({ id: foreign })];
  const owner = await connect(api, shared);
  await owner.query(`grant connect on database ${name} to ${role} with grant option; alter database ${name} connection limit 7`);
  const held = await connectTo(await urlAsForeign());
  // It holds the row of the database, and is connected to another.
  const holding = await connect(other, foreign);
  await holding.query(`begin; grant connect on database ${name} to ${role}`);
  await switched(suspendProject);
  expect([await isCut(owner), await isCut(held), await isCut(holding)]).toEqual([true, true, true]);
  await expect(connectTo(await urlAsForeign())).rejects.toThrow("too many connections for database");
  await connect(other, foreign);
  await switched(resumeProject);
  const { rows } = await (
    await connectTo(await urlAsForeign())
  ).query("select datconnlimit as limit from pg_database where datname = current_database()");
  expect(rows).toEqual([{ limit: 7 }]);
});

test("a session that has been admitted, but whose client makes its beginning last, is ended", async () => {
  const { api, platform } = plane.current;
  const name = ownName({ id: shared });
  await (await connect(api, shared)).query(`grant connect on database ${name} to ${ownName({ id: foreign })}`);
  const url = new URL(await urlAsForeign());
  url.searchParams.set("options", "-c post_auth_delay=1000");
  const beginning = connectTo(url.href).catch((error: Error) => error);
  // The database is locked by those that are connecting only.
  const locks = () =>
    platform.database.query(
      `select from pg_locks join pg_database d on d.oid = objid
       where classid = 'pg_database'::regclass and datname = $1 and mode = 'RowExclusiveLock'`,
      [name],
    );
  await expect.poll(async () => (await locks()).rowCount).toBe(1);
  await switched(suspendProject);
  const begun = await beginning;
  expect(begun instanceof Error || (await isCut(begun))).toBe(true);
});

describe.runIf(!hasDump)("where backups are copies of the database", () => {
  test("the end of one does not open it", async () => {
    const { api } = plane.current;
    const owner = await connect(api, shared);
    await owner.query(`grant connect on database ${ownName({ id: shared })} to ${ownName({ id: foreign })}`);
    await whileHeld(plane.current, "backup", async () => {
      await api.act(shared, "backup_now");
      await switched(suspendProject);
    });
    await api.settle(shared);
    expect((await api.act(shared, "list_backups")).result.backups).toMatchObject([{ status: "completed" }]);
    await expect(connectTo(await urlAsForeign())).rejects.toThrow("too many connections for database");
  });
});

test("a prepared transaction that holds the role is rolled back, others are not", async () => {
  const { api, config, platform } = plane.current;
  const { connections, database, installation } = postgresParts(platform);
  const server = (await servers.findPrimary(database, dedicated))!;
  await connections.toServer(server, undefined, (client) => client.query("alter system set max_prepared_transactions = 4"));
  const cluster = clusterOf(config, installation.binaries, server);
  await stopServer(cluster);
  await startServer(cluster);
  const owner = await connect(api, dedicated);
  await owner.query("create table kept (id int)");
  await owner.query("begin; insert into kept values (1); prepare transaction 'harmless'");
  await owner.query(`begin; alter role current_user password '${verifier}'; prepare transaction 'it''s in the way'`);
  await switched(suspendProject);
  await expect(connect(api, dedicated)).rejects.toThrow("not permitted to log in");
  await switched(resumeProject);
  const again = await connect(api, dedicated);
  expect((await again.query("select gid from pg_prepared_xacts")).rows).toEqual([{ gid: "harmless" }]);
  await again.query("commit prepared 'harmless'");
});

test.runIf(!hasDump)("the commands report success when traffic has followed, and otherwise which service's has not", async () => {
  const { api, platform, projectId } = plane.current;
  const { connectionString } = platform.database.options as { connectionString: string };
  const env = { PATH: process.env["PATH"], DATABASE_URL: connectionString };
  const admin = (command: string) => promisify(execFile)(process.execPath, [program, command, "--project", projectId], { env });
  const switches = () =>
    platform.database
      .query<{ id: string }>("select id from operations where kind = $1 and status in ('queued', 'running')", [trafficKind])
      .then(({ rows }) => rows);
  const open = await connect(api, dedicated);
  let suspending!: ReturnType<typeof admin>;
  let hasEnded = false;
  await whileHeld(plane.current, trafficKind, async () => {
    suspending = admin("suspend");
    suspending.then(
      () => (hasEnded = true),
      () => (hasEnded = true),
    );
    await expect.poll(switches).toHaveLength(2);
    expect([hasEnded, await isCut(open)]).toEqual([false, false]);
  });
  expect((await suspending).stdout).toBe("2 services suspended\n");
  expect(await isCut(open)).toBe(true);

  await whileHeld(plane.current, trafficKind, async () => {
    const resuming = admin("resume").catch((error: unknown) => error);
    await expect.poll(switches).toHaveLength(2);
    await platform.database.query("update operations set status = 'failed' where kind = $1 and status <> 'succeeded'", [
      trafficKind,
    ]);
    expect(await resuming).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        new RegExp(
          `^2 services resumed, but their traffic is not let in yet.*\\n.*service ${dedicated}: operation .* is failed`,
          "s",
        ),
      ) as string,
    });
  });
});

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { seedDemo } from "../src/demo/seed-demo.js";
import { createLog } from "../src/log.js";
import { findBinaries } from "../src/postgres-server/binaries.js";
import {
  type Cluster,
  clusterAt,
  createCluster,
  findFreePort,
  isRunning,
  platformRole,
  readAdminPassword,
  startServer,
  stopServer,
} from "../src/postgres-server/cluster.js";
import { startControlPlane } from "../src/start.js";
import { target, testConfig } from "./support/control-plane.js";
import { demoApi } from "./support/program.js";
import type { Descriptor } from "./support/search.js";

test("what can't be started as a whole is stopped again", async () => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void busy.close());
  const { port } = busy.address() as AddressInfo;
  const config = await testConfig({ port });
  await expect(
    startControlPlane(
      config,
      createLog(() => undefined),
    ),
  ).rejects.toThrow("EADDRINUSE");
  expect(await isRunning({ data: join(config.dataDir, "servers", "shared", "data") })).toBe(false);
});

test("a server whose process id belongs to another process is taken for stopped, and starts", async () => {
  const config = await testConfig();
  const binaries = (await findBinaries(config))!;
  const clusters = ["one", "two"].map((name) => clusterAt(join(config.dataDir, name), binaries));
  for (const cluster of clusters) await createCluster(cluster, { port: await findFreePort(), maxConnections: 40 });
  const [one, two] = clusters as [Cluster, Cluster];
  onTestFinished(async () => void (await Promise.all(clusters.map(stopServer))));
  await startServer(two);
  // As after a restart of the machine: the file is still there, and its number is that of something else.
  const file = join(one.data, "postmaster.pid");
  await writeFile(file, await readFile(join(two.data, "postmaster.pid"), "utf8"));
  expect(await isRunning(one)).toBe(false);
  await startServer(one);
  expect([await isRunning(one), await isRunning(two)]).toEqual([true, true]);
  await stopServer(one);
  await writeFile(file, `${process.pid}\n`);
  expect(await isRunning(one)).toBe(false);
});

test.runIf(target === "embedded")("instances share the embedded server; the last one stops it", async () => {
  const config = await testConfig();
  const log = createLog(() => undefined);
  const running = () => isRunning({ data: join(config.dataDir, "servers", "shared", "data") });
  const first = await startControlPlane(config, log);
  const second = await startControlPlane(config, log);
  await first.stop();
  expect((await second.platform.database.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  const third = await startControlPlane(config, log);
  await Promise.all([second.stop(), third.stop()]);
  expect(await running()).toBe(false);
});

test("several that make a cluster at once make one, and all know its password", async () => {
  const config = await testConfig();
  const cluster = clusterAt(join(config.dataDir, "one"), (await findBinaries(config))!);
  const start = async () => {
    await createCluster(cluster, { port: await findFreePort(), maxConnections: 40 });
    await startServer(cluster);
  };
  onTestFinished(() => stopServer(cluster));
  await Promise.all([start(), start()]);
  const port = Number((await readFile(join(cluster.data, "postmaster.pid"), "utf8")).split("\n")[3]);
  const target = {
    host: "127.0.0.1",
    port,
    user: platformRole,
    password: await readAdminPassword(cluster),
    database: "postgres",
  };
  const client = new pg.Client(target);
  await client.connect();
  onTestFinished(() => client.end());
  const left = (await readdir(cluster.folder)).filter((name) => name !== "start.log");
  expect(left).toEqual(["admin-password", "data"]);
});

test("instances show the endpoints of services at their own addresses, whoever provisioned them", async () => {
  const config = await testConfig();
  const log = createLog(() => undefined);
  const first = await startControlPlane(config, log);
  const stopping = [first];
  onTestFinished(async () => void (await Promise.all(stopping.map((plane) => plane.stop()))));
  await seedDemo(first);
  const second = await startControlPlane(config, log);
  stopping.push(second);
  const apis = await Promise.all(stopping.map((plane) => demoApi(plane, config)));
  const { id } = (await apis[0]!.list()).body.services.find(({ type }) => type === "search")!;
  await apis[0]!.waitFor(id, "active");
  const endpoints = await Promise.all(apis.map(async (api) => (await api.get(id)).body.endpoint!));
  const revealed = await Promise.all(apis.map(async (api) => JSON.parse((await api.reveal(id)).body.value) as Descriptor));
  expect(endpoints).toEqual(revealed.map(({ endpoint }) => endpoint));
  await stopping.shift()!.stop();
  const response = await fetch(`${endpoints[1]}/indexes`, { headers: { authorization: `Bearer ${revealed[0]!.admin_key}` } });
  expect([response.status, new URL(endpoints[0]!).pathname]).toEqual([200, new URL(endpoints[1]!).pathname]);
});

test("a database that misses migrations gets them once, however many start at the same time", async () => {
  const config = await testConfig();
  const lines: string[] = [];
  const first = await startControlPlane(
    config,
    createLog((line) => lines.push(line)),
  );
  onTestFinished(() => first.stop());
  const { connectionString } = first.platform.database.options as { connectionString: string };
  // Background work may lock tables in another order: then PostgreSQL rejects one of the two as a deadlock.
  await vi.waitFor(() => first.platform.database.query("drop schema public cascade; create schema public"), 60_000);
  const others = await Promise.all(
    [1, 2, 3].map(() =>
      startControlPlane(
        { ...config, databaseUrl: connectionString },
        createLog((line) => lines.push(line)),
      ),
    ),
  );
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.stop()))));
  const { rows } = await first.platform.database.query<{ name: string }>("select name from migrations order by name");
  const files = await readdir(new URL("../migrations/", import.meta.url));
  expect(rows.map(({ name }) => name)).toEqual(files.sort());
  expect(lines.filter((line) => line.includes("The database is up to date"))).toHaveLength(2);
});

test.runIf(process.getuid?.() === 0)("a data folder that servers can't enter is reported before anything is made", async () => {
  const folder = await mkdtemp(join(tmpdir(), "private-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const dataDir = join(folder, "clone", ".data");
  const starting = startControlPlane(
    { ...(await testConfig()), dataDir },
    createLog(() => undefined),
  );
  await expect(starting).rejects.toThrow(`DATA_DIR is below ${folder}, which user 65534 can't enter`);
  expect(await readdir(folder)).toEqual([]);
});

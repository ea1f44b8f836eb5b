import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { patience } from "../src/http/endpoints.js";
import { findBinaries } from "../src/postgres-server/binaries.js";
import { clusterAt, isRunning, stopServer } from "../src/postgres-server/cluster.js";
import { connect } from "./support/connect.js";
import { testConfig } from "./support/control-plane.js";
import { beginRequest } from "./support/pending-request.js";
import { demoApi, end, kill, projectId, start, type Running } from "./support/program.js";

test("killed at any moment, it loses nothing that it has acknowledged", async () => {
  const config = await testConfig();
  const acknowledged = new Map<string, string>();
  let running: Running | undefined;
  onTestFinished(async () => void (running && (await end(running, "SIGTERM"))));

  for (const [round, moment] of [0, 60, 150, 400].entries()) {
    running = await start(config);
    const api = await demoApi(running, config);
    const creating = [0, 1].map(async (index) => {
      const response = await api.create("shared", `round-${round}-${index}`);
      if (response.status === 201) acknowledged.set(response.body.id, response.body.name);
    });
    await Promise.all(creating);
    await sleep(moment);
    await kill(running, config);
  }

  running = await start(config);
  const api = await demoApi(running, config);
  expect(acknowledged.size).toBe(8);
  for (const [id, name] of acknowledged) {
    const service = await api.waitFor(id, "active");
    expect(service.name).toBe(name);
    const client = await connect(api, id);
    expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  }
  const { body } = await api.list();
  expect(body.services.filter(({ name }) => name.startsWith("round-"))).toHaveLength(8);
});

test("a graceful stop completes pending requests, ends with 0 and takes the embedded servers along", async () => {
  const config = await testConfig();
  const running = await start(config);
  const token = await readFile(join(config.dataDir, "demo-token"), "utf8");
  const services = `${running.url}/v1/projects/${projectId}/services`;
  const pending = await beginRequest(services, token, { type: "postgres", plan: "shared", name: "late" });
  const signalled = performance.now();
  const ended = end(running, "SIGTERM");
  const isOpen = () =>
    fetch(`${running.url}/health`).then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen).toBe(false);
  // The server waits for the rest of the body, but not for ever: a machine that stands still for so long gets no response.
  const inTime = () => performance.now() - signalled < patience;
  const status = await pending.complete().catch(() => (inTime() ? "cut off" : "too late"));
  expect([201, "too late"]).toContain(status);
  expect(await ended).toBe(0);
  expect(await isRunning({ data: join(config.dataDir, "servers", "shared", "data") })).toBe(false);
});

test("a server of its own that dies is started again", async () => {
  const config = await testConfig();
  const running = await start(config);
  const api = await demoApi(running, config);
  const { id } = await api.provision("dedicated", "orders");
  const client = await connect(api, id);
  await client.query("create table kept (id int); insert into kept values (7)");
  const own = (await readdir(join(config.dataDir, "servers"))).find((name) => name !== "shared")!;
  const cluster = clusterAt(join(config.dataDir, "servers", own), (await findBinaries(config))!);
  // Beside a given server it outlives the control plane.
  onTestFinished(async () => {
    await end(running, "SIGTERM");
    await stopServer(cluster);
  });
  const pid = Number((await readFile(join(cluster.data, "postmaster.pid"), "utf8")).split("\n")[0]);
  process.kill(pid, "SIGKILL");
  const kept = async () => (await (await connect(api, id)).query("select id from kept")).rows;
  await expect.poll(() => kept().catch(() => undefined), { interval: 300 }).toEqual([{ id: 7 }]);
});

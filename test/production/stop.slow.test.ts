import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compileFleet } from "./fleet.js";

const { folder } = await compileFleet();

/** The process of an adopter: prints its port. */
const main = (grace: number) => `
import http from "node:http";
import { createMemoryStore, limitConnections, respondToClientError, toNodeHandler } from "./generated/server/index.js";
import { createFleet } from "./application.js";
import { createStop } from "./recipes/stop.js";
const { server: api, counters } = createFleet({ store: createMemoryStore(), log: () => undefined });
const server = limitConnections(http.createServer().on("clientError", respondToClientError));
let isReady = true;
const stop = createStop({ server, listener: toNodeHandler(api), isReady: () => isReady, notice: 300, grace: ${grace} });
if (${grace} > 2000) counters.stopping = stop.signal;
counters.gate = new Promise((resolve) => setTimeout(resolve, 1_200));
process.on("SIGUSR2", () => (isReady = !isReady));
process.once("SIGTERM", () => void stop.run().then(() => process.exit()));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

async function start(grace: number) {
  const file = path.join(folder, `main-${grace}.js`);
  writeFileSync(file, main(grace));
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exit = once(child, "exit") as Promise<[number | null, string | null]>;
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(line.toString());
  const status = async (target: string) => (await fetch(`http://127.0.0.1:${port}${target}`)).status;
  return { child, exit, port, status };
}

/** Follows events; resolves with their text, or what breaks them off. */
async function follow(port: number): Promise<{ end: Promise<string> }> {
  const headers = { authorization: "Bearer all" };
  const request = http.get({ port, host: "127.0.0.1", path: "/v2/terminals/trm_north/readings", headers });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  await once(response, "readable");
  const end = new Promise<string>((resolve) => {
    let text = "";
    response.on("data", (chunk: Buffer) => (text += chunk.toString()));
    response.on("end", () => resolve(text));
    response.on("error", ({ message }) => resolve(message));
  });
  return { end };
}

const weigh = (port: number, agent: http.Agent) =>
  new Promise<number>((resolve, reject) => {
    const headers = { authorization: "Bearer all", "content-type": "application/json", "idempotency-key": "key-of-weigh" };
    const target = "/v2/terminals/trm_north/machines/mch_crane/orders/weigh";
    const request = http.request({ port, host: "127.0.0.1", path: target, method: "POST", headers, agent }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode!));
    });
    request.on("error", reject).end("{}");
  });

test("after SIGTERM the process is not ready, accepts nothing new, and ends what runs", async () => {
  const { child, exit, port, status } = await start(5_000);
  expect([await status("/live"), await status("/ready")]).toEqual([200, 200]);
  child.kill("SIGUSR2");
  await expect.poll(() => status("/ready")).toBe(503);
  expect(await status("/live")).toBe(200);
  child.kill("SIGUSR2");
  await expect.poll(() => status("/ready")).toBe(200);

  const idle = net.connect(port, "127.0.0.1");
  await once(idle, "connect");
  const idleEnd = once(idle.resume(), "close");
  const agent = new http.Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const { end } = await follow(port);
  const running = weigh(port, agent);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const begun = performance.now();
  child.kill("SIGTERM");
  await expect.poll(() => status("/ready")).toBe(503);
  // Until load balancers have noticed, calls go on.
  expect(await status("/v2/terminals/trm_north/machines")).toBe(401);
  await expect.poll(() => status("/live").catch(() => "refused"), { timeout: 2_000 }).toBe("refused");
  expect(await end).toMatch(/tonnes":\d+\}\n\n$/);
  expect(await running).toBe(200);
  await idleEnd;
  expect((await exit)[0]).toBe(0);
  expect(performance.now() - begun).toBeLessThan(4_000);
});

test("what does not end in time is broken off", async () => {
  const { child, exit, port } = await start(500);
  const { end } = await follow(port);
  const begun = performance.now();
  child.kill("SIGTERM");
  expect(await end).toBe("aborted");
  expect((await exit)[0]).toBe(0);
  expect(performance.now() - begun).toBeLessThan(4_000);
});

import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { expect, test } from "vitest";
import { sendJson, startProxied } from "./proxied.js";

const chunk = Buffer.alloc(65_536, "x");
const chunks = 1_600;

/** The most memory that buffers occupy while something runs, in bytes beyond the start. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const start = process.memoryUsage().arrayBuffers;
  let most = start;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5);
  await work();
  clearInterval(timer);
  return most - start;
}

test.each([false, true])(
  "an upload of 100 MB passes in little memory to an API that reads slowly; enforcing: %s",
  async (isEnforcing) => {
    let received = 0;
    const { origin, proxy, finish } = await startProxied(
      (request, response) => {
        request.on("data", (part: Buffer) => {
          received += part.byteLength;
          request.pause();
          setImmediate(() => request.resume());
        });
        request.on("end", () => response.writeHead(201, { "content-type": "text/plain" }).end("ok"));
      },
      { isEnforcing },
    );
    const growth = await growthDuring(async () => {
      const request = http.request(`${origin}/orders`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "content-length": chunk.byteLength * chunks },
      });
      for (let index = 0; index < chunks; index++) if (!request.write(chunk)) await once(request, "drain");
      request.end();
      const [response] = (await once(request, "response")) as [http.IncomingMessage];
      expect(response.statusCode).toBe(201);
      for await (const _ of response);
    });
    expect(received).toBe(chunk.byteLength * chunks);
    expect(growth).toBeLessThan(64 * 1024 * 1024);
    await finish();
    expect(proxy.inspector.counts).toMatchObject({ exchanges: 1, unchecked: 1 });
    // What was kept is free again.
    expect(proxy.inspector.budget.bytes).toBe(256 * 1024 * 1024);
  },
);

test("a download waits for a client that doesn't read", async () => {
  let sent = 0;
  const { port } = await startProxied(async (request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    for (let index = 0; index < chunks && !response.destroyed; index++) {
      sent += chunk.byteLength;
      if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(request.socket, "close")]);
    }
    response.end();
  });
  const socket = net.connect(port, "127.0.0.1", () => socket.write("GET /shops/7 HTTP/1.1\r\nHost: h\r\n\r\n"));
  socket.on("error", () => undefined).pause();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(sent).toBeLessThan(40 * 1024 * 1024);
  socket.destroy();
});

test("events arrive while the response is open", async () => {
  const { origin } = await startProxied(
    (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      let count = 0;
      const timer = setInterval(() => response.write(`data: ${count++}\n\n`), 20);
      response.on("close", () => clearInterval(timer));
    },
    { isEnforcing: false },
  );
  const controller = new AbortController();
  const response = await fetch(`${origin}/shops/7`, { signal: controller.signal });
  const reader = response.body!.getReader();
  const first = await reader.read();
  expect(Buffer.from(first.value!).toString()).toContain("data: 0");
  controller.abort();
});

test("10,000 clean exchanges have no findings, and keep nothing", async () => {
  const { origin, proxy, finish } = await startProxied((request, response) => {
    request.resume().on("end", () => sendJson(response, 200, { id: 7, type: "bakery" }));
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const get = () =>
    new Promise<void>((resolve, reject) => {
      http.get(`${origin}/shops/7`, { agent }, (response) => response.resume().on("end", resolve)).on("error", reject);
    });
  const sender = async () => {
    for (let index = 0; index < 1_250; index++) await get();
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  agent.destroy();
  expect(await finish()).toEqual([]);
  expect(proxy.inspector.counts).toMatchObject({ exchanges: 10_000, unchecked: 0, brokenOff: 0 });
  expect(proxy.inspector.budget.bytes).toBe(256 * 1024 * 1024);
});

import { serve as serveHono } from "@hono/node-server";
import express from "express";
import { Hono } from "hono";
import http from "node:http";
import net from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { limitConnections, respondToClientError, toNodeHandler } from "../../generated/server/index.js";
import { mountOnExpress } from "../../recipes/express.js";
import { createFastify } from "../../recipes/fastify.js";
import { mountOnHono } from "../../recipes/hono.js";
import { createControlPlane } from "./control-plane.js";
import { serve } from "./listen.js";

const plane = () => createControlPlane({ basePath: "" }).server;

/** Servers as the recipes start them. */
const servers: Record<string, () => Promise<http.Server>> = {
  async node() {
    const server = http.createServer(toNodeHandler(plane())).on("clientError", respondToClientError);
    await serve(server);
    return server;
  },

  async express() {
    const server = mountOnExpress(express(), plane());
    await serve(server);
    return server;
  },

  async fastify() {
    const app = await createFastify(plane());
    await app.listen({ port: 0, host: "127.0.0.1" });
    // It would wait for kept connections.
    onTestFinished(() => (app.server.closeAllConnections(), app.close()));
    return app.server;
  },

  async hono() {
    const app = new Hono();
    mountOnHono(app, plane());
    const platform = (["Request", "Response"] as const).map(
      (key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)!] as const,
    );
    onTestFinished(() => platform.forEach(([key, descriptor]) => void Object.defineProperty(globalThis, key, descriptor)));
    const server = await new Promise<http.Server>((resolve) => {
      const started = serveHono({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(started as http.Server));
    });
    onTestFinished(() => void server.close());
    return server;
  },
};

const broken: Record<string, string> = {
  "what is not HTTP": "NONSENSE\r\n\r\n",
  "a header without a colon": "GET / HTTP/1.1\r\nhost x\r\n\r\n",
  "two lengths": "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
  "headers without an end": `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${"a".repeat(100_000)}`,
  "a chunk of no size": "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
  "a request and what is not HTTP": "GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\nNONSENSE\r\n\r\n",
};

/** Sends something and keeps its side open, also after the server has ended its own. */
async function sendAndWait(server: http.Server, text: string): Promise<() => string> {
  const { port } = server.address() as AddressInfo;
  const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (data) => (received += data.toString("latin1")));
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.on("connect", resolve));
  socket.write(text);
  return () => received;
}

/** After at most the moment for which the server waits for the client, which is 2 seconds, no connection is left. */
async function expectNoConnections(server: http.Server): Promise<void> {
  const count = () => new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)));
  await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 6_000, interval: 50 });
}

test.each(Object.keys(servers).flatMap((name) => Object.keys(broken).map((what) => [name, what] as const)))(
  "%s: the connection ends after %s",
  async (name, what) => {
    const server = await servers[name]!();
    const received = await sendAndWait(server, broken[what]!);
    await vi.waitFor(() => expect(received()).toMatch(/HTTP\/1\.1 4\d\d /), { timeout: 5_000 });
    await expectNoConnections(server);
  },
);

test.each([
  ["its headers", "GET / HTTP/1.1\r\nhost: x\r\nx-a: "],
  ["its body", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{"],
])("the connection ends after a request that never sends all of %s", async (_, text) => {
  const options = { connectionsCheckingInterval: 50, headersTimeout: 200, requestTimeout: 200 };
  const server = http.createServer(options, toNodeHandler(plane())).on("clientError", respondToClientError);
  await serve(server);
  const received = await sendAndWait(server, text);
  await vi.waitFor(() => expect(received()).toMatch(/HTTP\/1\.1 4\d\d /), { timeout: 5_000 });
  await expectNoConnections(server);
});

test("the limits of connections can be set on the server of any framework", async () => {
  for (const start of Object.values(servers)) {
    const server = limitConnections(await start());
    expect([server.headersTimeout, server.requestTimeout, server.maxConnections]).toEqual([20_000, 300_000, 10_000]);
  }
});

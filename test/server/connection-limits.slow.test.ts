import http from "node:http";
import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { limitConnections, respondToClientError, toNodeHandler, type ServerRequest } from "../../generated/server/index.js";
import { createControlPlane, projectId } from "./control-plane.js";
import { serve } from "./listen.js";

/** A connection that never closes its side. */
async function connect(port: number, text = "") {
  const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const connection = { socket, received: "", isClosed: false };
  socket.on("data", (data) => (connection.received += data.toString("latin1")));
  socket.on("close", () => (connection.isClosed = true));
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.on("connect", resolve));
  socket.write(text);
  return connection;
}

const countConnections = (server: http.Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

const head = "POST / HTTP/1.1\r\nhost: x\r\n";
const json = "content-type: application/json\r\nauthorization: Bearer all\r\n";
const read = `GET /v1/projects/${projectId} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer all\r\n\r\n`;

test.each([
  ["nothing", ""],
  ["half a request line", "POS"],
  ["half a header", `${head}x-a: `],
  ["half a body", `${head}${json}content-length: 100\r\n\r\n{`],
  ["half a chunk", `${head}${json}transfer-encoding: chunked\r\n\r\n5\r\n{`],
  ["a request that is not HTTP", "NONSENSE\r\n\r\n"],
  ["a request and nothing else", read],
  ["a request and half of the next", `${read}${head}`],
  ["half a body of an unknown caller", `${head}content-length: 1000000\r\n\r\n{`],
])("connections that send %s and stay open are all closed", { timeout: 20_000 }, async (_, text) => {
  const { server } = createControlPlane();
  const listener = http.createServer({ connectionsCheckingInterval: 50 }, toNodeHandler(server));
  const limits = { headersTimeout: 200, requestTimeout: 400, idleTimeout: 200 };
  const { port } = await serve(limitConnections(listener.on("clientError", respondToClientError), limits));
  await Promise.all(Array.from({ length: 300 }, () => connect(port, text)));
  await vi.waitFor(async () => expect(await countConnections(listener)).toBe(0), { timeout: 15_000, interval: 100 });
});

test("a client that doesn't read a response is disconnected", { timeout: 20_000 }, async () => {
  const handle = async () => ({ status: 200, headers: {}, body: new Uint8Array(50_000_000) });
  const listener = http.createServer(toNodeHandler({ handle }));
  const { port } = await serve(limitConnections(listener, { idleTimeout: 200 }));
  const { socket } = await connect(port, read);
  socket.pause();
  await vi.waitFor(async () => expect(await countConnections(listener)).toBe(0), { timeout: 15_000, interval: 100 });
});

test("a handler may take longer than a client may be silent", async () => {
  const handle = async () => {
    await wait(1500);
    return { status: 200, headers: {}, body: "late" };
  };
  const { port } = await serve(limitConnections(http.createServer(toNodeHandler({ handle })), { idleTimeout: 400 }));
  const connection = await connect(port, read);
  await vi.waitFor(() => expect(connection.received).toContain("late"), { timeout: 5000 });
});

test("the defaults end silent connections within a minute, and connections beyond the maximum at once", async () => {
  const { maxConnections, headersTimeout, requestTimeout, timeout } = limitConnections(http.createServer());
  expect({ maxConnections, headersTimeout, requestTimeout, timeout }).toEqual({
    maxConnections: 10_000,
    headersTimeout: 20_000,
    requestTimeout: 300_000,
    timeout: 30_000,
  });
  const { port } = await serve(limitConnections(http.createServer(), { maxConnections: 2 }));
  const connections = [await connect(port), await connect(port), await connect(port)];
  await vi.waitFor(() => expect(connections[2]!.isClosed || connections[2]!.socket.readableEnded).toBe(true));
  expect(connections[0]!.isClosed).toBe(false);
});

test("what arrives after the last response of a connection is no request", { timeout: 20_000 }, async () => {
  const urls: string[] = [];
  const handle = async ({ url }: { readonly url: string }) => {
    urls.push(url);
    return { status: 401, headers: {}, body: "no" };
  };
  const listener = http.createServer(toNodeHandler({ handle })).on("clientError", respondToClientError);
  const { port } = await serve(listener);
  const connection = await connect(port, `${head}content-length: 1000000\r\n\r\n`);
  await vi.waitFor(() => expect(connection.socket.readableEnded).toBe(true));
  connection.socket.write(`${"x".repeat(1_000_000)}${read}`);
  await vi.waitFor(async () => expect(await countConnections(listener)).toBe(0), { timeout: 15_000, interval: 100 });
  expect([urls, connection.received.match(/HTTP\/1\.1 \d+/g)]).toEqual([["/"], ["HTTP/1.1 401"]]);
  expect(connection.received).toContain("connection: close");
});

test("a body that is complete after a 408 reaches no handler", { timeout: 20_000 }, async () => {
  const bodies: unknown[] = [];
  const handle = async (request: ServerRequest) => {
    bodies.push(await (request.body as (limit: number) => Promise<unknown>)(1000).catch(() => "cut off"));
    return { status: 200, headers: {} };
  };
  const listener = http.createServer(
    { connectionsCheckingInterval: 50, requestTimeout: 200, headersTimeout: 200 },
    toNodeHandler({ handle }),
  );
  const { port } = await serve(listener.on("clientError", respondToClientError));
  const connection = await connect(port, `${head}content-length: 2\r\n\r\n{`);
  await vi.waitFor(() => expect(connection.received).toMatch(/^HTTP\/1\.1 408 /), { timeout: 5000 });
  connection.socket.write("}");
  await vi.waitFor(() => expect(bodies).toEqual(["cut off"]), { timeout: 10_000 });
});

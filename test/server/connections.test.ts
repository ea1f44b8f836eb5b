import http from "node:http";
import net from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { respondToClientError, toNodeHandler, type Server, type ServerRequest } from "../../generated/server/index.js";
import { actionPath, createControlPlane, projectId, type Caller } from "./control-plane.js";
import { exampleOf } from "./examples.js";
import { listen, serve } from "./listen.js";

const path = actionPath("postgres", "add_ip");
const { body } = exampleOf("postgres", "add_ip");
const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer all\r\ncontent-type: application/json\r\n`;

/** A raw connection; `received` is all that has come. */
async function connect(port: number) {
  const socket = net.connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const connection = { socket, received: "", closed: false };
  socket.on("data", (data) => (connection.received += data.toString("latin1")));
  socket.on("close", () => (connection.closed = true));
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.on("connect", resolve));
  return connection;
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 5) {
    if (waited > 5000) throw new Error("It did not happen");
    await wait(5);
  }
}

test("a body that comes slowly, byte by byte", async () => {
  const { port } = await listen(createControlPlane().server);
  const { socket, ...rest } = await connect(port);
  const connection = rest;
  socket.on("data", (data) => (connection.received += data.toString()));
  const text = JSON.stringify(body);
  socket.write(`${head}content-length: ${text.length}\r\n\r\n`);
  for (const character of text) {
    socket.write(character);
    await wait(1);
  }
  await until(() => connection.received.includes('"enforced":true'));
  expect(connection.received).toMatch(/^HTTP\/1\.1 200 /);
});

/** The statuses that a server answers, also those that nobody is there to receive. */
function watchStatuses({ handle }: Pick<Server, "handle">): { server: Pick<Server, "handle">; statuses: number[] } {
  const statuses: number[] = [];
  const watched = async (request: ServerRequest) => {
    const response = await handle(request);
    statuses.push(response.status);
    return response;
  };
  return { server: { handle: watched }, statuses };
}

test("a body that ends early reaches no handler and is not an error of the server", async () => {
  const plane = createControlPlane();
  const { server, statuses } = watchStatuses(plane.server);
  const { port, send } = await listen(server);
  const { socket } = await connect(port);
  socket.write(`${head}content-length: 100\r\n\r\n{"ip":`);
  await wait(20);
  socket.destroy();
  await until(() => statuses.length > 0);
  expect([statuses, plane.ran, plane.log]).toEqual([[400], [], []]);
  expect((await send("GET", `/v1/projects/${projectId}`)).status).toBe(200);
});

test("a body that ended before it was requested", async () => {
  const plane = createControlPlane({
    authenticate: ({ signal }) =>
      new Promise<Caller>((resolve) => {
        signal!.addEventListener("abort", () => setTimeout(resolve, 20, { projects: [projectId], scopes: ["service:write"] }));
      }),
  });
  const { server, statuses } = watchStatuses(plane.server);
  const { port } = await listen(server);
  const { socket } = await connect(port);
  socket.write(`${head}content-length: 100\r\n\r\n{"ip":`);
  await wait(20);
  socket.destroy();
  await until(() => statuses.length > 0);
  expect([statuses, plane.ran, plane.log]).toEqual([[400], [], []]);
});

test("a request whose stream fails", async () => {
  const { server, statuses } = watchStatuses(createControlPlane().server);
  const headers = { authorization: "Bearer all", "content-type": "application/json" };
  const request = Object.assign(new Readable({ read: () => undefined }), { method: "POST", url: path, headers, complete: true });
  const unused = { write: () => true, flushHeaders: () => 0, destroy: () => 0 };
  const response = { ...unused, destroyed: false, writableFinished: false, writeHead: () => 0, end: () => 0, on: () => 0 };
  const answered = toNodeHandler(server)(request, response);
  request.destroy(new Error("reset"));
  await answered;
  expect(statuses).toEqual([400]);
});

test("a body that is announced too large is rejected at once", async () => {
  const handler = toNodeHandler(createControlPlane({ limits: { bodyBytes: 1000 } }).server);
  const { port } = await serve(http.createServer({ keepAliveTimeout: 60_000 }, handler));
  const connection = await connect(port);
  connection.socket.write(`${head}content-length: 1000000000\r\n\r\n{`);
  await until(() => connection.received.includes("payload_too_large"));
  expect(connection.received).toMatch(/^HTTP\/1\.1 413 /);
  await until(() => connection.closed);
});

test.each([
  ["too large", "Bearer all", 413],
  ["of an unknown caller", "Bearer nobody", 401],
])("an endless body, %s, gets a response and is disconnected", async (_, authorization, status) => {
  const { port } = await listen(createControlPlane({ limits: { bodyBytes: 1000 } }).server);
  const connection = await connect(port);
  connection.socket.write(`${head.replace("Bearer all", authorization)}transfer-encoding: chunked\r\n\r\n`);
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  let sent = 0;
  while (!connection.closed && sent < 200 * chunk.length) {
    if (connection.socket.write(chunk)) sent += chunk.length;
    await wait(1);
  }
  expect(connection.received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(connection.closed).toBe(true);
  expect(sent).toBeLessThan(100 * chunk.length);
});

test("a connection continues after a body that nobody read", async () => {
  const { port } = await listen(createControlPlane().server);
  const connection = await connect(port);
  const text = JSON.stringify({ ip: "203.0.113.7", description: "x".repeat(50_000) });
  const unauthorized = `${head.replace("Bearer all", "Bearer nobody")}content-length: ${text.length}\r\n\r\n${text}`;
  connection.socket.write(
    `${unauthorized}GET /v1/projects/${projectId} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer all\r\n\r\n`,
  );
  await until(() => connection.received.includes("web-shop"));
  expect(connection.received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"]);
});

test("handlers are notified that the caller disconnected, and errors that they throw then are ignored", async () => {
  let signal: AbortSignal | undefined;
  const { server, log } = createControlPlane({
    handlers: {
      getProject: async (call: { signal: AbortSignal }) => {
        signal = call.signal;
        await wait(10_000, undefined, { signal });
      },
    },
  });
  const { port } = await listen(server);
  const { socket } = await connect(port);
  socket.write(`GET /v1/projects/${projectId} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer all\r\n\r\n`);
  await until(() => signal !== undefined);
  expect(signal!.aborted).toBe(false);
  socket.destroy();
  await until(() => signal!.aborted);
  await wait(10);
  expect(log).toEqual([]);
});

test("handlers that check late are notified, too, and nothing is sent", async () => {
  let isAborted: boolean | undefined;
  let isGone = false;
  const { server } = createControlPlane({
    handlers: {
      getProject: async (call: { signal: AbortSignal }) => {
        while (!isGone) await wait(5);
        isAborted = call.signal.aborted;
        return undefined;
      },
    },
  });
  const handler = toNodeHandler(server);
  const sent: number[] = [];
  let isAnswered = false;
  const { port } = await serve(
    http.createServer((request, response) => {
      response.on("close", () => (isGone = true));
      Object.defineProperty(response, "writeHead", { value: (status: number) => sent.push(status) });
      void handler(request, response).then(() => (isAnswered = true));
    }),
  );
  const { socket } = await connect(port);
  socket.write(`GET /v1/projects/${projectId} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer all\r\n\r\n`);
  await wait(20);
  socket.destroy();
  await until(() => isAnswered);
  expect([isAborted, sent]).toEqual([true, []]);
});

test("a caller that received its response has not disconnected", async () => {
  let signal: AbortSignal | undefined;
  const { server } = createControlPlane({
    handlers: {
      "postgres.list_replicas": (call: { signal: AbortSignal }) => {
        ({ signal } = call);
        return { status: "ok", result: exampleOf("postgres", "list_replicas").result };
      },
    },
  });
  const { send } = await listen(server);
  expect((await send("POST", actionPath("postgres", "list_replicas"), { body: {} })).status).toBe(200);
  await wait(20);
  expect(signal!.aborted).toBe(false);
});

test.each([
  ["NONSENSE\r\n\r\n", 400, "invalid_request: The request is not HTTP."],
  [`GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`, 431, "headers_too_large: The headers are too large."],
  [`${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`, 400, "invalid_request: The request is not HTTP."],
  [`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400, "invalid_request: The request is not HTTP."],
  [`${head}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400, "invalid_request: The request is not HTTP."],
])("a request that is not HTTP gets an error body: %j", async (text, status, error) => {
  const { port } = await listen(createControlPlane().server);
  const connection = await connect(port);
  connection.socket.write(text);
  await until(() => connection.closed);
  expect(connection.received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(connection.received).toContain(`\r\n\r\n${JSON.stringify({ error })}`);
});

test("a request that takes too long gets an error body", async () => {
  const { server } = createControlPlane();
  const slow = http.createServer(
    { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 },
    toNodeHandler(server),
  );
  const { port } = await serve(slow.on("clientError", respondToClientError));
  const connection = await connect(port);
  connection.socket.write(`${head}content-length: 10\r\n\r\n{`);
  await until(() => connection.closed);
  expect(connection.received).toMatch(/^HTTP\/1\.1 408 /);
  expect(connection.received).toContain('{"error":"request_timeout: The request took too long."}');
});

test("a body that was already read is a mistake of the application", async () => {
  const { server, log } = createControlPlane();
  const handler = toNodeHandler(server);
  const { port } = await serve(
    http.createServer((request, response) => {
      request.resume().on("end", () => void handler(request, response));
    }),
  );
  const connection = await connect(port);
  connection.socket.write(`${head}content-length: 2\r\n\r\n{}`);
  await until(() => connection.received.includes("internal: "));
  expect(log[0]!.error).toEqual(new TypeError("The body was already read: don't use body parsers on this route"));
});

test("many calls at once keep their responses apart", async () => {
  const { server } = createControlPlane({
    handlers: {
      "postgres.add_ip": async (call: { body: { ip: string } }) => {
        await wait(Math.random() * 10);
        const { result } = exampleOf("postgres", "add_ip");
        return { status: "ok", message: call.body.ip, result };
      },
    },
  });
  const { send } = await listen(server);
  const addresses = Array.from({ length: 100 }, (_, index) => `203.0.113.${index}`);
  const answers = await Promise.all(addresses.map((ip) => send("POST", path, { body: { ip } })));
  expect(answers.map(({ json }) => (json as { message: string }).message)).toEqual(addresses);
});

test("pipelined requests are handled one after the other", async () => {
  const urls: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const handle = async ({ url }: ServerRequest) => {
    urls.push(url);
    await released;
    return { status: 200, headers: {}, body: url };
  };
  const { port } = await listen({ handle });
  const connection = await connect(port);
  connection.socket.write(
    ["/1", "/2", "/3"].map((url) => `POST ${url} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`).join(""),
  );
  await until(() => urls.length > 0);
  await wait(50);
  expect(urls).toEqual(["/1"]);
  release();
  await until(() => connection.received.endsWith("/3"));
  expect(connection.received.match(/\/\d$|\/\d(?=HTTP)/g)).toEqual(["/1", "/2", "/3"]);
});

test("pipelined requests behind one that is cut off reach no handler", async () => {
  const events: string[] = [];
  const handle = ({ url, signal }: ServerRequest) => {
    events.push(url);
    return new Promise<never>(() => signal!.addEventListener("abort", () => events.push(`${url} aborted`)));
  };
  const { port } = await listen({ handle });
  const { socket } = await connect(port);
  socket.write("GET /1 HTTP/1.1\r\nhost: x\r\n\r\n".repeat(3));
  await until(() => events.length > 0);
  await wait(50);
  socket.destroy();
  await until(() => events.includes("/1 aborted"));
  await wait(50);
  expect(events).toEqual(["/1", "/1 aborted"]);
});

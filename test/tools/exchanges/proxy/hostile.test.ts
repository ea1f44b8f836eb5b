import type http from "node:http";
import net, { type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { sendJson, sendRaw, startProxied } from "./proxied.js";

const shop = '{"id":7,"type":"bakery"}';
const shopResponse = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${shop.length}\r\n\r\n${shop}`;
const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";

/** An API that sends bytes as they are; returns all that it received. */
function rawApi(respond: (socket: Socket, received: string) => void) {
  const received = { text: "", open: 0 };
  const api = net.createServer((socket) => {
    received.open++;
    socket.setEncoding("latin1").on("error", () => undefined);
    socket.on("close", () => received.open--);
    socket.on("data", (chunk: string) => {
      received.text += chunk;
      respond(socket, chunk);
    });
  }) as unknown as http.Server;
  api.closeAllConnections = () => undefined;
  return { api, received };
}

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: h\r\n${headers}\r\n`;
const last = "Connection: close\r\n";

/** Connects and sends; the caller ends the connection. */
function connect(port: number, text: string): Socket {
  const socket = net.connect(port, "127.0.0.1", () => socket.write(text));
  socket.on("error", () => undefined);
  return socket;
}

describe("what isn't forwarded", () => {
  test.each([
    ["a fragment", get("/shops/7#/../admin", last)],
    ["HTTP/0.9", "GET /shops/7\r\n\r\n"],
    ["chunks in HTTP/1.0", "POST /orders HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ])("%s", async (_, text) => {
    const { api, received } = rawApi((socket) => socket.end(shopResponse));
    const { port } = await startProxied(api);
    expect(await sendRaw(port, text)).toMatch(/^HTTP\/1\.1 400/);
    expect(received.text).toBe("");
  });

  test("no more than 100 pipelined requests that wait", async () => {
    const { api, received } = rawApi(() => undefined);
    const { port } = await startProxied(api);
    expect(await sendRaw(port, get("/shops/7").repeat(102))).toBe("");
    await expect.poll(() => received.open).toBe(0);
  });

  test("CONNECT of a client that resets the connection", async () => {
    const { origin, port } = await startProxied((_, response) => response.end());
    for (let index = 0; index < 10; index++) {
      const socket = connect(port, "CONNECT elsewhere.example:1 HTTP/1.1\r\nHost: e\r\n\r\n");
      await new Promise((resolve) => setTimeout(resolve, index % 3));
      socket.resetAndDestroy();
    }
    expect((await fetch(`${origin}/shops/7`)).status).toBe(200);
  });
});

describe("what is forwarded", () => {
  test("each byte of headers and of the status text, in both directions", async () => {
    const { api, received } = rawApi((socket) => {
      socket.write("HTTP/1.1 200 Gr\xfcn\r\nX-Name: \xc3\xbc\xff\r\nTransfer-Encoding: chunked\r\n\r\n", "latin1");
      setTimeout(() => socket.write("0\r\n\r\n"), 30);
    });
    const { port } = await startProxied(api);
    const text = await sendRaw(port, Buffer.from(get("/shops/7", `X-Name: \xc3\xbc\xff\r\n${last}`), "latin1"));
    expect(text).toMatch(/^HTTP\/1\.1 200 Gr\xfcn\r\nX-Name: \xc3\xbc\xff\r\n/);
    expect(received.text).toContain("X-Name: \xc3\xbc\xff\r\n");
  });

  test("as many headers as fit", async () => {
    const { api, received } = rawApi((socket) => socket.end(shopResponse));
    const { port } = await startProxied(api);
    await sendRaw(port, get("/shops/7", `${"a:\r\n".repeat(2_500)}X-Last: 1\r\n${last}`));
    expect(received.text).toContain("X-Last: 1\r\n");
  });

  test("interim responses, up to a limit", async () => {
    const { api } = rawApi((socket) =>
      socket.write(`${"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(50)}${shopResponse}`),
    );
    const { port } = await startProxied(api);
    const text = await sendRaw(port, get("/shops/7", last));
    expect(text.split("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")).toHaveLength(21);
    expect(text).toMatch(/\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  test("OPTIONS * to an API below a path", async () => {
    const { api, received } = rawApi((socket) => socket.end(shopResponse));
    const { port } = await startProxied(api, { basePath: "/v1" });
    await sendRaw(port, `OPTIONS * HTTP/1.1\r\nHost: h\r\n${last}\r\n`);
    expect(received.text).toMatch(/^OPTIONS \* HTTP/);
  });
});

describe("clients that leave", () => {
  test.each([
    ["events", "Content-Type: text/event-stream\r\n\r\ndata: 1\n\n"],
    ["a download", `Content-Length: 90000000\r\n\r\n${"x".repeat(100_000)}`],
    ["a response that nobody reads and that has no length", `Connection: close\r\n\r\n${"x".repeat(3_000_000)}`],
  ])("end %s of the API", async (_, rest) => {
    const { api, received } = rawApi((socket) => void socket.write(`HTTP/1.1 200 OK\r\n${rest}`));
    const { port, proxy, finish } = await startProxied(api);
    const socket = connect(port, get("/shops/7"));
    socket.once("data", () => socket.destroy());
    await expect.poll(() => proxy.inspector.counts).toMatchObject({ exchanges: 1, unchecked: 1 });
    await expect.poll(() => received.open).toBe(0);
    expect(proxy.inspector.budget.bytes).toBe(256 * 1024 * 1024);
    expect((await finish()).join()).not.toContain("api-silent");
  });

  test("end the rest of an upload that has its response", async () => {
    const { api, received } = rawApi((socket, text) => void (text.startsWith("POST") && socket.write(shopResponse)));
    const { port } = await startProxied(api);
    const socket = connect(port, "POST /orders HTTP/1.1\r\nHost: h\r\nContent-Length: 9000\r\n\r\nabc");
    socket.once("data", () => setTimeout(() => socket.destroy(), 30));
    await expect.poll(() => received.text).toContain("abc");
    await expect.poll(() => received.open).toBe(0);
  });
});

describe("APIs that don't keep to HTTP", () => {
  test.each([
    ["a protocol that nobody asked for", `HTTP/1.1 101 Switching Protocols\r\n${upgrade}\r\nabc`, "changes the protocol"],
    ["a status below 100", "HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n", "that can't be passed on"],
    ["chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "its version of HTTP"],
  ])("%s: 502", async (_, text, reason) => {
    const { api } = rawApi((socket) => socket.write(text));
    const { port, finish } = await startProxied(api);
    expect(await sendRaw(port, get("/shops/7", last))).toMatch(/^HTTP\/1\.1 502/);
    expect((await finish()).join()).toContain(reason);
  });

  test("a response that breaks off is a finding", async () => {
    const { api } = rawApi((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"),
    );
    const { port, finish } = await startProxied(api);
    await sendRaw(port, get("/shops/7", last));
    expect(await finish()).toEqual(["- api-silent the API gave no response to GET: the response ended early (1)"]);
  });

  test.each([
    ["to HEAD", "HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 42\r\n\r\n"],
    ["with 204", "DELETE", "HTTP/1.1 204 No Content\r\n\r\n"],
    ["with more than its length", "GET", shopResponse],
  ])("a body %s is never another's response", async (_, method, head) => {
    let isFirst = true;
    const { api } = rawApi((socket) => {
      socket.write(isFirst ? `${head}HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nPOISON` : shopResponse);
      isFirst = false;
    });
    const { port } = await startProxied(api);
    const text = await sendRaw(port, `${method} /shops/7 HTTP/1.1\r\nHost: h\r\n\r\n${get("/shops/8", last)}`);
    expect(text).not.toContain("POISON");
  });
});

describe("upgrades", () => {
  test("wait for the responses of earlier requests", async () => {
    const { api } = rawApi((socket, text) => {
      if (text.includes("/chat")) socket.write(`HTTP/1.1 101 Switching Protocols\r\n${upgrade}\r\nhello`);
      else setTimeout(() => socket.write(shopResponse), 50);
    });
    const { port } = await startProxied(api);
    let text = "";
    const socket = connect(port, get("/shops/7") + get("/chat", upgrade)).on("data", (chunk) => (text += String(chunk)));
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200[\s\S]*"bakery"\}HTTP\/1\.1 101[\s\S]*hello$/);
    socket.destroy();
  });

  test("that the API refuses are exchanges like others", async () => {
    const { port, finish } = await startProxied((_, response) => sendJson(response, 200, { id: "x", type: "bakery" }));
    const text = await sendRaw(port, get("/shops/7", upgrade));
    expect(text).toMatch(/\{"id":"x","type":"bakery"\}/);
    expect((await finish()).join()).toContain('getShop: "/response/body/id" must be integer');
  });

  test("are no way around --enforce", async () => {
    const { api, received } = rawApi((socket) => socket.write(shopResponse.replace("7,", '"",').replace("24", "25")));
    const { port } = await startProxied(api, { isEnforcing: true });
    expect(await sendRaw(port, get("/shops/x", upgrade))).toMatch(/^HTTP\/1\.1 400/);
    expect(received.text).toBe("");
    expect(await sendRaw(port, get("/shops/7", upgrade))).toMatch(/^HTTP\/1\.1 502/);
  });

  test("whose response breaks off break off", async () => {
    const { api } = rawApi((socket) => {
      socket.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\n\r\nabc");
      setTimeout(() => socket.resetAndDestroy(), 30);
    });
    const { port } = await startProxied(api);
    expect(await sendRaw(port, get("/chat", upgrade))).toMatch(/\r\n\r\nabc$/);
  });
});

describe("--enforce", () => {
  const post = (headers: string, body: string) =>
    `POST /orders HTTP/1.1\r\nHost: h\r\n${headers}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  test.each([
    ["a body of another type", post("Content-Type: text/plain\r\n", "item=a")],
    ["several types", post("Content-Type: application/x-www-form-urlencoded\r\nContent-Type: text/plain\r\n", "itex=a")],
    ["no type", post("", "item=a")],
    ["a content coding", post("Content-Type: application/x-www-form-urlencoded\r\nContent-Encoding: gzip\r\n", "item=a")],
    ["a parameter that is not forwarded", get("/shops/7", "X-Trace: zz\r\nConnection: close\r\n")],
  ])("rejects %s", async (_, text) => {
    const { api, received } = rawApi((socket) => socket.end(shopResponse));
    const { port } = await startProxied(api, { isEnforcing: true });
    expect(await sendRaw(port, text)).toMatch(/^HTTP\/1\.1 400/);
    expect(received.text).toBe("");
  });

  test("validates what is forwarded: headers that connection names are not", async () => {
    const { api, received } = rawApi((socket) => socket.end(shopResponse));
    const { port, finish } = await startProxied(api, { isEnforcing: true });
    const text = await sendRaw(port, get("/shops/7", "X-Trace: not hexadecimal\r\nConnection: close, X-Trace\r\n"));
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    expect(received.text).not.toContain("X-Trace");
    expect(await finish()).toEqual([]);
  });
});

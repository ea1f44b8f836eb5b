import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sendJson, sendRaw, startProxied } from "./proxied.js";

const shop = { id: 7, type: "bakery" };

/** An API that responds with what it received. */
function echo(request: http.IncomingMessage, response: http.ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method, url, rawHeaders, rawTrailers } = request;
    sendJson(response, 200, { method, url, rawHeaders, rawTrailers, body: Buffer.concat(chunks).toString("latin1") });
  });
}

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly rawTrailers: readonly string[];
  readonly body: string;
}

/** The echoes in what came back on a connection. */
function echoes(text: string): Echo[] {
  return [...text.matchAll(/\{"method".*?\}(?=\r?\n|HTTP|$)/g)].map(([json]) => JSON.parse(json) as Echo);
}

describe("what is forwarded", () => {
  test("method, path, query, repeated headers with their case, and the body", async () => {
    const { port } = await startProxied(echo);
    const text = await sendRaw(
      port,
      "PATCH /a%2Fb//c/..;x?q=1&q=%20 HTTP/1.1\r\nHost: anything\r\nX-One: a\r\nx-one: b\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc",
    );
    const [received] = echoes(text);
    expect(received).toMatchObject({ method: "PATCH", url: "/a%2Fb//c/..;x?q=1&q=%20", body: "abc" });
    expect(received!.rawHeaders.join(" ")).toContain("X-One a x-one b Content-Length 3");
  });

  test("neither hop-by-hop headers nor those that connection names, in both directions", async () => {
    const { port } = await startProxied((request, response) => {
      const seen = Object.keys(request.headers).sort();
      response.writeHead(200, {
        "content-type": "application/json",
        connection: "x-hop",
        "x-hop": "1",
        "x-end": "1",
        "proxy-authenticate": "Basic",
      });
      response.end(JSON.stringify(seen));
    });
    const text = await sendRaw(
      port,
      "GET /shops/7 HTTP/1.1\r\nHost: h\r\nConnection: close, X-Secret-Hop, Content-Length\r\nX-Secret-Hop: 1\r\nKeep-Alive: timeout=9\r\nProxy-Authorization: x\r\nTE: gzip\r\nX-Kept: 1\r\n\r\n",
    );
    expect(text).toContain('["connection","host","via","x-kept"]');
    expect(text).toMatch(/x-end: 1/);
    expect(text).not.toMatch(/x-hop|proxy-authenticate/);
  });

  test("trailers of requests and responses", async () => {
    const { port } = await startProxied((request, response) => {
      request.resume().on("end", () => {
        response.writeHead(200, { "content-type": "application/json", trailer: "x-sum" });
        response.write("{}");
        response.addTrailers({ "x-sum": request.rawTrailers.join("=") });
        response.end();
      });
    });
    const text = await sendRaw(
      port,
      "POST /orders HTTP/1.1\r\nHost: h\r\nTE: trailers\r\nTrailer: X-Check\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\nX-Check: 9\r\nAuthorization: x\r\n\r\n",
    );
    expect(text).toMatch(/x-sum: X-Check=9\r\n\r\n$/);
  });

  test("pipelined requests, one after the other and in their order", async () => {
    const active = { now: 0, most: 0 };
    const { port } = await startProxied((request, response) => {
      active.most = Math.max(active.most, ++active.now);
      setTimeout(
        () => {
          active.now--;
          sendJson(response, 200, { at: request.url });
        },
        request.url === "/1" ? 60 : 1,
      );
    });
    const requests = ["1", "2", "3"].map(
      (path) => `GET /${path} HTTP/1.1\r\nHost: h\r\n${path === "3" ? "Connection: close\r\n" : ""}\r\n`,
    );
    const text = await sendRaw(port, requests.join(""));
    expect([...text.matchAll(/"at":"(.*?)"/g)].map(([, path]) => path)).toEqual(["/1", "/2", "/3"]);
    expect(active.most).toBe(1);
  });

  test("redirects, cookies and dates unchanged, and compressed bodies as they are", async () => {
    const body = gzipSync(JSON.stringify({ id: "seven", type: "bakery" }));
    const { origin, finish } = await startProxied((request, response) => {
      response.sendDate = false;
      response.setHeader("set-cookie", ["a=1; Domain=api.example", "b=2"]);
      if (request.url === "/shops/1") return void response.writeHead(302, { location: "http://elsewhere.example/x" }).end();
      response.writeHead(200, "Fine", { "content-type": "application/json", "content-encoding": "gzip" }).end(body);
    });
    const redirect = await fetch(`${origin}/shops/1`, { redirect: "manual" });
    expect(redirect.headers.get("location")).toBe("http://elsewhere.example/x");
    expect(redirect.headers.get("date")).toBe(null);
    expect(redirect.headers.getSetCookie()).toEqual(["a=1; Domain=api.example", "b=2"]);
    const response = await fetch(`${origin}/shops/7`);
    expect([response.statusText, await response.json()]).toEqual(["Fine", { id: "seven", type: "bakery" }]);
    expect((await finish()).join("\n")).toContain('getShop: "/response/body/id" must be integer');
  });

  test("Location and cookies are rewritten on request", async () => {
    const { origin } = await startProxied(
      (request, response) => {
        const api = `http://${request.headers.host}`;
        response.setHeader("set-cookie", ["a=1; Domain=127.0.0.1; Path=/v1/shops; Secure; HttpOnly"]);
        response.writeHead(302, { location: `${request.url === "/v1/2" ? "https://elsewhere.example" : api}/v1/next` }).end();
      },
      { rewrites: true, basePath: "/v1/" },
    );
    const inside = await fetch(`${origin}/1`, { redirect: "manual" });
    expect(inside.headers.get("location")).toBe(`${origin}/next`);
    expect(inside.headers.getSetCookie()).toEqual(["a=1; Path=/shops; HttpOnly"]);
    const outside = await fetch(`${origin}/2`, { redirect: "manual" });
    expect(outside.headers.get("location")).toBe("https://elsewhere.example/v1/next");
  });

  test("a response of HEAD and statuses without a body", async () => {
    const { port } = await startProxied((request, response) => {
      if (request.method === "HEAD") response.writeHead(200, { "content-length": 24, "content-type": "application/json" }).end();
      else response.writeHead(204).end();
    });
    const text = await sendRaw(
      port,
      "HEAD /shops/7 HTTP/1.1\r\nHost: h\r\n\r\nDELETE /shops/7 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-length: 24/);
    expect(text).toMatch(/\r\n\r\nHTTP\/1\.1 204 No Content/);
  });

  test("waits for 100 Continue of the API", async () => {
    const api = http.createServer(echo);
    const { origin } = await startProxied(api);
    api.on("checkContinue", (request, response) => {
      response.writeContinue();
      echo(request, response);
    });
    const request = http.request(`${origin}/orders`, {
      method: "POST",
      headers: { expect: "100-continue", "content-length": 2 },
    });
    request.on("continue", () => request.end("ok"));
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    expect(await text(response)).toContain('"body":"ok"');
  });
});

async function text(response: http.IncomingMessage): Promise<string> {
  let all = "";
  for await (const chunk of response) all += String(chunk);
  return all;
}

describe("only the API is contacted", () => {
  test.each([
    ["a whole URL", "GET http://elsewhere.example:1/shops/7?x=1 HTTP/1.1\r\nHost: elsewhere.example:1", "/shops/7?x=1"],
    ["a URL with a user", "GET http://a@elsewhere.example/shops/7 HTTP/1.1\r\nHost: a", "/shops/7"],
    ["a path like an authority", "GET //elsewhere.example/shops/7 HTTP/1.1\r\nHost: h", "//elsewhere.example/shops/7"],
    ["another host", "GET /shops/7 HTTP/1.1\r\nHost: 169.254.169.254", "/shops/7"],
    [
      "forwarded hosts",
      "GET /shops/7 HTTP/1.1\r\nHost: h\r\nX-Forwarded-Host: elsewhere.example\r\nForwarded: host=e",
      "/shops/7",
    ],
    ["a URL without a path", "GET http://elsewhere.example HTTP/1.1\r\nHost: h", "/"],
  ])("%s", async (_, head, url) => {
    const { port } = await startProxied(echo);
    const received = echoes(await sendRaw(port, `${head}\r\nConnection: close\r\n\r\n`))[0]!;
    expect(received.url).toBe(url);
    expect(received.rawHeaders[1]).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  test.each(["CONNECT elsewhere.example:443", "GET elsewhere.example:80", "GET ftp://elsewhere.example/x"])(
    "not by %s",
    async (line) => {
      let calls = 0;
      const { port } = await startProxied((_, response) => void (calls++, response.end()));
      expect(await sendRaw(port, `${line} HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 4\d\d /,
      );
      expect(calls).toBe(0);
    },
  );

  test("not itself, in a circle", async () => {
    const { port, proxy } = await startProxied((request, response) => {
      // An API that forwards back to the proxy.
      http.get({ port, path: request.url, headers: { via: request.headers.via } }, (inner) =>
        response.writeHead(inner.statusCode!).end(),
      );
    });
    expect(await sendRaw(port, "GET /shops/7 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 508/);
    expect(proxy.inspector.failure).toBe(undefined);
  });
});

describe("ambiguous requests are rejected, and nothing of them is forwarded", () => {
  test.each([
    ["two lengths", "Content-Length: 3\r\nContent-Length: 4"],
    ["the same length twice", "Content-Length: 3\r\nContent-Length: 3"],
    ["a list of lengths", "Content-Length: 3, 3"],
    ["a length and chunks", "Content-Length: 3\r\nTransfer-Encoding: chunked"],
    ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 3"],
    ["two codings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"],
    ["another coding last", "Transfer-Encoding: chunked, identity"],
    ["another coding first", "Transfer-Encoding: gzip, chunked"],
    ["an obfuscated coding", "Transfer-Encoding: xchunked"],
    ["a space before the colon", "Transfer-Encoding : chunked"],
    ["a folded header", "X: a\r\n Transfer-Encoding: chunked"],
    ["a bare line feed", "X: a\nTransfer-Encoding: chunked"],
    ["a negative length", "Content-Length: -1"],
    ["a signed length", "Content-Length: +3"],
    ["two hosts", "Host: other"],
    ["a hexadecimal length", "Content-Length: 0x3"],
  ])("%s", async (_, header) => {
    const received: string[] = [];
    const { port } = await startProxied((request, response) => {
      received.push(request.url!);
      request.resume().on("end", () => response.end());
    });
    const smuggled = "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n";
    const text = await sendRaw(port, `POST /orders HTTP/1.1\r\nHost: h\r\n${header}\r\n\r\n${smuggled}`);
    expect(text).toMatch(/^HTTP\/1\.1 (?:400|501)/);
    expect(received).toEqual([]);
  });

  test("chunks are parsed and written anew", async () => {
    const { port } = await startProxied(echo);
    const text = await sendRaw(
      port,
      "POST /orders HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: CHUNKED\r\nConnection: close\r\n\r\n1;x=y\r\na\r\n2\r\nbc\r\n0\r\n\r\n",
    );
    expect(echoes(text)[0]).toMatchObject({ body: "abc" });
  });

  test("responses, too", async () => {
    const api = net.createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () =>
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
      );
    }) as unknown as http.Server;
    api.closeAllConnections = () => undefined;
    const { port } = await startProxied(api);
    expect(await sendRaw(port, "GET /shops/7 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 502/);
  });
});

describe("upgrades", () => {
  /** An API that switches to another protocol and sends everything back. */
  function switching(): http.Server {
    const api = http.createServer(echo);
    api.on("upgrade", (request, socket, head) => {
      socket.on("error", () => undefined);
      if (request.url === "/denied") return void socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: x\r\n\r\n`,
      );
      socket.write(head);
      socket.pipe(socket);
    });
    return api;
  }

  test("pass in both directions", async () => {
    const { port, proxy } = await startProxied(switching());
    const socket = net.connect(port, "127.0.0.1");
    socket.setEncoding("latin1");
    socket.write(
      "GET /chat HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: k\r\n\r\nearly",
    );
    let all = "";
    socket.on("data", (chunk: string) => (all += chunk));
    await expect
      .poll(() => all)
      .toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n[\s\S]*Sec-WebSocket-Accept: x[\s\S]*\r\n\r\nearly$/);
    socket.write("\u0081later", "latin1");
    await expect.poll(() => all).toMatch(/early\u0081later$/);
    socket.end();
    expect(proxy.inspector.counts.passedThrough).toBe(1);
  });

  test("can be denied", async () => {
    const { port } = await startProxied(switching());
    const text = await sendRaw(port, "GET /denied HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    expect(text).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*\r\n\r\nno$/);
  });

  test("an offer of HTTP/2 is ignored", async () => {
    const { port } = await startProxied(switching());
    const text = await sendRaw(
      port,
      "POST /orders HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nContent-Length: 3\r\n\r\nabc",
    );
    expect(echoes(text)[0]).toMatchObject({ method: "POST", body: "abc" });
  });
});

describe("failures", () => {
  test("an API that is not there is 502, in the contract's shape, and a finding", async () => {
    const { origin, proxy, finish } = await startProxied((request) => void request.socket.destroy());
    const response = await fetch(`${origin}/shops/7`);
    expect([response.status, await response.json()]).toEqual([502, { error: "bad_gateway: The API gave no response." }]);
    expect(proxy.inspector.counts.brokenOff).toBe(1);
    expect(await finish()).toEqual(["- api-silent the API gave no response to GET: ECONNRESET (1)"]);
  });

  test("an API that begins no response is 504", async () => {
    const { origin } = await startProxied(() => undefined, { headTimeout: 50 });
    expect((await fetch(`${origin}/shops/7`)).status).toBe(504);
  });

  test("a response that breaks off breaks off", async () => {
    const { origin } = await startProxied((request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
      setTimeout(() => request.socket.destroy(), 20);
    });
    const response = await fetch(`${origin}/shops/7`);
    await expect(response.text()).rejects.toThrow("terminated");
  });

  test("a client that breaks off ends the call of the API", async () => {
    let isClosed = false;
    const { port, proxy } = await startProxied((_, response) => void response.on("close", () => (isClosed = true)));
    const socket = net.connect(port, "127.0.0.1", () => socket.write("GET /shops/7 HTTP/1.1\r\nHost: h\r\n\r\n"));
    setTimeout(() => socket.destroy(), 50);
    await expect.poll(() => isClosed).toBe(true);
    await expect.poll(() => proxy.inspector.counts.brokenOff).toBe(1);
  });

  test("a client that breaks off its upload does, too", async () => {
    let isAborted = false;
    const { port } = await startProxied((request) => {
      request.on("error", () => undefined).on("close", () => (isAborted = !request.complete));
      request.resume();
    });
    const socket = net.connect(port, "127.0.0.1", () =>
      socket.write("POST /orders HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc"),
    );
    setTimeout(() => socket.destroy(), 50);
    await expect.poll(() => isAborted).toBe(true);
  });

  test("a connection that the API has closed meanwhile is replaced", async () => {
    const api = http.createServer((_, response) => sendJson(response, 200, shop));
    api.keepAliveTimeout = 1;
    const { origin } = await startProxied(api);
    const statuses: number[] = [];
    for (let index = 0; index < 30; index++) {
      statuses.push((await fetch(`${origin}/shops/7`)).status);
      await new Promise((resolve) => setTimeout(resolve, index % 5));
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("further connections than the limit are closed", async () => {
    const { port } = await startProxied((_, response) => response.end(), { maxConnections: 5 });
    const sockets = Array.from({ length: 20 }, () => net.connect(port, "127.0.0.1"));
    let closed = 0;
    for (const socket of sockets) socket.on("error", () => undefined).on("close", () => closed++);
    await expect.poll(() => closed).toBe(15);
    for (const socket of sockets) socket.destroy();
  });
});

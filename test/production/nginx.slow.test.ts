import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import http2 from "node:http2";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CallEnd, CallStart } from "../../templates/runtime/server/observed-call.js";
import { repositoryPath } from "../support/repository.js";
import { compileFleet, places } from "./fleet.js";
import { authorization, connect, read, type Sent } from "./http2.js";

const isInstalled = existsSync("/usr/sbin/nginx") && existsSync("/usr/bin/openssl");

const { load } = await compileFleet();

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts nginx with the recipe in front of a server; returns its port. */
async function startNginx(address: string): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), "nginx-"));
  const [key, certificate] = ["key.pem", "certificate.pem"].map((name) => path.join(folder, name)) as [string, string];
  const request = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-subj",
    "/CN=localhost",
  ];
  execFileSync("/usr/bin/openssl", [...request, "-keyout", key, "-out", certificate, "-days", "2"], { stdio: "ignore" });
  const port = await freePort();
  const recipe = readFileSync(repositoryPath("recipes/nginx.conf"), "utf8")
    .replace("127.0.0.1:8080", address)
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("/etc/nginx/tls/certificate.pem", certificate)
    .replace("/etc/nginx/tls/key.pem", key);
  mkdirSync(path.join(folder, "temp"));
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/temp/${name};`);
  const config = path.join(folder, "nginx.conf");
  const http = `http {\n${folders.join("\n")}\naccess_log off;\n${recipe}\n}`;
  writeFileSync(config, `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents { }\n${http}\n`);
  const child = spawn("/usr/sbin/nginx", ["-p", folder, "-c", config, "-e", path.join(folder, "error.log")], {
    stdio: "inherit",
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          const socket = net.connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
          socket.on("connect", () => socket.destroy());
        }),
      { timeout: 20_000 },
    )
    .toBe(true);
  return port;
}

/** The fleet behind nginx, by an adapter. */
async function start(place: string) {
  const { createMemoryStore } = await load("generated/server/index.ts");
  const { createFleet } = await load("application.ts");
  const calls: (CallStart & CallEnd)[] = [];
  const { server, counters } = createFleet({
    store: createMemoryStore(),
    log: () => undefined,
    basePath: "/inventory/v2",
    onCall: async (call: CallStart, next: () => Promise<CallEnd>) => {
      const { method, url, headers, requestId } = call;
      calls.push({ method, url, headers, requestId, ...(await next()) });
    },
  });
  const port = await startNginx(new URL(await places[place]!.serve(load, server)).host);
  return { port, counters, calls };
}

const base = "/inventory/v2/terminals/trm_north";

/** A request by HTTP/1.1. */
function request(port: number, target: string, { method = "GET", headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }>((resolve, reject) => {
    const all = { ...authorization, ...headers };
    const outgoing = https.request(
      { port, host: "127.0.0.1", path: target, method, headers: all, rejectUnauthorized: false, agent: false },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject).end(body);
  });
}

describe.skipIf(!isInstalled).each(["node", "fetch"])(
  "behind nginx, if /usr/sbin/nginx and openssl are installed, by %s",
  (place) => {
    test("paths arrive unchanged, and the proxy's Forwarded is the only one", async () => {
      const { port, calls } = await start(place);
      const forged = { forwarded: "for=10.0.0.1;proto=http", "x-forwarded-for": "10.0.0.1" };
      const machine = await request(port, `${base}/machines/mch_crane`, { headers: forged });
      expect([machine.status, machine.headers["etag"]]).toEqual([200, '"1"']);
      expect((await request(port, `${base}/machines/mch%2Fcrane//`)).status).toBe(404);
      expect((await request(port, `${base}/machines/mch%2Fcrane`)).text).toContain("machine_id");
      expect((await request(port, `${base}/machines/mch_crane`, { headers: { "if-none-match": '"1"' } })).status).toBe(304);
      await expect.poll(() => calls.length).toBe(4);
      expect(calls[0]!.headers).toMatchObject({ forwarded: 'for=127.0.0.1;host="127.0.0.1";proto=https' });
      expect(calls[0]!.headers["x-forwarded-for"]).toBeUndefined();
      expect(calls.map(({ url }) => url.replace(/^http:\/\/[^/]+/, ""))[2]).toBe(`${base}/machines/mch%2Fcrane`);
    });

    test("HTTP/2: actions, errors and many calls at once", async () => {
      const { port } = await start(place);
      const send = connect(`https://127.0.0.1:${port}`);
      const headers = { "content-type": "application/json", "idempotency-key": "key-of-nginx" };
      const order = { method: "POST", headers, body: '{"plate":"HH 1"}' };
      const admitted = await read(send(`${base}/machines/mch_gate/orders/admit`, order));
      expect(admitted).toMatchObject({ status: 200, text: expect.stringContaining("ticket") as string });
      expect((await read(send(`${base}/machines/mch_gate/orders/admit`, order))).text).toBe(admitted.text);
      expect((await read(send(`${base}/machines`, { headers: { authorization: "" } }))).status).toBe(401);
      const all = await Promise.all(Array.from({ length: 40 }, () => read(send(`${base}/machines`))));
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    });

    test("events pass at once, and end with their callers", async () => {
      const { port, counters, calls } = await start(place);
      const stream = connect(`https://127.0.0.1:${port}`)(`${base}/readings`);
      let text = "";
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
      await expect.poll(() => text).toContain("tonnes");
      expect([counters.openStreams, stream.closed]).toEqual([1, false]);
      stream.close(http2.constants.NGHTTP2_CANCEL);
      await expect.poll(() => counters.openStreams, { timeout: 5_000 }).toBe(0);
      await expect.poll(() => calls[0]?.isAborted).toBe(true);
    });

    test("uploads arrive while they are sent, and are rejected early", async () => {
      const { port, counters } = await start(place);
      const octets = { "content-type": "application/octet-stream" };
      const bytes = new Uint8Array(3_000_000);
      const put = { method: "PUT", headers: octets };
      expect((await read(connect(`https://127.0.0.1:${port}`)(`${base}/firmware`, { ...put, body: bytes }))).text).toBe(
        '{"name":"firmware","bytes":3000000}',
      );
      expect(JSON.parse((await request(port, `${base}/firmware`, { ...put, body: bytes })).text)).toMatchObject({
        bytes: 3_000_000,
      });
      const large = new Uint8Array(20_000_000);
      const unknown = { ...octets, authorization: "Bearer nobody" };
      expect((await request(port, `${base}/firmware`, { ...put, headers: unknown, body: large })).status).toBe(401);
      expect((await request(port, `${base}/firmware`, { ...put, body: large })).status).toBe(413);
      const slow = https.request({
        port,
        host: "127.0.0.1",
        path: `${base}/firmware`,
        method: "PUT",
        rejectUnauthorized: false,
        agent: false,
        headers: { ...authorization, ...octets, "content-length": 1_000_000 },
      });
      slow.on("error", () => undefined);
      slow.write(new Uint8Array(1_000));
      // The handler has it before it is complete.
      await expect.poll(() => counters.openUploads).toBe(1);
      slow.destroy();
      await expect.poll(() => counters.openUploads, { timeout: 5_000 }).toBe(0);
    });
  },
);

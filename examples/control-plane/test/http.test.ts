import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createListener, patience } from "../src/http/endpoints.js";
import { usePlane } from "./support/control-plane.js";

const metricsKey = "key-of-the-metrics";
const plane = usePlane({ metricsKey });

const scrape = (headers: Record<string, string> = { authorization: `Bearer ${metricsKey}` }) =>
  fetch(`${plane.current.url}/metrics`, { headers });

/** It makes the certificates of tests. */
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

test("health reports whether the database responds", async () => {
  const response = await fetch(`${plane.current.url}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ready: true });
});

test("metrics count responses", async () => {
  const { api } = plane.current;
  await api.list();
  await api.get("ffffffff-ffff-4fff-8fff-ffffffffffff");
  const read = async () => (await scrape()).text();
  // A response is counted when its connection is done with it, which may be after its client has read it.
  await expect.poll(read).toContain('http_requests_total{method="GET",status="404"} 1\n');
  const text = await read();
  expect(text).toContain('http_requests_total{method="GET",status="200"} ');
  expect(text).toMatch(/http_request_duration_seconds_bucket\{le="\+Inf"\} \d+\n/);
  expect(text).toMatch(/^db_connections \d+$/m);
});

test("metrics are those of this server, however many ask", async () => {
  for (const response of await Promise.all(Array.from({ length: 8 }, () => scrape()))) {
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await response.text();
    expect(text).toMatch(
      /^# HELP db_connections_waited_for .+\n# TYPE db_connections_waited_for gauge\ndb_connections_waited_for 0$/m,
    );
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  }
});

test("metrics need their key", async () => {
  const keys = ["", "Bearer ", "Bearer key-of-the-metric", `Bearer ${metricsKey}x`, `Basic ${metricsKey}`, metricsKey];
  for (const authorization of [...keys, `Bearer ${plane.current.tokenText}`]) {
    const response = await scrape({ authorization });
    expect([response.status, await response.text()]).toEqual([401, ""]);
  }
  expect((await scrape({})).status).toBe(401);
});

test("each response is a line of the log, without query, headers and bodies", async () => {
  const { api, lines, tokenText } = plane.current;
  await api.send("GET", "/v1/projects/x?token=shown");
  const own = () => lines.filter((line) => line.includes("/v1/projects/x"));
  await expect.poll(own).toHaveLength(1);
  const [text] = own();
  const line = JSON.parse(text!) as Record<string, unknown>;
  expect(line).toMatchObject({ level: "info", message: "responded", method: "GET", path: "/v1/projects/x", status: 400 });
  expect(text).not.toContain("shown");
  expect(lines.join("\n")).not.toContain(tokenText);
});

test("services are listed by code point, then id", async () => {
  const { platform, projectId, api } = plane.current;
  const names = ["b", "a", "B", "ä", "😀", "\uffee", "a", "Z"];
  for (const name of names) {
    await platform.database.query("insert into services (project_id, type, plan, name) values ($1, 'search', 'shared', $2)", [
      projectId,
      name,
    ]);
  }
  const { services } = (await api.list()).body;
  expect(services.map(({ name }) => name)).toEqual(["B", "Z", "a", "a", "b", "ä", "\uffee", "😀"]);
  const twins = services.filter(({ name }) => name === "a").map(({ id }) => id);
  expect(twins).toEqual([...twins].sort());
});

test("metrics count calls by operation, action and code", async () => {
  const { api } = plane.current;
  const read = async () => (await scrape()).text();
  const before =
    /^api_calls_total\{operation="listServices",action="",status="200",code=""\} (\d+)$/m.exec(await read())?.[1] ?? "0";
  const { id } = await api.provision("shared");
  expect((await api.invoke(id, "service_health")).status).toBe(200);
  await api.list();
  const series = (labels: string, count: number) => `api_calls_total{${labels}} ${count}\n`;
  await expect.poll(read).toContain(series(`operation="listServices",action="",status="200",code=""`, Number(before) + 1));
  expect(await read()).toContain(series(`operation="invokeAction",action="postgres.service_health",status="200",code=""`, 1));
  await fetch(`${plane.current.url}/v1/projects/${plane.current.projectId}/services`);
  await expect.poll(read).toContain(series(`operation="listServices",action="",status="401",code="unauthenticated"`, 1));
  expect(await read()).not.toMatch(/^api_invalid_responses_total\{/m);
});

test("a connection waits for a next request as long as a proxy keeps it", async () => {
  const agent = new http.Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const [response] = (await once(http.get(`${plane.current.url}/health`, { agent }), "response")) as [http.IncomingMessage];
  response.resume();
  expect(Number(/timeout=(\d+)/.exec(String(response.headers["keep-alive"]))?.[1])).toBeGreaterThan(60);
});

describe("a server that closes", () => {
  function stopTime() {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
  }

  /** A server with a pending request, whose response the test sends. Nothing but the test makes time pass. */
  async function listen() {
    stopTime();
    let respond = () => {};
    const { server, close } = createListener({ tls: undefined }, (_request, response) => {
      respond = () => response.end("done");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const agent = new http.Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const get = () => once(http.get({ port, agent }), "response") as Promise<[http.IncomingMessage]>;
    const pending = get();
    await once(server, "request");
    return { server, close, port, get, pending, respond: () => respond() };
  }

  test("accepts nothing new and completes pending requests", async () => {
    const { close, get, pending, respond } = await listen();
    const closed = close();
    await expect(get()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    vi.advanceTimersByTime(patience - 1);
    respond();
    const [message] = await pending;
    expect(message.statusCode).toBe(200);
    message.resume();
    // Its connection is kept alive no longer.
    await closed;
  });

  test("cuts off what takes longer than its patience", async () => {
    const { close, pending } = await listen();
    const closed = close();
    vi.advanceTimersByTime(patience);
    await expect(pending).rejects.toMatchObject({ code: "ECONNRESET" });
    await closed;
  });

  test("is not kept open by connections that send nothing, or half a request", async () => {
    const { server, close, port, pending, respond } = await listen();
    const silent = connect(port, "127.0.0.1");
    await once(server, "connection");
    const slow = connect(port, "127.0.0.1");
    const [accepted] = (await once(server, "connection")) as [Socket];
    slow.write("GET / HTTP/1.1\r\n");
    await expect.poll(() => accepted.bytesRead).toBeGreaterThan(0);
    const cut = [silent, slow].map((socket) => once(socket.resume(), "close"));
    const closed = close();
    await cut[0];
    respond();
    (await pending)[0].resume();
    vi.advanceTimersByTime(patience);
    await cut[1];
    await closed;
  });

  test.skipIf(!hasOpenssl)("does not wait for connections that have sent nothing inside TLS, if there is openssl", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tls-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const pair = { certFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
    const files = ["-out", pair.certFile, "-keyout", pair.keyFile];
    execFileSync("openssl", ["req", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=localhost", ...files], {
      stdio: "ignore",
    });
    stopTime();
    const { server, close } = createListener({ tls: pair }, () => undefined);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const open = () => tls.connect({ port, rejectUnauthorized: false });
    const silent = open();
    await once(server, "secureConnection");
    const slow = open();
    const [accepted] = (await once(server, "secureConnection")) as [Socket];
    slow.write("GET / HTTP/1.1\r\n");
    await expect.poll(() => accepted.bytesRead).toBeGreaterThan(0);
    const cut = [silent, slow].map((socket) => once(socket.resume(), "close"));
    const closed = close();
    await cut[0];
    expect(slow.destroyed).toBe(false);
    vi.advanceTimersByTime(patience);
    await cut[1];
    await closed;
  });
});

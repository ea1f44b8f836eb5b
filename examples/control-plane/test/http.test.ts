import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { closeServer, patience } from "../src/http/endpoints.js";
import { usePlane } from "./support/control-plane.js";

const plane = usePlane();

test("health tells whether the database answers", async () => {
  const answer = await fetch(`${plane.current.url}/health`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ ready: true });
});

test("metrics count answers", async () => {
  const { api, url } = plane.current;
  await api.list();
  await api.get("ffffffff-ffff-4fff-8fff-ffffffffffff");
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('http_requests_total{method="GET",status="200"} ');
  expect(text).toContain('http_requests_total{method="GET",status="404"} 1\n');
  expect(text).toMatch(/http_request_duration_seconds_bucket\{le="\+Inf"\} \d+\n/);
  expect(text).toMatch(/^db_connections \d+$/m);
});

test("metrics are those of this server, however many ask", async () => {
  const { url } = plane.current;
  const scrapes = await Promise.all(Array.from({ length: 8 }, () => fetch(`${url}/metrics`)));
  for (const scrape of scrapes) {
    expect(scrape.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await scrape.text();
    expect(text).toMatch(
      /^# HELP db_connections_waited_for .+\n# TYPE db_connections_waited_for gauge\ndb_connections_waited_for 0$/m,
    );
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  }
});

test("each answer is a line of the log, without query, headers and bodies", async () => {
  const { api, lines, tokenText } = plane.current;
  lines.length = 0;
  await api.send("GET", "/v1/projects/x?token=shown");
  await expect.poll(() => lines.length).toBe(1);
  const line = JSON.parse(lines[0]!) as Record<string, unknown>;
  expect(line).toMatchObject({ level: "info", message: "answered", method: "GET", path: "/v1/projects/x", status: 400 });
  expect(lines[0]).not.toContain("shown");
  expect(lines[0]).not.toContain(tokenText);
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

describe("a server that closes", () => {
  /** A server that holds a request until it is released, while nothing but the test makes time pass. */
  async function hold() {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let release = () => {};
    const server = http.createServer((_request, response) => (release = () => response.end("done")));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const held = once(http.get(url, { agent: false }), "response") as Promise<[http.IncomingMessage]>;
    await once(server, "request");
    const closed = closeServer(server);
    await expect(once(http.get(url, { agent: false }), "response")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    return { held, closed, release: () => release() };
  }

  test("accepts nothing new and completes pending requests", async () => {
    const { held, closed, release } = await hold();
    vi.advanceTimersByTime(patience - 1);
    release();
    const [message] = await held;
    expect(message.statusCode).toBe(200);
    message.resume();
    await closed;
  });

  test("cuts off what takes longer than its patience", async () => {
    const { held, closed } = await hold();
    vi.advanceTimersByTime(patience);
    await expect(held).rejects.toMatchObject({ code: "ECONNRESET" });
    await closed;
  });
});

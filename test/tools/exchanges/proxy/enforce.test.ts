import http from "node:http";
import { describe, expect, test } from "vitest";
import { sendJson, startProxied } from "./proxied.js";

const shop = { id: 7, type: "bakery" };

/** An API that counts its calls. */
function counting(respond: (response: http.ServerResponse, request: http.IncomingMessage) => void) {
  const calls: string[] = [];
  const listener: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      calls.push(`${request.method} ${request.url} ${Buffer.concat(chunks).length}`);
      respond(response, request);
    });
  };
  return { calls, listener };
}

const post = (body: string, type = "application/json") => ({ method: "POST", body, headers: { "content-type": type } });

describe("--enforce", () => {
  test("rejects an invalid request, which the API never sees", async () => {
    const { calls, listener } = counting((response) => sendJson(response, 200, shop));
    const { origin, finish } = await startProxied(listener, { isEnforcing: true });
    const response = await fetch(`${origin}/shops/7/actions/bake`, post('{"cake":5}'));
    expect([response.status, response.headers.get("content-type"), await response.json()]).toEqual([
      400,
      "application/json",
      { error: "invalid_request: /request/body/cake must be string" },
    ]);
    expect((await fetch(`${origin}/shops/x`)).status).toBe(400);
    expect((await fetch(`${origin}/nothing`)).status).toBe(404);
    const wrongMethod = await fetch(`${origin}/shops/7`, { method: "PUT", body: "{}" });
    expect([wrongMethod.status, wrongMethod.headers.get("allow")]).toEqual([405, "DELETE, GET, HEAD, OPTIONS"]);
    expect(calls).toEqual([]);
    const found = await finish();
    expect(found).toHaveLength(4);
    expect(found.every((text) => text.includes("request-refused"))).toBe(true);
  });

  test("doesn't credit the API with what it never saw", async () => {
    const { listener } = counting((response) => sendJson(response, 200, shop));
    const kept: string[] = [];
    const recorder = { add: ({ url }: { url: string }) => void kept.push(url), finish: () => "" };
    const { origin, proxy, finish } = await startProxied(listener, { isEnforcing: true, recorders: [recorder] });
    await fetch(`${origin}/shops/7/actions/bake`, post('{"cake":5}'));
    await fetch(`${origin}/shops/x`);
    await fetch(`${origin}/nothing`);
    await fetch(`${origin}/shops/7`);
    await finish();
    const { counts, kinds, coverage } = proxy.inspector;
    expect(counts).toMatchObject({ exchanges: 4, rejected: 3, unchecked: 0 });
    const rejected = kinds.diagnostics();
    expect(rejected.map(({ message }) => / and was rejected with 40[04] by the proxy$/.test(message))).toEqual([
      true,
      true,
      true,
    ]);
    expect(new Set(rejected.map(({ hint }) => hint))).toEqual(new Set(["The API never saw the request. Fix the caller."]));
    const covered = coverage
      .rows()
      .flatMap(({ operation, seen }) => [...seen].flatMap(([kind, count]) => (count > 0 ? [`${operation} ${kind}`] : [])));
    expect(covered).toEqual(["getShop valid request", "getShop response"]);
    expect(kept).toEqual(["/shops/7"]);
  });

  test("passes a valid request with its body", async () => {
    const { calls, listener } = counting((response) =>
      sendJson(response, 200, { action: "bake", status: "ok", result: { minutes: 1 } }),
    );
    const { origin, finish } = await startProxied(listener, { isEnforcing: true });
    expect((await fetch(`${origin}/shops/7/actions/bake`, post('{"cake":"Sacher"}'))).status).toBe(200);
    expect(calls).toEqual(["POST /shops/7/actions/bake 17"]);
    expect(await finish()).toEqual([]);
  });

  test("replaces an invalid response", async () => {
    const { listener } = counting((response) => sendJson(response, 200, { ...shop, id: "secret-value" }));
    const { origin, finish } = await startProxied(listener, { isEnforcing: true });
    const response = await fetch(`${origin}/shops/7`);
    const text = await response.text();
    expect([response.status, text]).toEqual([502, '{"error":"invalid_response: /response/body/id must be integer"}']);
    expect((await finish()).join()).toContain('getShop: "/response/body/id" must be integer');
  });

  test("replaces a response that ends early, as it was held", async () => {
    const { listener } = counting((response, request) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 50 }).write('{"id":');
      setTimeout(() => request.socket.destroy(), 20);
    });
    const { origin } = await startProxied(listener, { isEnforcing: true });
    expect((await fetch(`${origin}/shops/7`)).status).toBe(502);
  });

  test("passes bodies beyond the limit, which is counted", async () => {
    const long = "x".repeat(3_000);
    const { calls, listener } = counting((response) => sendJson(response, 200, { ...shop, note: long }));
    const { origin, proxy, finish } = await startProxied(listener, { isEnforcing: true, bodyLimit: 1_000 });
    const sized = await fetch(`${origin}/shops/7/actions/bake`, post(JSON.stringify({ cake: long })));
    expect([sized.status, (await sized.text()).length > 3_000]).toEqual([200, true]);
    const chunked = http.request(`${origin}/shops/7/actions/bake`, {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    chunked.write('{"cake":"');
    chunked.write(long);
    chunked.end('"}');
    const response = await new Promise<http.IncomingMessage>((resolve) => chunked.on("response", resolve));
    expect(response.statusCode).toBe(200);
    for await (const _ of response);
    expect(calls).toEqual(["POST /shops/7/actions/bake 3011", "POST /shops/7/actions/bake 3011"]);
    expect(await finish()).toEqual([]);
    expect(proxy.inspector.counts).toMatchObject({ exchanges: 2, unchecked: 2 });
  });

  test("asks a client that waits for 100 Continue for its body", async () => {
    const { listener } = counting((response) =>
      sendJson(response, 200, { action: "bake", status: "ok", result: { minutes: 1 } }),
    );
    const { origin } = await startProxied(listener, { isEnforcing: true });
    const headers = { expect: "100-continue", "content-type": "application/json", "content-length": 17 };
    const request = http.request(`${origin}/shops/7/actions/bake`, { method: "POST", headers });
    request.on("continue", () => request.end('{"cake":"Sacher"}'));
    const response = await new Promise<http.IncomingMessage>((resolve) => request.on("response", resolve));
    expect(response.statusCode).toBe(200);
    response.resume();
  });
});

test("an invalid request that the API rejects is its merit", async () => {
  const { listener } = counting((response) => sendJson(response, 409, { error: "no_flour: None." }));
  const { origin, proxy, finish } = await startProxied(listener);
  await fetch(`${origin}/shops/7/actions/bake`, post('{"cake":5}'));
  await finish();
  const [{ message, hint } = { message: "", hint: "" }] = proxy.inspector.kinds.diagnostics();
  expect([message.endsWith("and was rejected with 409"), hint?.startsWith("The API complied")]).toEqual([true, true]);
  expect(proxy.inspector.counts).toMatchObject({ rejected: 0, unchecked: 0 });
});

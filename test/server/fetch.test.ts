import { expect, test, vi } from "vitest";
import { toFetchHandler } from "../../generated/server/index.js";
import { actionPath, createControlPlane, projectId, secret, serviceIds } from "./control-plane.js";
import { exampleOf } from "./examples.js";

const base = "https://api.example";
const authorization = "Bearer all";
const { body, result } = exampleOf("postgres", "add_ip");
const json = { authorization, "content-type": "application/json" };

test("an action", async () => {
  const handler = toFetchHandler(createControlPlane().server);
  const request = new Request(base + actionPath("postgres", "add_ip"), {
    method: "POST",
    headers: json,
    body: JSON.stringify(body),
  });
  const response = await handler(request);
  expect([response.status, await response.json()]).toEqual([200, { action: "add_ip", status: "ok", result }]);
  expect(response.headers.get("content-type")).toBe("application/json");
});

test("a credential, a query, HEAD and OPTIONS", async () => {
  const handler = toFetchHandler(createControlPlane().server);
  const service = `${base}/v1/projects/${projectId}/services/${serviceIds.postgres}`;
  const credential = await handler(new Request(`${service}/credential`, { headers: { authorization } }));
  expect([credential.headers.get("cache-control"), await credential.json()]).toEqual([
    "no-store",
    { key: "DATABASE_URL", value: secret },
  ]);
  expect(await (await handler(new Request(`${service}?live=true`, { headers: { authorization } }))).json()).toHaveProperty(
    "live",
  );
  const head = await handler(new Request(service, { method: "HEAD", headers: { authorization } }));
  expect([head.status, await head.text(), Number(head.headers.get("content-length")) > 100]).toEqual([200, "", true]);
  const options = await handler(new Request(service, { method: "OPTIONS" }));
  expect([options.status, options.headers.get("allow"), options.body]).toEqual([204, "GET, HEAD, OPTIONS", null]);
});

/** A body of chunks without end, which counts what was taken of it. */
function endless() {
  const state = { taken: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      state.taken++;
      controller.enqueue(new Uint8Array(1000).fill(0x20));
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { state, stream };
}

test.each([
  [authorization, {}, 413],
  [authorization, { "content-length": "5" }, 413],
  ["Bearer nobody", {}, 401],
])("an endless body as %s with %j is not read to its end", async (token, headers, status) => {
  const handler = toFetchHandler(createControlPlane({ limits: { bodyBytes: 10_000 } }).server);
  const { state, stream } = endless();
  const init = { method: "POST", headers: { ...json, ...headers, authorization: token }, body: stream, duplex: "half" };
  const response = await handler(new Request(base + actionPath("postgres", "add_ip"), init as RequestInit));
  expect(response.status).toBe(status);
  // Cancelling it before the response has arrived may reset the connection.
  expect(state.cancelled).toBe(false);
  await vi.waitFor(() => expect(state.cancelled).toBe(true), { timeout: 5000 });
  expect(state.taken * 1000).toBeLessThan(70_000_000);
});

test("an interrupted body", async () => {
  const { server, log, ran } = createControlPlane();
  const stream = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
  const init = { method: "POST", headers: json, body: stream, duplex: "half" };
  const response = await toFetchHandler(server)(new Request(base + actionPath("postgres", "add_ip"), init as RequestInit));
  expect([response.status, await response.json(), log, ran]).toEqual([
    400,
    { error: "invalid_action_body: The body ended early." },
    [],
    [],
  ]);
});

test("the signal of the request is that of the handler", async () => {
  const controller = new AbortController();
  let aborted: boolean | undefined;
  const { server } = createControlPlane({
    handlers: {
      getProject: (call: { signal: AbortSignal }) => {
        controller.abort();
        aborted = call.signal.aborted;
        return undefined;
      },
    },
  });
  await toFetchHandler(server)(
    new Request(`${base}/v1/projects/${projectId}`, { headers: { authorization }, signal: controller.signal }),
  );
  expect(aborted).toBe(true);
});

test("a request whose body was read before is a mistake of the application", async () => {
  const { server, log } = createControlPlane();
  const request = new Request(base + actionPath("postgres", "add_ip"), { method: "POST", headers: json, body: "{}" });
  await request.text();
  expect((await toFetchHandler(server)(request)).status).toBe(500);
  expect(log[0]!.error).toBeInstanceOf(TypeError);
});

test("streams and bytes as plain data", async () => {
  const { handle } = createControlPlane({ limits: { bodyBytes: 1000 } }).server;
  async function* chunks(count: number) {
    const text = JSON.stringify(body);
    for (let index = 0; index < count; index++) yield await Promise.resolve(new TextEncoder().encode(index === 0 ? text : " "));
  }
  const url = actionPath("postgres", "add_ip");
  expect((await handle({ method: "POST", url, headers: json, body: chunks(5) })).status).toBe(200);
  expect((await handle({ method: "POST", url, headers: json, body: chunks(5000) })).status).toBe(413);
  expect((await handle({ method: "POST", url, headers: json, body: new Uint8Array(1001) })).status).toBe(413);
  expect((await handle({ method: "POST", url, headers: json, body: new Uint8Array(1000) })).status).toBe(400);
  expect((await handle({ method: "POST", url, headers: json })).status).toBe(400);
});

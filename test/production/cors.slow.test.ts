import http from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { serve } from "../server/listen.js";
import { chromiumPath, launchChromium } from "../support/chromium.js";
import { compileFleet, places } from "./fleet.js";

const { load } = await compileFleet();

let browser: Awaited<ReturnType<typeof launchChromium>> | undefined;
beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Opens a page of an origin of its own, whose browser has the cookie of a caller. */
async function open(): Promise<{ page: Page; origin: string }> {
  const html = http.createServer((_, response) => response.setHeader("content-type", "text/html").end("<title>Test</title>"));
  const { port } = await serve(html);
  const origin = `http://127.0.0.1:${port}`;
  const context = await browser!.newContext();
  await context.addCookies([
    { name: "session", value: "all", domain: "127.0.0.1", path: "/", httpOnly: true, sameSite: "Strict" },
  ]);
  const page = await context.newPage();
  onTestFinished(() => context.close());
  await page.goto(origin);
  return { page, origin };
}

/** A fleet whose callers have a cookie, for pages of an origin. */
async function start(place: string, origin: string, hasCredentials = true) {
  const { createMemoryStore } = await load("generated/server/index.ts");
  const { createFleet, callers } = await load("application.ts");
  const { allowOrigins } = await load("recipes/cors.ts");
  const { basePath, api, serve: serveApi } = places[place]!;
  const { server, counters } = createFleet({
    store: createMemoryStore(),
    log: () => undefined,
    ...(basePath !== undefined && { basePath }),
    authenticate: ({ headers }: { headers: { cookie?: string } }) =>
      callers.get(/session=(\w+)/.exec(headers.cookie ?? "")?.[1] ?? ""),
  });
  const open = allowOrigins(server, { origins: ["https://app.example", origin], hasCredentials });
  return { base: `${await serveApi(load, open)}${api}/terminals/trm_north`, counters };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `upload`: a form with a file of this size. */
  readonly body?: string | { readonly upload: number };
}

/** What a page reads of a response, with its cookies; `undefined`: the browser hides it. */
function read(page: Page, url: string, sent: Sent = {}) {
  return page.evaluate(
    async ([target, { method, headers, body }]) => {
      const form = new FormData();
      if (typeof body === "object") {
        form.append("title", "Yard");
        form.append("drawing", new File([new Uint8Array(body.upload)], "yard.png", { type: "image/png" }));
      }
      try {
        const init = { method: method ?? "GET", credentials: "include" as const, ...(headers && { headers }) };
        const response = await fetch(
          target,
          body === undefined ? init : { ...init, body: typeof body === "object" ? form : body },
        );
        const seen = ["etag", "location", "retry-after", "x-request-id"].filter((name) => response.headers.has(name));
        return { status: response.status, seen, body: (await response.json()) as { code?: string } };
      } catch {
        return undefined;
      }
    },
    [url, sent] as const,
  );
}

describe.skipIf(chromiumPath === undefined).each(Object.keys(places))("pages of other origins in Chromium, by %s", (place) => {
  test("an allowed one calls, with its cookies, and reads headers and errors", async () => {
    const { page, origin } = await open();
    const { base, counters } = await start(place, origin);
    expect(await read(page, `${base}/machines/mch_crane`)).toMatchObject({
      status: 200,
      seen: ["etag", "x-request-id"],
      body: { id: "mch_crane" },
    });
    const json = { "content-type": "application/json" };
    const order = { method: "POST", headers: { ...json, "idempotency-key": "a-key-of-a-page" }, body: "{}" };
    expect(await read(page, `${base}/machines/mch_gate/orders/open`, order)).toMatchObject({
      status: 200,
      body: { order: { name: "open" } },
    });
    expect(counters.runs).toBe(1);
    const lift = JSON.stringify({ container: "QUAY1234567", from: { row: 1, bay: 1 } });
    expect(
      await read(page, `${base}/machines/mch_crane/orders/lift`, {
        ...order,
        headers: { ...json, "idempotency-key": "another-key" },
        body: lift,
      }),
    ).toMatchObject({
      status: 202,
      seen: ["location", "x-request-id"],
    });
    const merge = {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json", "if-match": '"0"' },
      body: '{"name":"A"}',
    };
    const codes: readonly (readonly [string, Sent, number])[] = [
      ["/machines/mch_crane", merge, 412],
      ["/machines/mch_gate/orders/open", { ...order, headers: json }, 400],
      ["/machines/mch_gate/orders/open", { ...order, body: JSON.stringify({ more: 1 }) }, 400],
      ["/machines/mch_crane/orders/open", order, 404],
      ["/nowhere", {}, 404],
      ["/machines", { method: "DELETE" }, 405],
      ["/machines?limit=1000", {}, 400],
      ["/machines", { headers: { accept: "image/png" } }, 406],
      ["/drawings", { method: "POST", body: { upload: 4_000_001 } }, 400],
    ];
    for (const [path, sent, status] of codes) {
      expect([path, await read(page, `${base}${path}`, sent)]).toMatchObject([
        path,
        { status, body: { code: expect.any(String) as string } },
      ]);
    }
    const uploaded = await read(page, `${base}/drawings`, { method: "POST", body: { upload: 1_000_000 } });
    expect(uploaded).toMatchObject({ status: 201, body: { bytes: 1_000_000 } });
  });

  test("an allowed one follows events with its cookies", async () => {
    const { page, origin } = await open();
    const { base, counters } = await start(place, origin);
    const received = await page.evaluate(async (url) => {
      const source = new EventSource(url, { withCredentials: true });
      const data = await new Promise<string>((resolve, reject) => {
        source.addEventListener("reading", (event) => (event.lastEventId === "3" ? resolve(event.data as string) : undefined));
        source.addEventListener("error", () => reject(new Error("no events")));
      });
      source.close();
      return data;
    }, `${base}/readings`);
    expect(JSON.parse(received)).toMatchObject({ tonnes: 3 });
    await expect.poll(() => counters.openStreams).toBe(0);
  });

  test("others reach no handler with a call that needs a permission, and read nothing", async () => {
    const { page } = await open();
    const { base, counters } = await start(place, "http://127.0.0.1:1");
    const headers = { "content-type": "application/json", "idempotency-key": "a-key-of-a-page" };
    expect(await read(page, `${base}/machines/mch_gate/orders/open`, { method: "POST", headers, body: "{}" })).toBeUndefined();
    expect(await read(page, `${base}/machines/mch_crane`)).toBeUndefined();
    expect(counters.runs).toBe(0);
  });

  test("without credentials, browsers hide what needs cookies", async () => {
    const { page, origin } = await open();
    const { base } = await start(place, origin, false);
    expect(await read(page, `${base}/machines/mch_crane`)).toBeUndefined();
  });
});

test("responses differ by origin, and keep what they differ by otherwise", async () => {
  const { allowOrigins } = await load("recipes/cors.ts");
  const server = { handle: async () => ({ status: 200, headers: { vary: "accept" } }) };
  const { handle } = allowOrigins(server, { origins: ["https://app.example"] });
  const varies = async (headers: Record<string, string>, method = "GET") => (await handle({ method, url: "/", headers })).headers;
  expect(await varies({})).toEqual({ vary: "accept, origin" });
  expect(await varies({ origin: "null" })).toEqual({ vary: "accept, origin" });
  expect(await varies({ origin: "https://app.example.evil.example" })).toEqual({ vary: "accept, origin" });
  expect(await varies({ origin: "https://app.example" })).toMatchObject({ "access-control-allow-origin": "https://app.example" });
  // An ordinary OPTIONS is the API's.
  expect(await varies({ origin: "https://app.example" }, "OPTIONS")).toMatchObject({ vary: "accept, origin" });
  const preflight = { origin: "https://evil.example", "access-control-request-method": "PUT" };
  expect(Object.keys(await varies(preflight, "OPTIONS"))).toEqual(["vary"]);
});

import http from "node:http";
import { rolldown } from "rolldown";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { toNodeHandler } from "../../generated/server/index.js";
import { createControlPlane, secret, type Options } from "../server/control-plane.js";
import { serve } from "../server/listen.js";
import { chromiumPath, launchChromium } from "../support/chromium.js";
import { repositoryPath } from "../support/repository.js";
import { targets } from "./connect.js";
import type * as functions from "./browser-page.js";

let browser: Awaited<ReturnType<typeof launchChromium>> | undefined;
let script = "";

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  const build = await rolldown({ input: repositoryPath("test/client/browser-page.ts"), platform: "browser", logLevel: "silent" });
  const { output } = await build.generate({ format: "iife", name: "page" });
  await build.close();
  script = output[0].code;
  browser = await launchChromium();
});

afterAll(() => browser?.close());

/** Opens a page of another origin than the API's. */
async function open(): Promise<Page> {
  const html = http.createServer((_, response) => response.setHeader("content-type", "text/html").end("<title>Test</title>"));
  const { port } = await serve(html);
  const page = await browser!.newPage();
  onTestFinished(() => page.close());
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.addScriptTag({ content: script });
  return page;
}

/** The control plane, open to pages of every origin. */
async function serveToPages(options: Options = {}): Promise<string> {
  const handle = toNodeHandler(createControlPlane(options).server);
  const { port } = await serve(
    http.createServer((request, response) => {
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-expose-headers", "x-request-id, retry-after, date");
      if (request.method !== "OPTIONS") return void handle(request, response);
      response.writeHead(204, {
        "access-control-allow-methods": "*",
        "access-control-allow-headers": "authorization, content-type",
      });
      response.end();
    }),
  );
  return `http://127.0.0.1:${port}`;
}

/** Calls one of the functions in the browser. */
function call<Name extends keyof typeof functions>(page: Page, name: Name, baseUrl: string): Promise<unknown> {
  const place = { baseUrl, targets };
  return page.evaluate(
    ([called, given]) => (globalThis as unknown as { page: Record<string, (given: unknown) => unknown> }).page[called]!(given),
    [name, place] as const,
  );
}

describe.skipIf(chromiumPath === undefined)("in Chromium, if CHROMIUM_PATH or the system has one", () => {
  test("a page reads a service, sees what it advertises and invokes an action", async () => {
    expect(await call(await open(), "invoke", await serveToPages())).toBe(true);
  });

  test("a page walks through a list", async () => {
    expect(await call(await open(), "list", await serveToPages())).toEqual(["user-uploads"]);
  });

  test("a page distinguishes failures", async () => {
    const page = await open();
    const silent = await serveToPages({ handlers: { "postgres.backup_now": () => new Promise(() => {}) } });
    expect(await call(page, "refused", silent)).toEqual({
      name: "ApiError",
      message: "postgres.backup_now returned 403: access_denied: The scope service:write is required.",
      requestId: expect.stringMatching(/^[\w.-]+$/) as unknown,
    });
    expect(await call(page, "late", silent)).toEqual({
      name: "TimeoutError",
      message: "postgres.backup_now timed out",
    });
    expect(await call(page, "givenUp", silent)).toEqual({
      name: "AbortError",
      message: "postgres.backup_now was aborted by its caller",
    });
    const { port } = await serve(http.createServer((request) => request.socket.destroy()));
    expect(await call(page, "unanswered", `http://127.0.0.1:${port}`)).toEqual({
      name: "NetworkError",
      message: "postgres.backup_now received no response",
    });
  });

  test("a page follows no redirect", async () => {
    const asked: (string | undefined)[] = [];
    const { port } = await serve(
      http.createServer(({ method, url }, response) => {
        if (method !== "OPTIONS") asked.push(url);
        response.writeHead(method === "OPTIONS" ? 204 : 307, {
          "access-control-allow-origin": "*",
          "access-control-allow-headers": "authorization, content-type",
          location: "/elsewhere",
        });
        response.end();
      }),
    );
    expect(await call(await open(), "unanswered", `http://127.0.0.1:${port}`)).toEqual({
      name: "ApiError",
      message: "postgres.backup_now returned a redirect: redirects are not followed",
    });
    expect(asked).toHaveLength(1);
  });

  test("the console of a page does not show secrets, private fields included", async () => {
    const page = await open();
    const shown: string[] = [];
    const session = await page.context().newCDPSession(page);
    session.on("Runtime.consoleAPICalled", ({ args }) => shown.push(JSON.stringify(args)));
    await session.send("Runtime.enable");
    expect(await call(page, "reveal", await serveToPages())).toBe(secret);
    await expect.poll(() => shown).toHaveLength(1);
    expect(shown[0]).toContain("SecretText");
    expect(shown[0]).toContain("[redacted]");
    expect(shown[0]).not.toContain(secret);
  });
});

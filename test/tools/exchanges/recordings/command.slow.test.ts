import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { toNodeHandler } from "../../../../generated/server/index.js";
import { readContract } from "../../../../generator/tools/exchanges/exchange-contract.js";
import { validateFiles, type Validation } from "../../../../generator/tools/exchanges/validate-files.js";
import { actionPath, createControlPlane, missingId, projectId, secret, serviceIds } from "../../../server/control-plane.js";
import { chromiumPath, launchChromium } from "../../../support/chromium.js";
import { repositoryPath } from "../../../support/repository.js";
import { folderOf, printed } from "../validate-texts.js";

const services = `/v1/projects/${projectId}/services`;

const service = `${services}/${serviceIds.postgres}`;

const token = "all";

/** The control plane with a page beside it, and one answer that it would never give. */
async function serve(): Promise<{ url: string; close: () => void }> {
  const api = toNodeHandler(createControlPlane().server);
  const server = http.createServer((request, response) => {
    if (request.url === "/") response.setHeader("content-type", "text/html").end("<h1>Console</h1>");
    else if (request.url === "/analytics") response.end("{}");
    else if (request.url === `${services}/${missingId}`) {
      const body = { id: missingId, project_id: projectId, type: "postgres", plan: "shared", name: `see ${secret}`, status: 5 };
      response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    } else api(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Records what a page of the browser sends and gets. */
async function record(file: string, url: string, use: (send: Send) => Promise<void>): Promise<void> {
  const browser = await launchChromium();
  const context = await browser.newContext({ recordHar: { path: file } });
  const page = await context.newPage();
  await page.goto(url);
  await use(createSend(page));
  await context.close();
  await browser.close();
}

type Send = (method: string, path: string, body?: unknown) => Promise<number>;

function createSend(page: Page): Send {
  return (method, target, body) =>
    page.evaluate(
      async ([verb, address, text, bearer]) => {
        const headers = {
          authorization: `Bearer ${bearer}`,
          ...(text === undefined ? {} : { "content-type": "application/json" }),
        };
        const response = await fetch(address, { method: verb, headers, ...(text === undefined ? {} : { body: text }) });
        await response.text();
        return response.status;
      },
      [method, target, body === undefined ? undefined : JSON.stringify(body), token] as const,
    );
}

describe.skipIf(chromiumPath === undefined)("a recording by Chromium", () => {
  const folder = folderOf({});
  let found: Validation;
  const statuses: number[] = [];

  beforeAll(async () => {
    const { url, close } = await serve();
    await record(path.join(folder, "session.har"), url, async (send) => {
      statuses.push(
        await send("POST", actionPath("postgres", "add_ip"), { cidr: "203.0.113.0/24", description: "office" }),
        await send("POST", actionPath("postgres", "add_ip"), { cidr: "203.0.113.0/24", port: 5432 }),
        await send("POST", actionPath("postgres", "list_backups"), {}),
        await send("GET", services),
        await send("GET", `${service}?live=true`),
        await send("GET", `${service}?live=maybe`),
        await send("GET", `${services}/${missingId}`),
        await send("GET", `${service}/credential`),
        await send("GET", "/analytics"),
      );
    });
    close();
    const contract = readContract("spec/openapi.yaml", { workingFolder: repositoryPath(".") });
    found = await validateFiles(contract, ["session.har"], { workingFolder: folder });
  });

  test("is validated against the contract, without other addresses", () => {
    expect(statuses).toEqual([200, 400, 200, 200, 200, 400, 200, 200, 200]);
    expect(found).toMatchObject({ files: 1, exchanges: 8, skipped: 2 });
    expect(found.diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`).sort()).toEqual([
      'error response-invalid "/response/body/status" must be string (rule "type")',
      'error response-secret "/response/body/name" contains a secret of another exchange, but the response must not contain secrets (rule "secret")',
      'warning request-refused "/request/body/port" is not allowed (rule "additionalProperties"), and was rejected with 400',
      'warning request-refused "/request/query/live" must be boolean (rule "type"), and was rejected with 400',
    ]);
  });

  test("shows the coverage of the contract", () => {
    const seen = (name: string) =>
      [...found.coverage.rows().find(({ action, operation }) => (action ?? operation) === name)!.seen].filter(
        ([, count]) => count > 0,
      );
    expect(seen("add_ip")).toEqual([
      ["valid request", 1],
      ["invalid request", 1],
      ["response", 1],
      ["error 400", 1],
    ]);
    expect(seen("list_backups")).toEqual([
      ["valid request", 1],
      ["response", 1],
    ]);
    expect(seen("listServices")).toEqual([
      ["valid request", 1],
      ["response", 1],
    ]);
    expect(seen("revealCredential")).toEqual([
      ["valid request", 1],
      ["response", 1],
    ]);
    expect(seen("getService")).toEqual([
      ["valid request", 1],
      ["invalid request", 1],
      ["response", 1],
      ["error 400", 1],
    ]);
  });

  test("points to the part of its single long line, and shows neither token nor credential", () => {
    const text = printed(found.diagnostics);
    expect(text).toContain('\\"port\\"');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(`Bearer ${token}`);
  });
});

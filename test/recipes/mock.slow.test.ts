import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createServer } from "vite";
import { afterEach, expect, test, vi } from "vitest";
import { createMock, toNodeHandler, type Mock } from "../../generator/tools/mock/index.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { createProject } from "./project.js";

const projectPath = "/v1/projects/00000000-0000-4000-8000-000000000001";
const headers = { authorization: "Bearer any" };

/** Imports a recipe, whose settings may have changed since. */
const load = (file: string) =>
  import(/* @vite-ignore */ `${pathToFileURL(file).href}?${Math.random()}`) as Promise<Record<string, unknown>>;

afterEach(() => vi.unstubAllEnvs());

test("a front end with Vite calls the mock below its own origin", async () => {
  const server = http.createServer(toNodeHandler(await createMock("spec/openapi.yaml"))).listen(0, "127.0.0.1");
  await once(server, "listening");
  vi.stubEnv("MOCK_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const root = temporaryFolder();
  const { default: config } = (await load(repositoryPath("recipes/vite-mock.config.js"))) as { default: { server: object } };
  const frontEnd = await createServer({
    configFile: false,
    root,
    logLevel: "error",
    server: { ...config.server, host: "127.0.0.1", port: 0, hmr: false, ws: false },
  });
  await frontEnd.listen(0);
  const { port } = frontEnd.httpServer!.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${projectPath}`, { headers });
  expect(await response.json()).toMatchObject({ id: projectPath.slice(-36) });
  await frontEnd.close();
  server.closeAllConnections();
  server.close();
});

test("Playwright starts the mock, and tests reset it", async () => {
  const port = await freePort();
  vi.stubEnv("MOCK_PORT", String(port));
  const config = (await load(repositoryPath("recipes/playwright-mock.config.js"))) as {
    readonly mock: string;
    readonly default: { readonly webServer: readonly { readonly command: string; readonly url: string }[] };
  };
  const [{ command, url } = { command: "", url: "" }] = config.default.webServer;
  const child = spawn(command, { cwd: createProject().folder, shell: true, detached: true, stdio: "ignore" });
  const isUp = () =>
    fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (let tries = 0; tries < 600 && !(await isUp()); tries++) await sleep(100);
  expect(await isUp()).toBe(true);
  expect((await fetch(`${config.mock}/__mock/reset`, { method: "POST" })).ok).toBe(true);
  process.kill(-child.pid!);
  await once(child, "close");
});

/** What MSW documents: `http.all` takes a path with wildcards and a resolver, which returns a `Response`. */
const msw = `
export const http = { all: (pattern, resolver) => ({ pattern, resolver }) };
export function setupServer(...handlers) {
  return {
    fetch: async (url, init) => {
      const found = handlers.find(({ pattern }) => url.startsWith(pattern.slice(0, -1)));
      return found.resolver({ request: new Request(url, init), params: {}, cookies: {}, requestId: "1" });
    },
  };
}
`;

test("MSW answers by the contract", async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "node_modules/msw"), { recursive: true });
  symlinkSync(repositoryPath("."), path.join(folder, "node_modules/openapi-actions"));
  writeFileSync(
    path.join(folder, "node_modules/msw/package.json"),
    '{"type":"module","exports":{".":"./index.js","./node":"./index.js"}}',
  );
  writeFileSync(path.join(folder, "node_modules/msw/index.js"), msw);
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  copyFileSync(repositoryPath("recipes/msw-mock.js"), path.join(folder, "msw-mock.js"));
  vi.stubEnv("API_URL", "https://api.platform.example");
  const { mock, server } = (await load(path.join(folder, "msw-mock.js"))) as unknown as {
    mock: Mock;
    server: { fetch: typeof fetch };
  };
  const response = await server.fetch(`https://api.platform.example${projectPath}`, { headers });
  expect(await response.json()).toMatchObject({ id: projectPath.slice(-36) });
  expect(mock.requests).toHaveLength(1);
  expect((await server.fetch(`https://api.platform.example${projectPath}`)).status).toBe(401);
});

async function freePort(): Promise<number> {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder, testEnvironment } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { shopContract } from "../tools/exchanges/shop-contract.js";

/** Starts an API whose shop has an id that the contract doesn't allow if `isWrong`. */
async function startApi(isWrong: boolean): Promise<string> {
  const api = http.createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: isWrong ? "seven" : 7, type: "bakery" }));
  });
  api.listen(0, "127.0.0.1");
  await once(api, "listening");
  onTestFinished(() => {
    api.closeAllConnections();
    api.close();
  });
  return `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
}

/** Runs the command, calls it, and interrupts it. */
async function runProxy(api: string, flags: readonly string[], call: (origin: string) => Promise<unknown>) {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "openapi.yaml"), shopContract);
  const args = [repositoryPath("bin/openapi-actions.js"), "proxy", api, "openapi.yaml", "--port", "0", ...flags];
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...testEnvironment } });
  const ended = once(child, "close") as Promise<[number | null]>;
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  const origin = await new Promise<string | undefined>((resolve) => {
    child.once("exit", () => resolve(undefined));
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
      const [, found] = /^(http:\S+) forwards to/m.exec(stderr) ?? [];
      if (found) resolve(found);
    });
  });
  if (origin) {
    await call(origin);
    child.kill("SIGINT");
  }
  const [code] = await ended;
  return { code, stdout, stderr, folder };
}

const read = async (origin: string) => (await fetch(`${origin}/shops/7`)).text();

test("clean exchanges: exit code 0, a summary, a recording", async () => {
  const run = await runProxy(await startApi(false), ["--record", "session.har"], read);
  expect([run.code, run.stderr]).toEqual([0, expect.stringContaining("1 exchange: no problems")]);
  const har = JSON.parse(readFileSync(path.join(run.folder, "session.har"), "utf8")) as { log: { entries: unknown[] } };
  expect(har.log.entries).toMatchObject([{ request: { method: "GET" }, response: { status: 200 } }]);
});

test("findings: exit code 1, and a report for machines", async () => {
  const run = await runProxy(await startApi(true), ["--format", "json"], async (origin) => {
    await read(origin);
    // A connection that is open doesn't hold up the end.
    await read(origin);
  });
  expect(run.code).toBe(1);
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: unknown[] };
  expect(diagnostics).toMatchObject([{ code: "response-invalid", severity: "error", count: 2 }]);
});

test("--fail-on decides the exit code", async () => {
  const api = await startApi(true);
  expect((await runProxy(api, ["--fail-on", "never"], read)).code).toBe(0);
  // With --enforce, an invalid request is a warning.
  const warn = (origin: string) => fetch(`${origin}/shops/x`);
  expect((await runProxy(api, ["--enforce"], warn)).code).toBe(0);
  expect((await runProxy(api, ["--enforce", "--fail-on", "warning"], warn)).code).toBe(1);
});

test("an address that can't be used: exit code 2", async () => {
  const api = await startApi(false);
  const taken = await runProxy(api, ["--port", new URL(api).port], read);
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining("cannot listen on 127.0.0.1")]);
  expect((await runProxy("ftp://elsewhere.example", [], read)).code).toBe(2);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contract } from "../../../lint/lint-text.js";
import { runCli, temporaryFolder } from "../../../support/command-line.js";
import { repositoryPath } from "../../../support/repository.js";

test("one command serves the site and a mock, and writes nothing", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "api.yaml"), contract());
  const args = [repositoryPath("bin/openapi-actions.js"), "docs", "api.yaml", "--try", "--mock", "--port", "0"];
  const running = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  try {
    let said = "";
    running.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    await expect.poll(() => said, { timeout: 60_000 }).toMatch(/the site is at http:\/\/127\.0\.0\.1:\d+\/__docs\/index\.html\n/);
    const [, origin] = /the site is at (http:\/\/[^/]+)/.exec(said)!;
    const read = (file: string) => fetch(`${origin}${file}`, { redirect: "manual" });
    const page = await read("/__docs/actions/postgres/restart.html");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("id=try-it");
    expect((await read("/__docs/try-it.js")).headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect([(await read("/__docs")).headers.get("location"), (await read("/__docs/none.html")).status]).toEqual([
      "/__docs/index.html",
      404,
    ]);
    expect((await read("/__docsx")).status).toBe(404);
    expect((await read("/v1/services/s1/actions/restart")).headers.get("content-type")).toContain("json");
  } finally {
    running.kill("SIGINT");
    await once(running, "exit");
  }
  expect((await runCli(folder, ["docs", "api.yaml", "--mock", "--check"])).stderr).toContain(
    "leave out --check, --out and --html",
  );
});

test("a server of forms is a base URL", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "api.yaml"), contract());
  const { code, stderr } = await runCli(folder, [
    "docs",
    "api.yaml",
    "--try",
    "--try-server",
    "here",
    "--try-server",
    "https://*",
    "--format",
    "concise",
  ]);
  expect([code, stderr.split("\n").filter((line) => line.includes("docs-try"))]).toEqual([
    1,
    [
      'error docs-try-server: "here" is not the base URL of an API',
      'error docs-try-server: "https://*" is not the base URL of an API',
    ],
  ]);
});

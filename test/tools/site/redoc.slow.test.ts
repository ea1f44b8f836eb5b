import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { selfContained } from "../../../generator/cli/commands/docs/redoc-page.js";
import { contract } from "../../lint/lint-text.js";
import { chromiumPath, launchChromium } from "../../support/chromium.js";
import { runCli, temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";

function project(): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "spec"));
  const actions = "restart: { summary: Restart., description: '![i](https://outside.example/i.png)' }";
  writeFileSync(path.join(folder, "spec/openapi.yaml"), contract({ actions }));
  return folder;
}

test("without Redocly, a hint explains how to install it", async () => {
  const { code, stderr } = await runCli(project(), ["docs", "--html", "redoc"]);
  expect([code, stderr.split("\n").find((line) => line.startsWith("error:"))]).toEqual([
    2,
    "error: --html redoc requires @redocly/cli. Install it: npm install --save-dev @redocly/cli@2",
  ]);
});

test("a page of an unknown form is rejected, because nothing would prevent it from loading resources", () => {
  expect(() => selfContained("<HTML>")).toThrow("this version of @redocly/cli is not supported");
});

test.skipIf(chromiumPath === undefined)(
  "the page shows actions as operations and sends no requests (needs Chromium)",
  async () => {
    const folder = project();
    symlinkSync(repositoryPath("node_modules"), path.join(folder, "node_modules"), "junction");
    expect((await runCli(folder, ["docs", "--html", "redoc"])).code).toBe(0);
    expect((await runCli(folder, ["docs", "--html", "redoc", "--check"])).code).toBe(0);
    const file = path.join(folder, "generated/docs/redoc.html");
    expect(readFileSync(file, "utf8")).toContain('"disableTelemetry":true');

    const browser = await launchChromium();
    const page = await browser.newPage();
    const asked = new Set<string>();
    page.on("request", (request) => void asked.add(request.url()));
    page.on("requestfailed", (request) => {
      if (request.failure()?.errorText === "csp") asked.delete(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    await page.getByText("actions/restart").first().click();
    await page.getByText("application/json").first().waitFor();
    await browser.close();
    expect([...asked].filter((url) => !/^(?:file|data|blob):/.test(url))).toEqual([]);
  },
);

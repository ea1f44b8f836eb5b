import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, onTestFinished, test } from "vitest";
import { compile } from "../../generator/compile.js";
import type { Target } from "../../generator/emit/targets.js";
import { readTemplate } from "../../generator/package.js";
import { toNodeHandler } from "../../generated/server/index.js";
import { createControlPlane } from "../server/control-plane.js";
import { serve } from "../server/listen.js";
import { chromiumPath, launchChromium } from "../support/chromium.js";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { targets } from "./connect.js";

/** Writes the client and the queries of a contract next to a program that uses the packages of TanStack Query. */
async function writeProgram(name: string, contract: string, program: string): Promise<string> {
  const wanted: Target[] = ["client", "query"];
  const { files = [] } = await compile("openapi.yaml", {
    workingFolder: repositoryPath(contract),
    template: readTemplate,
    targets: wanted,
  });
  const folder = repositoryPath(`node_modules/.cache/query/${name}`);
  const text = readFileSync(repositoryPath(`test/client/query/${program}.txt`), "utf8");
  writeFiles(folder, [...files, { path: program, text, checked: "printed" }]);
  return folder;
}

test("React, Solid and Svelte accept the options with their types", async () => {
  const folder = await writeProgram("types", "test/emit/hovers", "uses.ts");
  expect(await typeCheckNatively(folder, { skipLibCheck: true, lib: ["es2023", "dom", "dom.iterable"] })).toBe("");
});

describe.skipIf(chromiumPath === undefined)("in Chromium, if CHROMIUM_PATH or the system has one", () => {
  test("a page in React reads, changes, and reads again what it has changed", async () => {
    const folder = await writeProgram("page", "spec", "page.ts");
    const define = { "process.env.NODE_ENV": '"production"' };
    const build = await rolldown({
      input: path.join(folder, "page.ts"),
      platform: "browser",
      logLevel: "silent",
      transform: { define },
    });
    const { output } = await build.generate({ format: "iife", name: "page" });
    await build.close();
    const handle = toNodeHandler(createControlPlane({}).server);
    const page = `<!doctype html><title>Test</title><body></body>`;
    const { port } = await serve(
      http.createServer((request, response) => {
        if (request.url === "/") return void response.setHeader("content-type", "text/html").end(page);
        return void handle(request, response);
      }),
    );
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${port}/`);
    await tab.addScriptTag({ content: output[0].code });
    const given = [`http://127.0.0.1:${port}`, targets.postgres] as const;
    await tab.evaluate(([baseUrl, target]) => {
      (globalThis as unknown as { page: { show(baseUrl: string, target: object): void } }).page.show(baseUrl, target);
    }, given);
    await tab.waitForFunction(`["#backups", "#project"].every((id) => document.querySelector(id)?.textContent === "success")`);
    const requests = () => tab.evaluate("page.requests") as Promise<string[]>;
    const before = await requests();
    expect(before.toSorted()).toEqual([expect.stringMatching(/^GET /), "POST list_backups"]);
    await tab.click("button");
    await tab.waitForFunction(`page.requests.filter((one) => one === "POST list_backups").length === 2`);
    expect((await requests()).slice(2)).toEqual(["POST backup_now", "POST list_backups"]);
  });
});

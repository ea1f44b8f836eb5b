import http from "node:http";
import path from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, onTestFinished, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { createClient } from "../../generator/live/client.js";
import { load } from "../../generator/live/live-contract.js";
import { readTemplate } from "../../generator/package.js";
import { serve } from "../server/listen.js";
import { chromiumPath, launchChromium } from "../support/chromium.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { writeFiles } from "../support/write-files.js";
import { failureOf } from "./connect.js";

const folder = repositoryPath("test/production/fleet");

/** A server of uploads that never responds: `begun` is called when the first bytes arrive, `closed` is settled by the end of the connection. */
async function serveUploads(begun: () => void) {
  let close = () => {};
  const closed = new Promise<void>((resolve) => void (close = resolve));
  const { port } = await serve(
    http.createServer((request, response) => {
      if (request.method === "POST") return void request.once("data", begun).once("close", close);
      response.setHeader("content-type", "text/html").end("<title>Test</title>");
    }),
  );
  return { url: `http://127.0.0.1:${port}`, closed };
}

test("an upload is aborted by its signal, and its connection closes", async () => {
  const contract = await load(path.join(folder, "openapi.yaml"));
  const aborted = new AbortController();
  const { url, closed } = await serveUploads(() => aborted.abort());
  const client = createClient(contract, { baseUrl: url, token: "t" });
  const body = { title: "Yard", drawing: new Blob([new Uint8Array(8_000_000)], { type: "image/png" }) };
  const call = client.operations["addDrawing"]!({ terminal_id: "trm_aaaa", body }, { signal: aborted.signal });
  expect(await failureOf(call)).toMatchObject({ name: "AbortError", call: "addDrawing" });
  await closed;
});

/** A page that uploads a drawing until `stop` is called. */
const program = `import { createClient } from "./client/index.js";
const controller = new AbortController();
export const stop = () => controller.abort();
export function upload(baseUrl: string): Promise<string> {
  const drawing = new Blob([new Uint8Array(50_000_000)], { type: "image/png" });
  const args = { terminal_id: "trm_aaaa", body: { title: "Yard", drawing } };
  return createClient({ baseUrl, token: "t" }).addDrawing(args, { signal: controller.signal }).then(
    () => "no error",
    (error: Error) => error.name + ": " + error.message,
  );
}
`;

interface UploadPage {
  readonly page: { upload(url: string): Promise<string>; stop(): void };
}

describe.skipIf(chromiumPath === undefined)("in Chromium, if CHROMIUM_PATH or the system has one", () => {
  test("an upload is aborted by its signal, and its connection closes", async () => {
    const { files = [] } = await compile("openapi.yaml", { workingFolder: folder, template: readTemplate, targets: ["client"] });
    const written = temporaryFolder();
    writeFiles(written, [...files, { path: "page.ts", text: program, checked: "printed" }]);
    const build = await rolldown({ input: path.join(written, "page.ts"), platform: "browser", logLevel: "silent" });
    const { output } = await build.generate({ format: "iife", name: "page" });
    await build.close();
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const { url, closed } = await serveUploads(() => void page.evaluate(() => (globalThis as unknown as UploadPage).page.stop()));
    await page.goto(url);
    await page.addScriptTag({ content: output[0].code });
    const ended = await page.evaluate((baseUrl) => (globalThis as unknown as UploadPage).page.upload(baseUrl), url);
    expect(ended).toBe("AbortError: addDrawing was aborted by its caller");
    await closed;
  });
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { loadContract } from "../../../generator/document/load-contract.js";
import { at, folderWith, inWords } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { json } from "./adopted.js";

test("--dry-run writes nothing, --out names the file", async () => {
  const folder = folderWith({ "api/a.json": JSON.stringify({ openapi: "3.1.0", info: {}, paths: { "/a:stop": { post: {} } } }) });
  const dry = await runCli(folder, ["adopt", "api/a.json", "--dry-run", "--out", "own/b.yaml"]);
  expect(dry.stderr).toBe("api/a.json: 1 action of 1 endpoint; nothing was written\n");
  const run = await runCli(folder, ["adopt", "api/a.json", "--out", "own/b.yaml"]);
  expect(run.stderr).toContain("own/b.yaml: 1 action of 1 endpoint written\n");
  expect(readFileSync(path.join(folder, "own/b.yaml"), "utf8")).toContain("extends: ../api/a.json");
});

test("parts in other files are copied if the main document refers to them, or left", async () => {
  const folder = folderWith({
    "a.yaml": `openapi: 3.1.0
info: {}
paths:
  /a/{id}/actions/start: { post: { requestBody: { ${json("{ $ref: 'parts.yaml#/Start' }")} } } }
  /b/{id}/actions/stop: { $ref: parts.yaml#/Stop }`,
    "parts.yaml": "Start: { type: object, properties: { at: { type: string } } }\nStop: { post: {} }",
  });
  const run = await runCli(folder, ["adopt", "a.yaml"]);
  expect(run.stdout).toContain("left: it is in a file that an overlay can't change: bundle the document");
  const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
  expect(diagnostics.map(inWords)).toEqual([]);
  expect(Object.keys(contract!.document["paths"]!)).toEqual(["/a/{id}/actions/{action}", "/b/{id}/actions/stop"]);
  const body = at(contract!.document, "paths", "/a/{id}/actions/{action}", "post", "x-platform-a-actions", "start", "body");
  expect(body).toEqual({ $ref: "#/components/schemas/Start" });
});

test("a document that can't be read has no overlay", async () => {
  const folder = folderWith({ "a.yaml": "openapi: 2" });
  expect(await runCli(folder, ["adopt", "a.yaml", "--format", "concise"])).toMatchObject({ code: 1, stdout: "" });
});

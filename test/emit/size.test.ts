import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import type { EmitContext } from "../../generator/emit/emitter.js";
import { readTemplate } from "../../generator/package.js";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { repositoryPath } from "../support/repository.js";

const plain = {
  openapi: "3.1.0",
  info: { title: "Plain", version: "1" },
  paths: {
    "/units/{unit_id}": {
      get: {
        operationId: "getUnit",
        parameters: [{ name: "unit_id", in: "path", required: true, schema: { type: "string" } }],
        responses: {
          "200": { description: "The unit.", content: { "application/json": { schema: { $ref: "#/components/schemas/Unit" } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Unit: { type: "object", required: ["id", "name"], properties: { id: { type: "string" }, name: { type: "string" } } },
    },
  },
};

async function outputOf(contract: object | string, options: Partial<EmitContext> = {}): Promise<readonly OutputFile[]> {
  let [workingFolder, file] = [repositoryPath("."), String(contract)];
  if (typeof contract === "object") {
    [workingFolder, file] = [mkdtempSync(path.join(tmpdir(), "size-")), "openapi.json"];
    writeFileSync(path.join(workingFolder, file), JSON.stringify(contract));
  }
  const { files } = await compile(file, { workingFolder, template: readTemplate, ...options });
  return files!;
}

/** With the manifest, which `compile` does not write. */
const countFiles = (files: readonly OutputFile[]) => files.length + 1;

const countLines = (files: readonly OutputFile[]) =>
  files.reduce((sum, { text }) => sum + text.split("\n").length - 1, files.length + 4);

test("a client of one GET is 8 files with at most 900 lines", async () => {
  // As `init` writes it for a client.
  const files = await outputOf(plain, { targets: ["client"], features: ["retry", "pages", "follow"] });
  expect(files.map((file) => file.path)).toEqual([
    "client/index.ts",
    "client/routes.ts",
    "client/types.ts",
    "runtime/client/call.ts",
    "runtime/client/create-client.ts",
    "runtime/client/middleware.ts",
    "types.ts",
  ]);
  expect(countLines(files)).toBeLessThanOrEqual(900);
});

test("everything for one GET", async () => {
  const files = await outputOf(plain);
  expect(countFiles(files)).toBeLessThanOrEqual(49);
  expect(countLines(files)).toBeLessThanOrEqual(5_890);
});

test("everything for one GET without what can be left out", async () => {
  const files = await outputOf(plain, { features: [] });
  expect(countFiles(files)).toBeLessThanOrEqual(33);
  expect(countLines(files)).toBeLessThanOrEqual(3_760);
});

test("everything for 86 actions", async () => {
  expect(countLines(await outputOf("spec/openapi.yaml"))).toBeLessThanOrEqual(28_750);
});

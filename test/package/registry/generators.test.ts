import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { packPackage } from "../pack.js";
import { run } from "../run.js";

const recipes = readFileSync(repositoryPath("recipes/README.md"), "utf8");

let project: string;

/** The block of the recipes that contains something. */
function block(containing: string): string {
  const blocks = [...recipes.matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, text]) => text!);
  const found = blocks.find((text) => text.includes(containing));
  if (found === undefined) throw new Error(`no recipe contains ${containing}`);
  return found;
}

beforeAll(() => {
  project = temporaryFolder();
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }\n');
  const { tarball } = packPackage();
  run(project, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", tarball]);
  cpSync(repositoryPath("templates/init/spec"), path.join(project, "spec"), { recursive: true });
});

test("orval generates hooks and mocks for the actions", () => {
  writeFileSync(path.join(project, "orval.config.cjs"), block("module.exports"));
  run(project, "sh", ["-ec", block("npx orval")]);
  const text = readFileSync(path.join(project, "src/cache.ts"), "utf8");
  expect(text).toMatch(/export const useCacheResize/);
  expect(text).toMatch(/export const getCacheResizeMockHandler/);
});

test("openapi-to-postmanv2 creates a request for each action", () => {
  run(project, "sh", ["-ec", block("openapi2postmanv2")]);
  const text = readFileSync(path.join(project, "cache.postman.json"), "utf8");
  expect([...text.matchAll(/"method": ?"POST"/g)].length).toBeGreaterThan(1);
  expect(text).toContain('"resize"');
});

/** Two successes of one endpoint, whose schemas share the values of `status`. */
const kitchen = `
openapi: 3.1.0
info: { title: Kitchen, version: 1.0.0, description: Ovens., license: { name: MIT, identifier: MIT } }
servers: [{ url: "https://kitchen.test" }]
security: [{ token: [] }]
tags: [{ name: ovens, description: Ovens. }]
paths:
  /ovens/{oven_id}/actions/{action}:
    parameters:
      - { name: oven_id, in: path, required: true, schema: { type: string, maxLength: 20 } }
      - { name: action, in: path, required: true, schema: { type: string, maxLength: 20 } }
    post:
      operationId: act
      summary: Act on an oven.
      tags: [ovens]
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { allOf: [{ $ref: "#/components/schemas/Reply" }, { required: [result] }] } } } }
        "202": { description: Queued., content: { application/json: { schema: { $ref: "#/components/schemas/Reply" } } } }
        4XX: { description: A mistake., content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } } }
      x-platform-oven-actions:
        preheat: { label: Preheat, body: { type: object, required: [celsius], additionalProperties: false, properties: { celsius: { type: integer } } }, async: true, statuses: [queued] }
        weigh: { label: Weigh, readOnly: true, statuses: [done], result: { type: object, required: [grams], properties: { grams: { type: integer } } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Reply:
      type: object
      required: [action, status]
      properties: { action: { type: string }, status: { type: string, enum: [queued, done] }, result: { type: object } }
`;

test("the code of other generators compiles, with responses that share values of status", { timeout: 300_000 }, () => {
  const folder = path.join(project, "kitchen");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(path.join(folder, "openapi.yaml"), kitchen);
  writeFileSync(
    path.join(folder, "plus.yaml"),
    'inputPath: expanded/openapi.oven.json\noutputPath: plus\ngenerator: "@openapi-generator-plus/typescript-fetch-client-generator"\nnpm: null\n',
  );
  const tools = ["openapi-generator-plus@2.22.0", "@openapi-generator-plus/typescript-fetch-client-generator@1.14.0"];
  const clients = ["orval@7.13.2", "axios@1", "@tanstack/react-query@5", "@types/react@19"];
  run(folder, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "typescript@5.9.3", ...tools, ...clients]);
  run(project, "npx", [
    "--no",
    "--",
    "openapi-actions",
    "expand",
    "kitchen/openapi.yaml",
    "--out",
    "kitchen/expanded",
    "--openapi",
    "3.0",
  ]);
  run(folder, "npx", ["--no", "--", "openapi-generator-plus", "-c", "plus.yaml"]);
  const target = ["--input", "expanded/openapi.oven.json", "--output", "orval/api.ts", "--client", "react-query"];
  run(folder, "npx", ["--no", "--", "orval", ...target]);
  expect(readFileSync(path.join(folder, "plus/models.ts"), "utf8")).toContain("celsius");
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: "es2022",
    types: [],
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2023", "dom", "dom.iterable"],
  };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["plus", "orval"] }));
  expect(() => run(folder, "npx", ["--no", "--", "tsc", "-p", "."])).not.toThrow();
});

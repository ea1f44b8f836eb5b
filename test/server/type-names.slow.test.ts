import { expect, test } from "vitest";
import { folderWith } from "../document/load-text.js";
import { runCli } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";

/** Names of service types that are words of the generated code too. */
const types = ["operation", "action", "client", "error", "service", "handlers", "operations", "handler", "call", "types"];

test("types named like generated code compile, and so does their scaffold", async () => {
  const text = { type: "string", maxLength: 9 };
  const content = { "application/json": { schema: { type: "object" } } };
  const parameters = ["id", "action"].map((name) => ({ name, in: "path", required: true, schema: text }));
  const endpoints = types.map((type) => {
    const operation = {
      operationId: `invoke-${type}`,
      parameters: [...parameters, { name: "X-Trace", in: "header", schema: text }],
      responses: { "200": { description: "Done.", content } },
      "x-platform-action-binding": { type: { const: type }, response: { result: "" } },
      [`x-platform-${type}-actions`]: { start: { label: "Start" }, stop: { label: "Stop", result: { type: "object" } } },
    };
    return [`/${type}/{id}/{action}`, { post: operation }];
  });
  const get = { operationId: "getOperation", parameters: [parameters[0]], responses: { "200": { description: "OK", content } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    servers: [{ url: "https://names.test" }],
    security: [],
    paths: { "/operation/{id}": { get }, ...Object.fromEntries(endpoints) },
  };
  const folder = folderWith({ "openapi.json": JSON.stringify(document), "package.json": '{ "type": "module" }' });
  const run = await runCli(folder, ["generate", "openapi.json", "--out", "generated", "--scaffold", "handlers"]);
  expect(run.stderr).not.toContain(" error ");
  expect(run.code).toBe(0);
  expect(await typeCheckNatively(folder)).toBe("");
});

test("routes whose forms and parameters have fields named like a member of every object compile", async () => {
  const field = { constructor: { type: "object", properties: { a: { type: "string" } } }, toString: { type: "integer" } };
  const schema = { type: "object", properties: field };
  const document = {
    openapi: "3.1.0",
    info: { title: "Forms", version: "1" },
    paths: {
      "/forms": {
        post: {
          operationId: "addForm",
          parameters: [
            {
              name: "filter",
              in: "query",
              style: "deepObject",
              explode: true,
              schema: { ...schema, properties: { valueOf: field.toString } },
            },
          ],
          requestBody: { content: { "application/x-www-form-urlencoded": { schema } } },
          responses: { "204": { description: "Done." } },
        },
      },
    },
  };
  const folder = folderWith({ "openapi.json": JSON.stringify(document), "package.json": '{ "type": "module" }' });
  expect((await runCli(folder, ["generate", "openapi.json", "--out", "generated"])).code).toBe(0);
  expect(await typeCheckNatively(folder)).toBe("");
});

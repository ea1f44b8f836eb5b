import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { checkTools } from "../../generator/emit/mcp/check-tools.js";
import { readTemplate } from "../../generator/package.js";
import { temporaryFolder } from "../support/command-line.js";
import { contractOf } from "../tools/mcp/contract-of.js";

const endpoint = (actions: string) => `
  /services/{service_id}/actions/{action}:
    post:
      operationId: invokeAction
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { "200": { description: Done. } }
      x-platform-box-actions:
${actions}`;

const found = (paths: string) => {
  const { model } = contractOf(paths);
  return checkTools(model, model).map(({ code, message, location }) => `${location?.line} ${code}: ${message}`);
};

const operation = (name: string, more: string) => `
  /${name.length}/${more.length}:
    post: { operationId: ${name}, responses: { "204": { description: Done. } }, ${more} }`;
const json = (schema: string) => `requestBody: { content: { application/json: { schema: ${schema} } } }`;
const long = "x".repeat(70);
const deep = (depth: number): string =>
  depth === 0 ? "{ type: string }" : `{ type: object, properties: { a: ${deep(depth - 1)} } }`;

describe("what tools can't express is reported", () => {
  test.each([
    [endpoint("        restart: {}"), []],
    [
      endpoint(`        restart: { body: { type: object, properties: { "grace period": { type: integer } } } }`),
      [`13 tool-unfit: the tool "box_restart" takes its body as one argument: "grace period" can't be the name of an argument`],
    ],
    [
      endpoint(`        restart: { body: { type: object, properties: { service_id: { type: integer } } } }`),
      [`13 tool-unfit: the tool "box_restart" takes its body as one argument: "service_id" can't be the name of an argument`],
    ],
    [
      operation("upload", "requestBody: { content: { application/octet-stream: {} } }"),
      [`5 tool-unfit: the tool "upload" is not offered: its body is not JSON`],
    ],
    [
      operation(long, json("{ type: object }")),
      [
        expect.stringMatching(
          /^5 tool-unfit: the tool "x{70}" is named "x{55}_[0-9a-f]{8}": its own name has more than 64 characters$/,
        ),
      ],
    ],
    [
      operation("inner", json(`{ type: object, properties: { a: { type: object, properties: { "odd name": true } } } }`)),
      [`5 tool-unfit: the tool "inner" doesn't describe members with names that providers reject: "odd name"`],
    ],
    [operation("shallow", json(deep(10))), []],
    [
      operation("deep", json(deep(20))),
      [`5 tool-unfit: the tool "deep" doesn't describe all of its arguments: their schema is too deep or too large`],
    ],
    // Lowering loses nothing that matters: references, alternatives, lists.
    [operation("lists", json(`{ type: array, items: { oneOf: [{ type: string }, { type: integer }] } }`)), []],
    // It is left out on purpose.
    [operation("reveal", "x-platform-reveal: true, requestBody: { content: { application/octet-stream: {} } }"), []],
  ])("%#", (paths, expected) => {
    expect(found(paths)).toEqual(expected);
  });

  test("two with the same name", () => {
    expect(found(operation("a.b", json("{}")) + operation("a_b", json("true")))).toEqual([
      expect.stringContaining(`another tool has its name`),
    ]);
  });
});

test("only with the target mcp, and as the config says", async () => {
  const folder = temporaryFolder();
  const body = json(`{ type: object, properties: { "odd name": { type: string } }, additionalProperties: false }`);
  const text = `openapi: 3.1.0\ninfo: { title: Test, version: "1" }\nservers: [{ url: https://x.example.com }]\npaths:${operation("odd", body)}`;
  writeFileSync(path.join(folder, "openapi.yaml"), text);
  const codes = async (targets: readonly ("mcp" | "client")[], hides = false) => {
    const options = { workingFolder: folder, template: readTemplate, targets };
    const filter = hides && { filter: (all: readonly { code: string }[]) => all.filter(({ code }) => code !== "tool-unfit") };
    const { diagnostics, files } = await compile("openapi.yaml", { ...options, ...(filter as object) });
    expect(files).toBeDefined();
    return diagnostics.map(({ code }) => code).filter((code) => code === "tool-unfit");
  };
  expect((await codes(["mcp"])).length).toBeGreaterThan(0);
  expect([await codes(["client"]), await codes(["mcp"], true)]).toEqual([[], []]);
});

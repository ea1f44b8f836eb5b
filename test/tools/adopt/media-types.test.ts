import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import { at } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { adopt, done, openapi } from "./adopted.js";

const item = "{ schema: { $ref: '#/components/schemas/Item' } }";

/** The action `/a/{id}:<name>` with this content of its request and of its success. */
const verb = (name: string, request: string, response?: string) =>
  `/a/{id}:${name}: { post: { requestBody: { required: true, content: { ${request} } }, responses: { ${response === undefined ? done : `"200": { description: OK, content: { ${response} } }`} } } }`;

const operationOf = (document: JsonObject) => at(document, "paths", "/a/{id}:{action}", "post") as JsonObject;
const mediaTypes = (operation: JsonObject, ...where: string[]) => Object.keys(at(operation, ...where, "content") as JsonObject);

describe("the media types of requests and results", () => {
  it("are those of all operations with the same schema", async () => {
    const { document, problems } = await adopt(
      openapi(
        [
          verb("wipe", `application/x-amz-json-1.0: ${item}`, `application/x-amz-json-1.0: ${item}`),
          verb(
            "move",
            `application/vnd.x+json: ${item}, application/vnd.y+json: ${item}, application/z+json: { schema: { type: object } }`,
            `application/vnd.x+json: ${item}`,
          ),
          verb("copy", `"*/*": ${item}`, `"*/*": ${item}`),
          verb("sort", `application/*: ${item}`, `"application/*; charset=utf-8": ${item}`),
          verb("stop", `application/*+json: ${item}`, `"*/*;q=0.8": { schema: { allOf: [${item.slice(10, -2)}] } }`),
        ].join("\n"),
      ),
    );
    expect(problems).toEqual([]);
    const operation = operationOf(document);
    expect(mediaTypes(operation, "requestBody")).toEqual([
      "application/json",
      "application/vnd.x+json",
      "application/vnd.y+json",
      "application/x-amz-json-1.0",
    ]);
    expect(mediaTypes(operation, "responses", "200")).toEqual([
      "application/json",
      "application/vnd.x+json",
      "application/x-amz-json-1.0",
    ]);
    const reference = { $ref: "#/components/schemas/Item" };
    expect(operation["x-platform-a-actions"]).toMatchObject({
      move: { body: reference, result: reference },
      sort: { body: reference, result: reference },
      stop: { body: reference },
    });
  });

  it("are text below a range whose schema is text", async () => {
    const { document } = await adopt(openapi(verb("read", `application/json: ${item}`, `"*/*": { schema: { type: string } }`)));
    expect(mediaTypes(operationOf(document), "responses", "200")).toEqual(["text/plain"]);
  });

  it("include those of a new action", async () => {
    const wipe = verb("wipe", `application/json: ${item}`);
    const { folder } = await adopt(openapi(wipe));
    writeFileSync(path.join(folder, "a.yaml"), openapi(`${wipe}\n${verb("move", `application/vnd.x+json: ${item}`)}`));
    expect((await runCli(folder, ["adopt", "a.yaml"])).code).toBe(0);
    const { contract } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
    expect(mediaTypes(operationOf(contract!.document), "requestBody")).toEqual(["application/json", "application/vnd.x+json"]);
  });
});

describe("the successes of a later action", () => {
  const copy = (status: string, content: string) =>
    `/a/{id}:copy: { post: { responses: { "${status}": { description: OK, content: { ${content} } } } } }`;

  /** The endpoint after another run, with what a person wrote and what the command printed. */
  async function later(first: string, second: string, edit = (overlay: string) => overlay) {
    const { folder, written } = await adopt(openapi(first));
    const overlay = path.join(folder, "a.overlay.yaml");
    writeFileSync(overlay, edit(written));
    writeFileSync(path.join(folder, "a.yaml"), openapi(`${first}\n${second}`));
    const run = await runCli(folder, ["adopt", "a.yaml"]);
    expect(readFileSync(overlay, "utf8").startsWith(edit(written))).toBe(true);
    const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
    expect(diagnostics).toEqual([]);
    return { run, operation: operationOf(contract!.document) };
  }
  const wipe = verb("wipe", `application/json: ${item}`, `application/json: ${item}`);

  it("add their media types", async () => {
    const edit = (overlay: string) => overlay.replace("description: Done.", "description: By hand.");
    const { operation } = await later(wipe, copy("200", `application/vnd.x+json: ${item}`), edit);
    expect(mediaTypes(operation, "responses", "200")).toEqual(["application/json", "application/vnd.x+json"]);
    expect(operation).toMatchObject({ responses: { 200: { description: "By hand." } } });
  });

  it("add their statuses", async () => {
    const { operation } = await later(wipe, copy("201", `application/json: ${item}`));
    expect(Object.keys(operation["responses"] as JsonObject)).toEqual(["200", "201"]);
    expect(mediaTypes(operation, "responses", "201")).toEqual(["application/json"]);
  });

  it("are added if no action had a result before", async () => {
    const { operation } = await later(verb("wipe", `application/json: ${item}`), copy("200", `application/json: ${item}`));
    expect(operation).toMatchObject({
      responses: { 200: { content: { "application/json": {} } } },
      "x-platform-action-binding": { response: { result: "" } },
      "x-platform-a-actions": { copy: { result: { $ref: "#/components/schemas/Item" } } },
    });
  });

  it("exclude an action whose text the endpoint can't have", async () => {
    const { run } = await later(wipe, copy("200", "text/plain: { schema: { type: string } }"));
    expect(run.stdout).toContain("left: not JSON: copy\n");
  });

  it("leave a response that others may share", async () => {
    const target = "$.paths['/a/{id}:{action}'].post.responses";
    const edit = (overlay: string) => `${overlay}
  - target: ${target}['200']
    remove: true
  - target: ${target}
    update: { "200": { $ref: "#/components/responses/Done" } }
  - target: $.components
    update: { responses: { Done: { description: OK, content: { application/json: { schema: { type: object } } } } } }
`;
    const { run } = await later(wipe, copy("200", `application/vnd.x+json: ${item}`), edit);
    expect(run.stdout).toContain("left: the response 200, which is a reference, lacks application/vnd.x+json\n");
  });
});

describe("successes of operations besides the first", () => {
  const both = (name: string, second: string) =>
    `/a/{id}:${name}: { post: { responses: { "200": { description: OK, content: { application/json: ${item} } }, ${second} } } }`;

  it("are kept if all have them", async () => {
    const more = `"202": { description: Later. }, "203": { description: Cached, content: { application/json: ${item} } }`;
    const { document, run } = await adopt(openapi(`${both("wipe", more)}\n${both("move", more)}`));
    const { responses } = operationOf(document);
    expect(Object.keys(responses as JsonObject)).toEqual(["200", "202", "203"]);
    expect(responses).toMatchObject({ 203: { content: { "application/json": {} } } });
    expect(at(document, "paths", "/a/{id}:{action}", "post", "responses", "202")).not.toHaveProperty("content");
    expect(run.stdout).not.toContain("left:");
  });

  it("are those of single actions if only some have them, and are left with another body", async () => {
    const other = `"203": { description: Other, content: { application/json: { schema: { type: object } } } }`;
    const text = `${both("wipe", `"202": { description: Later. }, ${other}`)}\n${both("move", other)}`;
    const { document, run } = await adopt(openapi(text));
    const operation = operationOf(document);
    expect(Object.keys(operation["responses"] as JsonObject)).toEqual(["200", "202"]);
    expect(operation["x-platform-a-actions"]).toMatchObject({ move: { responses: { 200: {} } } });
    expect(at(operation, "x-platform-a-actions", "wipe")).not.toHaveProperty("responses");
    expect(run.stdout).toContain("left: the success 203 besides the first: move, wipe\n");
  });
});

test("media types of another kind are left", async () => {
  const two = "application/json: { schema: { type: object } }, application/yaml: { schema: { type: object } }";
  const { run } = await adopt(openapi(verb("wipe", two)));
  expect(run.stdout).toContain("left: application/yaml in addition to the first media type: wipe\n");
});

test("media types with another schema are left", async () => {
  const two = (schema: string) => `application/json: ${item}, application/vnd.z+json: { schema: ${schema} }`;
  const { run } = await adopt(openapi(`${verb("wipe", two("{ type: object }"))}\n${verb("move", two("{ type: string }"))}`));
  const line = "application/vnd.z+json in addition to the first media type: move, wipe";
  expect(run.stdout).toContain(`left: ${line}\n`);
});

describe("a request body without a schema", () => {
  it("of JSON accepts any object", async () => {
    const { document, problems } = await adopt(openapi(verb("wipe", "application/json: {}")));
    expect(problems).toEqual([]);
    expect(operationOf(document)).toMatchObject({
      requestBody: { content: { "application/json": {} } },
      "x-platform-a-actions": { wipe: { body: { type: "object", additionalProperties: true } } },
    });
  });

  it("of anything else is left", async () => {
    const text = `${verb("wipe", `application/json: ${item}`)}\n${verb("upload", "application/octet-stream: {}")}`;
    const { document, run } = await adopt(openapi(text));
    expect(Object.keys(operationOf(document)["x-platform-a-actions"] as JsonObject)).toEqual(["wipe"]);
    expect(Object.keys(document["paths"] as JsonObject)).toContain("/a/{id}:upload");
    expect(run.stdout).toContain("left: not JSON: upload\n");
  });
});

import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
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
  it("are those of all operations, where several have the same schema", async () => {
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
    expect(operation["x-platform-a-actions"]).toMatchObject({ move: { body: reference, result: reference } });
  });

  it("gain those of a new action", async () => {
    const wipe = verb("wipe", `application/json: ${item}`);
    const { folder } = await adopt(openapi(wipe));
    writeFileSync(path.join(folder, "a.yaml"), openapi(`${wipe}\n${verb("move", `application/vnd.x+json: ${item}`)}`));
    expect((await runCli(folder, ["adopt", "a.yaml"])).code).toBe(0);
    const { contract } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
    expect(mediaTypes(operationOf(contract!.document), "requestBody")).toEqual(["application/json", "application/vnd.x+json"]);
  });
});

describe("a request body without a schema", () => {
  it("of JSON takes any object", async () => {
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

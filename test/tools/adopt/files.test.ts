import { readFileSync, existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import { at, folderWith, inWords } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { done, json, openapi } from "./adopted.js";

const item = "{ type: object, required: [size], properties: { size: { type: integer } } }";
const failure =
  "{ type: object, required: [code, message], properties: { code: { enum: [NOT_FOUND, BAD] }, message: { type: string } } }";
const parts = `Ok: { description: OK, ${json(item)}, headers: { X-Id: { schema: { type: string } } } }
Failed: { description: Failed, ${json(failure)} }
Body: { required: true, ${json(item)} }
Form: { required: true, content: { application/x-www-form-urlencoded: { schema: ${item} } } }
Item: ${item}
Id: { name: id, in: path, required: true, schema: { type: string } }
`;

/** Adopts a document with these paths and components whose other file is `parts.yaml`. */
async function adopted(paths: string, components = "") {
  const text = openapi(paths).replace("components:\n", `components:\n${components.replace(/^(?=.)/gm, "  ")}`);
  const folder = folderWith({ "a.yaml": text, "parts.yaml": parts });
  const run = await runCli(folder, ["adopt", "a.yaml"]);
  const isWritten = existsSync(path.join(folder, "a.overlay.yaml"));
  const { contract, diagnostics } = loadContract("a.yaml", {
    workingFolder: folder,
    overlays: isWritten ? ["a.overlay.yaml"] : [],
    untypedObjects: "any",
  });
  // Nothing is copied from a location that the main document lacks.
  expect(diagnostics.map(inWords)).toEqual([]);
  return {
    paths: contract!.document["paths"] as JsonObject,
    left: run.stdout.split("\n").flatMap((line) => /left: (.*)/.exec(line)?.[1] ?? []),
    overlay: isWritten ? readFileSync(path.join(folder, "a.overlay.yaml"), "utf8") : "",
    document: contract!.document,
  };
}

const verb = (name: string, fields: string) =>
  `/disks/{id}:${name}: { parameters: [{ $ref: parts.yaml#/Id }], post: { ${fields} } }`;
const ok = `"200": { description: OK, ${json(item)} }`;
const ping = verb("ping", `responses: { ${done} }`);

describe("a document of several files", () => {
  it.each<[string, string, string]>([
    ["a success", 'responses: { "200": { $ref: parts.yaml#/Ok } }', ""],
    [
      "a success, through a component",
      'responses: { "200": { $ref: "#/components/responses/Ok" } }',
      "responses: { Ok: { $ref: parts.yaml#/Ok } }\n",
    ],
    ["a further success", `responses: { ${ok}, "201": { $ref: parts.yaml#/Ok } }`, ""],
    ["a body", `requestBody: { $ref: parts.yaml#/Body }, responses: { ${ok} }`, ""],
    ["a form", `requestBody: { $ref: parts.yaml#/Form }, responses: { ${ok} }`, ""],
  ])("leaves an action with %s in another file", async (_, fields, components) => {
    const { paths, left } = await adopted(`${verb("wipe", fields)}\n${ping}`, components);
    expect(Object.keys(paths)).toEqual(["/disks/{id}:wipe", "/disks/{id}:{action}"]);
    expect(left).toEqual(["its body or result is in another file, bundle the document: wipe"]);
  });

  it("leaves an operation that names several actions if its body is in another file", async () => {
    const command = "parameters: [{ name: command, in: path, required: true, schema: { enum: [start, stop] } }]";
    const shared = (body: string) => `/vms/{id}/{command}: { post: { ${command}, requestBody: ${body}, responses: { ${ok} } } }`;
    const { paths, left } = await adopted(shared("{ $ref: parts.yaml#/Body }"));
    expect(at(paths, "/vms/{id}/{command}", "post")).not.toHaveProperty("x-platform-vm-actions");
    expect(left).toEqual(["its body is in another file: bundle the document"]);
  });

  it("lists the bindings that failures in another file lack", async () => {
    const { overlay, left, paths } = await adopted(verb("wipe", `responses: { ${ok}, default: { $ref: parts.yaml#/Failed } }`));
    expect(Object.keys(paths)).toEqual(["/disks/{id}:{action}"]);
    expect(overlay).not.toContain("x-platform-error-binding");
    expect(left[0]).toBe('the response default is in another file: add {"codes":{"resource_not_found":"NOT_FOUND"}} to it');
  });

  it("keeps schemas of other files, and binds failures of its own", async () => {
    const { document, left } = await adopted(
      verb(
        "wipe",
        `requestBody: { ${json("{ $ref: parts.yaml#/Item }")} }, responses: { "200": { description: OK, ${json("{ $ref: parts.yaml#/Item }")} }, default: { $ref: "#/components/responses/Failed" } }`,
      ),
      `responses: { Failed: { description: Failed, ${json(failure)} } }\n`,
    );
    const post = at(document, "paths", "/disks/{id}:{action}", "post") as JsonObject;
    expect(at(post, "x-platform-disk-actions", "wipe")).toMatchObject({
      body: { $ref: "#/components/schemas/parts_Item" },
      result: { $ref: "#/components/schemas/parts_Item" },
    });
    expect(at(document, "components", "responses", "Failed", "x-platform-error-binding")).toEqual({
      codes: { resource_not_found: "NOT_FOUND" },
    });
    expect(left.filter((line) => line.includes("file"))).toEqual([]);
  });
});

describe("a component that refers to another one", () => {
  it("is copied from where it is described", async () => {
    const { paths, left } = await adopted(
      `/disks/{id}:wipe: { post: { requestBody: { $ref: "#/components/requestBodies/A" }, responses: { "200": { $ref: "#/components/responses/A" } } } }`,
      `requestBodies: { A: { $ref: "#/components/requestBodies/B" }, B: { ${json(item)} } }
responses: { A: { $ref: "#/components/responses/B" }, B: { description: OK, ${json(item)} } }
`,
    );
    expect(left).toEqual([]);
    const action = at(paths, "/disks/{id}:{action}", "post", "x-platform-disk-actions", "wipe");
    expect(action).toMatchObject({ body: { required: ["size"] }, result: { required: ["size"] } });
  });

  it("is left if no entry can copy it", async () => {
    const { left } = await adopted(
      `/disks/{id}: { get: { responses: { ${ok} } } }
/disks/{id}:wipe: { post: { responses: { "200": { $ref: "#/paths/~1disks~1{id}/get/responses/200" } } } }`,
    );
    expect(left).toEqual([expect.stringContaining("lint would reject it: ")]);
  });
});

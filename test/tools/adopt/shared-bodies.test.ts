import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../../generator/document/load-contract.js";
import { ownObject, type JsonObject } from "../../../generator/document/json-value.js";
import { resolveComponent } from "../../../generator/document/reference.js";
import { at, folderWith, inWords } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { done, openapi } from "./adopted.js";

const timeout = "{ type: object, required: [timeout], properties: { timeout: { type: integer } } }";
const listed = "schema: { type: string, enum: [start, stop] }";
const named = (name: string, place: string) => `{ name: ${name}, in: ${place}, required: true, ${listed} }`;
const body = (types: Readonly<Record<string, string>>, isRequired = true) =>
  `requestBody: { ${isRequired ? "required: true, " : ""}content: { ${Object.entries(types)
    .map(([type, schema]) => `${type}: ${schema === "" ? "{}" : `{ schema: ${schema} }`}`)
    .join(", ")} } }`;
const json = { "application/json": timeout };

/** A document with an operation that all its actions share. */
function operation(at_: string, parameter: string, requestBody: string): string {
  const parameters = parameter === "" ? "" : `parameters: [${parameter}], `;
  return openapi(`"${at_}": { post: { ${parameters}${requestBody}, responses: { ${done} } } }`);
}

/** Adopts the endpoint that the report names, though it may be unsure; returns its actions with their bodies resolved. */
async function actionsOf(text: string, ...flags: readonly string[]) {
  const folder = folderWith({ "a.yaml": text });
  const report = await runCli(folder, ["adopt", "a.yaml", "--dry-run"]);
  const run = await runCli(folder, ["adopt", "a.yaml", ...flags]);
  const { contract, diagnostics } = loadContract("a.yaml", {
    workingFolder: folder,
    overlays: ["a.overlay.yaml"],
    untypedObjects: "any",
  });
  expect(diagnostics.map(inWords)).toEqual([]);
  const [[where, item]] = Object.entries(contract!.document["paths"] as JsonObject) as [[string, JsonObject]];
  const post = item["post"] as JsonObject;
  const [key] = Object.keys(post).filter((name) => name.endsWith("-actions"));
  const actions = Object.entries(ownObject(post, key!)!).map(([name, action]): [string, JsonObject] => {
    const schema = resolveComponent(at(action, "body"), contract!.document) as JsonObject;
    return [name, { ...(action as JsonObject), body: Object.keys(ownObject(schema, "properties") ?? {}) }];
  });
  return { where, binding: post["x-platform-action-binding"], actions: Object.fromEntries(actions), report, run, folder };
}

const timeouts = { start: { body: ["timeout"] }, stop: { body: ["timeout"] } };

describe("the body of an operation that several actions share", () => {
  it.each<[string, string, string, string]>([
    ["the path", "/vms/{id}/status/{command}", named("command", "path"), body(json)],
    ["the end of the path", "/vms/{id}:{command}", named("command", "path"), body(json)],
    ["a query", "/vms/{id}/power", named("action", "query"), body(json)],
    ["a header", "/vms/{id}/power", named("X-Command", "header"), body(json)],
    ["a form", "/vms/{id}/status/{command}", named("command", "path"), body({ "application/x-www-form-urlencoded": timeout })],
    ["a form with files", "/vms/{id}/status/{command}", named("command", "path"), body({ "multipart/form-data": timeout })],
  ])("is that of each action, named by %s", async (_, at_, parameter, requestBody) => {
    expect((await actionsOf(operation(at_, parameter, requestBody), "--include", "unsure")).actions).toEqual(timeouts);
  });

  it("may be missing if the document says so", async () => {
    const text = operation("/vms/{id}/status/{command}", named("command", "path"), body(json, false));
    const optional = { requestBody: { required: false }, body: ["timeout"] };
    expect((await actionsOf(text)).actions).toEqual({ start: optional, stop: optional });
  });

  it("is any object if it isn't described", async () => {
    const text = operation("/vms/{id}/status/{command}", named("command", "path"), body({ "application/json": "" }));
    const { folder, actions } = await actionsOf(text);
    expect(Object.keys(actions)).toEqual(["start", "stop"]);
    expect(readFileSync(path.join(folder, "a.overlay.yaml"), "utf8")).toContain("additionalProperties: true");
  });

  it("is that of its media type", async () => {
    const types = {
      "application/vnd.acme.start+json": timeout,
      "application/vnd.acme.stop+json": "{ properties: { hard: {} } }",
    };
    const { actions } = await actionsOf(operation("/vms/{id}/commands", "", body(types)));
    expect(actions).toMatchObject({ start: { body: ["timeout"] }, stop: { body: ["hard"] } });
  });

  it("is the first one, and others are listed", async () => {
    const types = { "application/json": timeout, "application/x-www-form-urlencoded": "{ properties: { hard: {} } }" };
    const text = operation("/vms/{id}/status/{command}", named("command", "path"), body(types));
    const { actions, report } = await actionsOf(text);
    expect(actions).toEqual(timeouts);
    expect(report.stdout).toContain("left: application/x-www-form-urlencoded in addition to the first media type: start, stop\n");
  });

  it("is left with its actions if it is neither JSON nor a form", async () => {
    const text = operation("/vms/{id}/status/{command}", named("command", "path"), body({ "application/octet-stream": "{}" }));
    const { stdout } = await runCli(folderWith({ "a.yaml": text }), ["adopt", "a.yaml"]);
    expect(stdout).toContain("left: not JSON: start, stop");
  });
});

describe("including an unsure endpoint", () => {
  it.each<[string, string, string, JsonObject]>([
    ["query", named("action", "query"), body(json), { in: "query", name: "action" }],
    ["header", named("X-Command", "header"), body(json), { in: "header", name: "X-Command" }],
    [
      "body field",
      "",
      body({
        "application/json": `{ type: object, required: [action], properties: { action: { enum: [start, stop] }, timeout: {} } }`,
      }),
      { in: "body-field", name: "action" },
    ],
  ])("writes the endpoint that the report names: %s", async (style, parameter, requestBody, action) => {
    const text = operation("/vms/{id}/power", parameter, requestBody);
    for (const pattern of ["POST /vms/{id}/power", "unsure"]) {
      const folder = folderWith({ "a.yaml": text });
      const before = await runCli(folder, ["adopt", "a.yaml", "--dry-run"]);
      expect(before.stdout).toContain(`unsure   POST /vms/{id}/power\n         ${style}, type power, 2 actions: start, stop\n`);
      const after = await runCli(folder, ["adopt", "a.yaml", "--include", pattern]);
      expect(after.stdout).toBe(before.stdout.replace("unsure  ", "likely  "));
      const { contract } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"], untypedObjects: "any" });
      const paths = contract!.document["paths"] as JsonObject;
      expect(Object.keys(paths)).toEqual(["/vms/{id}/power"]);
      expect(at(paths["/vms/{id}/power"]!, "post", "x-platform-action-binding")).toMatchObject({ action });
    }
  });
});

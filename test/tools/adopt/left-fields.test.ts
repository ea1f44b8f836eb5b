import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { at } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { typeOfPath } from "../../../generator/tools/adopt/words.js";
import { adopt, done, openapi } from "./adopted.js";

/** Adopts the actions `start` and `stop` with these fields of their operations and paths. */
async function adopted(start: string, stop: string, ofPaths = "") {
  const verb = (name: string, fields: string) =>
    `/vms/{id}:${name}: { ${ofPaths}post: { ${fields.includes("responses:") ? fields : `${fields}responses: { ${done} }`} } }`;
  const { document, run, folder } = await adopt(openapi(`${verb("start", start)}\n${verb("stop", stop)}`));
  const again = await runCli(folder, ["adopt", "a.yaml"]);
  expect(again.stderr).toBe("a.yaml: nothing new\n");
  const endpoint = at(document, "paths", "/vms/{id}:{action}", "post") as JsonObject;
  return {
    endpoint,
    actions: endpoint["x-platform-vm-actions"] as JsonObject,
    left: run.stdout.split("\n").flatMap((line) => /left: (.*)/.exec(line)?.[1] ?? []),
  };
}

describe("fields of operations", () => {
  it.each<[string, string]>([
    ["callbacks", 'callbacks: { done: { "{$request.body#/url}": { post: { responses: {} } } } }, '],
    ["externalDocs", "externalDocs: { url: https://docs.example.net }, "],
    ["x-internal", "x-internal: true, "],
    ["links", `responses: { "200": { description: OK, links: { vm: { operationId: getVm } } } }`],
    ["servers", "servers: [{ url: https://power.example.net }], "],
  ])("that actions don't have are listed: %s", async (field, written) => {
    expect((await adopted(written, "")).left).toEqual([`fields that actions don't have: ${field}`]);
  });

  it("of the endpoint are those that all operations have", async () => {
    const fields = "tags: [Power], servers: [{ url: https://power.example.net }], ";
    const { endpoint, actions, left } = await adopted(fields, fields);
    expect(endpoint).toMatchObject({ tags: ["Power"], servers: [{ url: "https://power.example.net" }] });
    expect(actions["start"]).not.toHaveProperty("tags");
    expect(left).toEqual([]);
    const ofPaths = await adopted("", "", "servers: [{ url: https://power.example.net }], ");
    expect(ofPaths.endpoint).toMatchObject({ servers: [{ url: "https://power.example.net" }] });
  });

  it("of an action are the tags that its endpoint lacks", async () => {
    const { endpoint, actions } = await adopted("tags: [Power], ", "tags: [Power, Disks], ");
    expect(endpoint).not.toHaveProperty("tags");
    expect(actions).toMatchObject({ start: { tags: ["Power"] }, stop: { tags: ["Power", "Disks"] } });
  });

  it("include the summaries of examples", async () => {
    const examples = "examples: { ok: { summary: Fine., value: { size: 1 } } }";
    const media = `{ schema: { $ref: "#/components/schemas/Item" }, ${examples} }`;
    const success = `"200": { description: OK, content: { application/json: ${media} } }`;
    const { actions } = await adopted(`responses: { ${success} }`, "");
    expect(at(actions["start"]!, "examples")).toEqual({ ok: { summary: "Fine.", result: { size: 1 } } });
  });
});

describe("the type of a path", () => {
  it.each<[string, string]>([
    ["/nodes/{node}/lxc/{vmid}/status/{command}", "lxc"],
    ["/vms/{id}/state", "vm"],
    ["/status/{id}", "status"],
    ["/status", "status"],
    ["/vms/{id}/power", "power"],
    ["/{id}/status", "status"],
  ])("%s is that of the resource with the state: %s", (path, type) => {
    expect(typeOfPath(path)).toBe(type);
  });
});

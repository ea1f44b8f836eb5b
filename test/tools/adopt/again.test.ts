import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import { at, inWords } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { adopt, done, json, openapi } from "./adopted.js";

describe("run again", () => {
  const text = (more = "") =>
    openapi(
      `/a/{id}/actions/start: { post: { responses: { ${done} } } }\n/a/{id}/actions/stop: { post: { responses: { ${done} } } }${more}`,
    );

  it("changes nothing", async () => {
    const { folder, written } = await adopt(text());
    const again = await runCli(folder, ["adopt", "a.yaml"]);
    expect([again.code, again.stderr]).toEqual([0, "a.yaml: nothing new\n"]);
    expect(readFileSync(path.join(folder, "a.overlay.yaml"), "utf8")).toBe(written);
  });

  it("adds the vendor's additions, and changes no byte before them", async () => {
    const { folder, written } = await adopt(text());
    const edited = `${written.replace("type: { const: a }", "type: { const: thing }").replaceAll("x-platform-a-actions", "x-platform-thing-actions")}  # By hand.\n`;
    writeFileSync(path.join(folder, "a.overlay.yaml"), edited);
    writeFileSync(path.join(folder, "a.yaml"), text(`\n/a/{id}/actions/pause: { post: { responses: { ${done} } } }`));
    const again = await runCli(folder, ["adopt", "a.yaml"]);
    expect(again.stderr).toBe("a.overlay.yaml: 1 action of 1 endpoint added\n");
    const added = readFileSync(path.join(folder, "a.overlay.yaml"), "utf8");
    expect(added.startsWith(edited)).toBe(true);
    const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
    expect(diagnostics).toEqual([]);
    const actions = at(contract!.document, "paths", "/a/{id}/actions/{action}", "post", "x-platform-thing-actions");
    expect(Object.keys(actions as JsonObject)).toEqual(["pause", "start", "stop"]);
  });

  it("says of earlier actions that their bodies are not read when the first one with a body is added", async () => {
    const { folder } = await adopt(text());
    const body = `requestBody: { ${json("{ $ref: '#/components/schemas/Item' }")} }`;
    writeFileSync(path.join(folder, "a.yaml"), text(`\n/a/{id}/actions/resize: { post: { ${body}, responses: { ${done} } } }`));
    await runCli(folder, ["adopt", "a.yaml"]);
    const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
    expect(diagnostics).toEqual([]);
    const actions = at(contract!.document, "paths", "/a/{id}/actions/{action}", "post", "x-platform-a-actions");
    expect(actions).toMatchObject({
      resize: { body: { $ref: "#/components/schemas/Item" }, requestBody: { required: false } },
      start: { requestBody: { content: {} } },
      stop: { requestBody: { content: {} } },
    });
    const again = await runCli(folder, ["adopt", "a.yaml"]);
    expect(again.stderr).toBe("a.yaml: nothing new\n");
  });

  describe("after a change by the vendor", () => {
    const item = (name: string) =>
      `/a/{id}/actions/${name}:
  post:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    requestBody: { ${json("{ type: object, required: [at], properties: { at: { type: string } } }")} }
    responses: { ${done}, "404": { description: Gone, ${json("{ type: object, properties: { error: { type: string } } }")} } }`;
    const document = (...names: string[]) => openapi(names.map(item).join("\n"));

    /** A document with the actions `start` and `stop` of the overlay, before and after another run. */
    async function changed(...names: string[]) {
      const { folder } = await adopt(document("start", "stop"));
      writeFileSync(path.join(folder, "a.yaml"), document(...names));
      const load = () => {
        const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
        expect(diagnostics.filter(({ code }) => code !== "overlay-unmatched").map(inWords)).toEqual([]);
        const operation = at(contract!.document, "paths", "/a/{id}/actions/{action}", "post") as JsonObject;
        const actions = operation["x-platform-a-actions"] as JsonObject;
        const lines = diagnostics.map(({ message }) => message);
        return { contract: contract!, lines, operation, actions };
      };
      const before = load();
      const run = await runCli(folder, ["adopt", "a.yaml"]);
      return { before, run, after: load() };
    }

    it.each([
      ["a removal of the first", ["stop"], ["stop"], "nothing new"],
      ["a removal of the last", ["start"], ["start"], "nothing new"],
      ["a removal of all but a new one", ["pause"], ["pause"], "1 action of 1 endpoint added"],
      ["a new name of the first", ["begin", "stop"], ["begin", "stop"], "1 action of 1 endpoint added"],
      ["a new name of the last", ["start", "suspend"], ["start", "suspend"], "1 action of 1 endpoint added"],
      ["an addition", ["start", "stop", "pause"], ["pause", "start", "stop"], "1 action of 1 endpoint added"],
    ])("%s", async (_, names, expected, said) => {
      const { before, run, after } = await changed(...names);
      expect(Object.keys(before.actions).sort()).toEqual(names.filter((name) => ["start", "stop"].includes(name)).sort());
      expect(run.stderr).toContain(said);
      expect(Object.keys(after.actions).sort()).toEqual(expected);
      for (const action of Object.values(after.actions)) expect(action).toMatchObject({ body: { required: ["at"] } });
      expect(after.operation["parameters"]).toMatchObject([{ name: "action" }, { name: "id" }]);
    });

    it("each entry for a removed part is a warning that names it", async () => {
      const { before } = await changed("start");
      const target = "$.paths['/a/{id}/actions/{action}'].post['x-platform-a-actions']";
      expect(before.lines).toEqual([
        `the target selects nothing: nothing in "$" matches "[?@['/a/{id}/actions/stop'].post]"`,
        `the target selects nothing: ${JSON.stringify(target)} has no "stop"`,
        'the target selects nothing: "$.paths" has no "/a/{id}/actions/stop"',
      ]);
    });
  });

  describe("if a field of the body names the action", () => {
    const body = (...names: string[]) =>
      json(
        `{ oneOf: [${names.map((name) => `{ type: object, required: [action, at], properties: { action: { const: ${name} }, at: { type: string } } }`).join(", ")}] }`,
      );
    const document = (...names: string[]) =>
      openapi(`/a/{id}/actions: { post: { requestBody: { ${body(...names)} }, responses: { ${done} } } }`);
    const load = (folder: string) => {
      const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
      const actions = at(contract!.document, "paths", "/a/{id}/actions", "post", "x-platform-a-actions") as JsonObject;
      return { actions, warnings: diagnostics.map(inWords) };
    };

    it("the contract follows the document, and a removed action in an overlay is a warning", async () => {
      const { folder, written } = await adopt(document("start", "stop"));
      const own = `${written}  - target: $.paths['/a/{id}/actions'].post\n    update: { x-platform-a-actions: { stop: { label: Halt } } }\n`;
      writeFileSync(path.join(folder, "a.overlay.yaml"), own);
      expect(load(folder)).toMatchObject({ actions: { start: { body: {} }, stop: { label: "Halt", body: {} } }, warnings: [] });
      writeFileSync(path.join(folder, "a.yaml"), document("start", "pause"));
      const { actions, warnings } = load(folder);
      expect(actions).toMatchObject({ start: { body: {} }, pause: { body: {} } });
      expect(warnings).toEqual([
        expect.stringMatching(
          /^a\.overlay\.yaml:12:\d+ derived-unmatched nothing in the document is the action "stop", although/,
        ),
      ]);
      const again = await runCli(folder, ["adopt", "a.yaml"]);
      expect(again.stderr).toContain("nothing new");
      expect(again.stderr).toContain("derived-unmatched");
      expect(readFileSync(path.join(folder, "a.overlay.yaml"), "utf8")).toBe(own);
    });

    describe("an alternative with an invalid action name", () => {
      const branch = (name: string) =>
        `{ type: object, additionalProperties: false, required: ["${name}"], properties: { "${name}": { type: object, properties: { at: { type: string } } } } }`;
      const keyed = (type: string, ...names: string[]) =>
        openapi(
          `/a/{id}/action: { post: { requestBody: { content: { ${type}: { schema: { oneOf: [${names.map(branch).join(", ")}] } } } }, responses: { ${done} } } }`,
        );
      const field = (type: string, ...names: string[]) => document(...names).replace("application/json", type);

      it.each([
        ["of a key", "application/json", keyed, "/a/{id}/action"],
        ["of a field", "application/json", field, "/a/{id}/actions"],
        ["of a field in a form", "application/x-www-form-urlencoded", field, "/a/{id}/actions"],
      ])("%s doesn't prevent others from following the document", async (_, type, make, at_) => {
        const { folder, run, problems } = await adopt(make(type, "start", "re set!", "stop"));
        expect(run.stdout).toContain(`left: "re set!" can't be the name of an action\n`);
        const warning = expect.stringContaining(
          `derived-unnamed "re set!" in the body can't be the name of an action, so requests with it are rejected`,
        );
        expect(problems).toEqual([warning]);
        writeFileSync(path.join(folder, "a.yaml"), make(type, "re set!", "stop", "pause"));
        const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
        expect(diagnostics.map(inWords)).toEqual([warning]);
        expect(at(contract!.document, "paths", at_, "post", "x-platform-a-actions")).toMatchObject({
          pause: { body: {} },
          stop: { body: {} },
        });
      });
    });

    it("a list of actions gets the new ones, and removed ones are reported", async () => {
      const overlay = `overlay: 1.1.0
info: { title: Own, version: 1.0.0 }
actions:
  - target: $.paths['/a/{id}/actions'].post
    update:
      x-platform-action-binding: { action: { in: body-field, name: action }, type: { const: a } }
      x-platform-a-actions: { start: { label: Begin }, stop: {} }
`;
      const { folder, run, written } = await adopt(document("start", "pause"), overlay);
      expect(run.stdout).toContain("left: no longer in the document: stop\n");
      expect(run.stderr).toBe("a.overlay.yaml: 1 action of 1 endpoint added; parts of 1 endpoint left\n");
      expect(written.startsWith(overlay)).toBe(true);
      const { actions, warnings } = load(folder);
      expect(warnings).toEqual([]);
      expect(actions).toEqual({
        pause: { body: expect.objectContaining({ required: ["at"] }) },
        start: { label: "Begin" },
        stop: {},
      });
      expect((await runCli(folder, ["adopt", "a.yaml"])).stderr).toBe("a.yaml: nothing new; 1 other endpoint left\n");
    });
  });

  it("gives the endpoint a body if a new action is the first to have one", async () => {
    const { folder } = await adopt(text());
    writeFileSync(
      path.join(folder, "a.yaml"),
      text(
        `\n/a/{id}/actions/resize: { post: { requestBody: { ${json("{ $ref: '#/components/schemas/Item' }")} }, responses: { ${done} } } }`,
      ),
    );
    await runCli(folder, ["adopt", "a.yaml"]);
    const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
    expect(diagnostics).toEqual([]);
    const operation = at(contract!.document, "paths", "/a/{id}/actions/{action}", "post");
    expect(operation).toMatchObject({
      requestBody: { content: {} },
      "x-platform-a-actions": { resize: { body: { $ref: "#/components/schemas/Item" } } },
    });
  });

  it("reports that an overlay is from an earlier version, which lists the actions of a new path", async () => {
    const overlay = (actions: string) => `overlay: 1.1.0
info: { title: Own, version: 1.0.0 }
actions:
  - target: $.paths
    description: "1 action, literal below /actions/ (certain)"
    update:
      /a/{id}/actions/{action}:
        post:
          responses: { ${done} }
          x-platform-action-binding: { action: { in: path, name: action }, type: { const: a }, response: null }
          x-platform-a-actions: ${actions}
`;
    const { run } = await adopt(text(), overlay("{ start: {} }"));
    expect(run.stderr).toContain(
      "a.overlay.yaml is from an earlier version: its actions remain when the vendor removes or renames them\n",
    );
    expect((await adopt(text(), overlay("{}"))).run.stderr).not.toContain("earlier version");
  });

  it("skips endpoints that the overlay ignores", async () => {
    const overlay = `overlay: 1.1.0
info: { title: Own, version: 1.0.0 }
x-adopt: { ignore: ["POST /a/{id}/actions/{action}"] }
actions:
- target: $.info
  update: { x-own: true }
`;
    const { run, written } = await adopt(text(), overlay);
    expect([run.stderr, written]).toEqual(["a.yaml: nothing new\n", overlay]);
  });

  it("follows the indentation of the overlay, and rejects one that it can't add to", async () => {
    const head = "overlay: 1.1.0\ninfo: { title: Own, version: 1.0.0 }\n";
    const { written, problems } = await adopt(text(), `${head}actions:\n- target: $.info\n  update: { x-own: true }`);
    expect(problems).toEqual([]);
    expect(written).toMatch(/\n- target: \$\.paths\n {2}description: /);
    const { run } = await adopt(text(), `${head}actions: [{ target: $.info, update: { x-own: true } }]\n`);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("a.overlay.yaml can't be added to") });
  });
});

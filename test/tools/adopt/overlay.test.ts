import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import { buildContract } from "../../../generator/model/build-contract.js";
import { at } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { adopt, done, json, openapi } from "./adopted.js";

describe("the overlay", () => {
  it("joins literal paths, and refers to the vendor's schemas", async () => {
    const server = (name: string, more: string) =>
      `/servers/{id}/actions/${name}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  post:
    tags: [servers]
    summary: Does ${name}. It takes a while.
    ${more}`;
    const { document, problems, locations, written } = await adopt(
      openapi(
        [
          server(
            "resize",
            `requestBody: { ${json("{ type: object, properties: { size: { type: integer } } }")} }\n    responses: { "201": { description: OK, ${json("{ $ref: '#/components/schemas/Item' }")} }, "404": { description: Gone, ${json("{ type: object, properties: { error: { type: string } } }")} } }`,
          ),
          server(
            "stop",
            `deprecated: true\n    responses: { "201": { description: OK, ${json("{ $ref: '#/components/schemas/Item' }")} }, "409": { description: Busy, ${json("{ properties: { code: { const: busy } } }")} } }`,
          ),
          "/servers/{id}: { get: { responses: {} } }",
        ].join("\n"),
      ),
    );
    expect(problems).toEqual([]);
    expect(Object.keys(document["paths"]!)).toEqual(["/servers/{id}", "/servers/{id}/actions/{action}"]);
    const item = at(document, "paths", "/servers/{id}/actions/{action}") as JsonObject;
    expect(item["post"]).toMatchObject({
      operationId: "invokeServerAction",
      summary: "Invoke one of the server actions.",
      tags: ["servers"],
      parameters: [
        { name: "action", in: "path" },
        { name: "id", in: "path" },
      ],
      responses: { "201": { description: "Done." }, "404": { description: "Gone" } },
      "x-platform-action-binding": {
        action: { in: "path", name: "action" },
        type: { const: "server" },
        response: { result: "" },
      },
      "x-platform-server-actions": {
        resize: {
          summary: "Does resize.",
          body: { type: "object", properties: { size: { type: "integer" } } },
          result: { $ref: "#/components/schemas/Item" },
        },
        stop: { summary: "Does stop.", deprecated: true, result: { $ref: "#/components/schemas/Item" } },
      },
    });
    expect(item["post"]).not.toHaveProperty("responses.409");
    const body = at(item, "post", "x-platform-server-actions", "resize", "body") as JsonObject;
    expect(locations.value(at(body, "properties") as JsonObject)?.path).toBe("a.yaml");
    expect(written).toContain("extends: ./a.yaml");
  });

  it("derives actions that share an operation from its body, without the member that names them", async () => {
    const { document, problems, contract } = await adopt(
      openapi(
        `/droplets/{id}/actions:
  post:
    requestBody: { ${json("{ $ref: '#/components/schemas/Action' }")} }
    responses: { ${done} }`,
        `Base: { type: object, required: [type], properties: { type: { type: string } } }
Resize: { allOf: [{ $ref: "#/components/schemas/Base" }, { required: [size], properties: { size: { type: string } } }] }
Action:
  oneOf: [{ $ref: "#/components/schemas/Base" }, { $ref: "#/components/schemas/Resize" }]
  discriminator: { propertyName: type, mapping: { stop: "#/components/schemas/Base", resize: "#/components/schemas/Resize" } }`,
      ),
    );
    expect(problems).toEqual([]);
    const operation = at(document, "paths", "/droplets/{id}/actions", "post") as JsonObject;
    expect(operation["x-platform-action-binding"]).toEqual({
      action: { in: "body-field", name: "type" },
      from: "body",
      type: { const: "droplet" },
    });
    const model = buildContract(contract);
    expect(model.serviceTypes[0]!.actions.map(({ name }) => name)).toEqual(["resize", "stop"]);
    const body = JSON.stringify(at(model.document, "components", "schemas", "DropletResizeBody"));
    expect(body).toContain('"size"');
    expect(body).not.toContain('"type":{');
  });

  it("gives a second endpoint of a collection a type and an operationId of its own", async () => {
    const post = `{ post: { responses: { ${done} } } }`;
    const { document, folder } = await adopt(
      openapi(`/disks/{id}:wipe: ${post}\n/disks:purge: ${post}\n/v2/disks:purge: ${post}`),
    );
    const operation = (at_: string) => at(document, "paths", at_, "post");
    expect(operation("/disks/{id}:{action}")).toMatchObject({
      operationId: "invokeDiskAction",
      "x-platform-disk-actions": { wipe: {} },
    });
    expect(operation("/disks:{action}")).toMatchObject({
      operationId: "invokeDisksAction",
      "x-platform-action-binding": { type: { const: "disks" } },
      "x-platform-disks-actions": { purge: {} },
    });
    expect(operation("/v2/disks:{action}")).toMatchObject({ "x-platform-disk2-actions": { purge: {} } });
    expect((await runCli(folder, ["adopt", "a.yaml"])).stderr).toContain("nothing new");
  });

  it("derives the actions that are keys of one object", async () => {
    const body =
      "{ type: object, minProperties: 1, maxProperties: 1, properties: { start: { type: 'null' }, resize: { $ref: '#/components/schemas/Item' } } }";
    const { document, problems } = await adopt(
      openapi(`/a/{id}/action: { post: { requestBody: { ${json(body)} }, responses: { ${done} } } }`),
    );
    expect(problems).toEqual([]);
    expect(at(document, "paths", "/a/{id}/action", "post")).toMatchObject({
      "x-platform-action-binding": { action: { in: "body-key" }, from: "body" },
      "x-platform-a-actions": { resize: { body: { $ref: "#/components/schemas/Item" } }, start: {} },
    });
  });

  it("has every alternative of an only key", async () => {
    const branch = (name: string) => `{ properties: { resize: { properties: { ${name}: { type: string } } } } }`;
    const { document } = await adopt(
      openapi(
        `/a/{id}/action: { post: { requestBody: { ${json(`{ oneOf: [{ oneOf: [${branch("x")}, ${branch("y")}] }, { properties: { stop: {} } }] }`)} }, responses: { ${done} } } }`,
      ),
    );
    expect(at(document, "paths", "/a/{id}/action", "post", "x-platform-a-actions")).toMatchObject({
      resize: { body: { anyOf: [{ properties: { x: {} } }, { properties: { y: {} } }] } },
      stop: {},
    });
  });

  describe("of operations that require other security than the document", () => {
    /** Operations with a custom verb, by the security that each declares. */
    const verbs = (security: string, verbs: Readonly<Record<string, string>>) => {
      const paths = Object.entries(verbs).map(
        ([verb, own]) => `/tasks/{id}:${verb}: { post: { ${own && `security: ${own}, `}responses: { ${done} } } }`,
      );
      const schemes = "securitySchemes: { o: { type: http, scheme: bearer }, k: { type: apiKey, in: header, name: K } }";
      return `${openapi(paths.join("\n"))}  ${schemes}\nsecurity: ${security}\n`;
    };
    /** The parameters of each action's calls in the model, and the remaining paths. */
    const needs = async (text: string) => {
      const { run, folder, document } = await adopt(text);
      const { contract } = loadContract("a.yaml", {
        workingFolder: folder,
        overlays: ["a.overlay.yaml"],
      });
      const built = buildContract(contract!);
      const endpoint = built.operations.find(({ serviceTypes }) => serviceTypes.length > 0)!;
      const actions = built.serviceTypes[0]!.actions.map(({ name, effectiveScopes }) => [name, effectiveScopes]);
      return {
        actions: Object.fromEntries(actions) as Record<string, string[][]>,
        security: endpoint.security,
        left: run.stdout.split("\n").filter((line) => line.includes("left:") && line.includes("security")),
        paths: Object.keys(document["paths"]!),
      };
    };

    it("makes each action require what its operation did", async () => {
      expect(
        await needs(
          verbs("[{ o: [read] }]", {
            cancel: "[{ o: [write] }]",
            wait: "",
            purge: "[{ o: [write, read] }]",
          }),
        ),
      ).toEqual({
        actions: {
          cancel: [["write"]],
          purge: [["read", "write"]],
          wait: [["read"]],
        },
        security: [{ o: [] }],
        left: [],
        paths: ["/tasks/{id}:{action}"],
      });
    });

    it("has no scopes of actions if all require the same", async () => {
      const { actions, security } = await needs(
        verbs("[{ o: [read] }]", {
          cancel: "[{ k: [] }, { o: [a] }]",
          wait: "[{ o: [a] }, { k: [] }]",
        }),
      );
      expect(security).toEqual([{ k: [] }, { o: ["a"] }]);
      expect(actions).toEqual({ cancel: [], wait: [] });
    });

    it("leaves operations whose requirements scopes can't express", async () => {
      const text = verbs("[{ o: [read] }]", {
        cancel: "[{ o: [write] }]",
        open: "[]",
        maybe: "[{ o: [read] }, {}]",
        other: "[{ k: [] }]",
        both: "[{ o: [read], k: [] }]",
        wait: "",
      });
      expect(await needs(text)).toEqual({
        actions: { cancel: [["write"]], wait: [["read"]] },
        security: [{ o: [] }],
        left: ["         left: security other than the endpoint's: both, maybe, open, other"],
        paths: ["both", "maybe", "open", "other"].map((verb) => `/tasks/{id}:${verb}`).concat("/tasks/{id}:{action}"),
      });
    });

    it("leaves a new operation that requires less than the endpoint", async () => {
      const actions = { cancel: "", wait: "" };
      const { folder } = await adopt(verbs("[{ o: [read] }]", actions));
      const more = {
        ...actions,
        kill: "[{ o: [read, write] }]",
        open: "[{ o: [] }]",
      };
      writeFileSync(path.join(folder, "a.yaml"), verbs("[{ o: [read] }]", more));
      const again = await runCli(folder, ["adopt", "a.yaml"]);
      expect(again.stdout).toContain("left: security other than the endpoint's: open\n");
      const { contract } = loadContract("a.yaml", {
        workingFolder: folder,
        overlays: ["a.overlay.yaml"],
      });
      const operation = at(contract!.document, "paths", "/tasks/{id}:{action}", "post") as JsonObject;
      expect(operation["x-platform-task-actions"]).toEqual({
        cancel: {},
        kill: { scopes: ["write"] },
        wait: {},
      });
    });
  });

  it("joins additional operations of OpenAPI 3.2", async () => {
    const item = (verb: string) =>
      `/files/{id}/actions/${verb}: { additionalOperations: { COPY: { ${verb === "stop" ? "" : `requestBody: { ${json("{ $ref: '#/components/schemas/Item' }")} }, `}responses: { ${done}, "404": { description: Gone, ${json("{ type: object, properties: { error: { type: string } } }")} } } } } }`;
    const text = openapi([item("start"), item("stop")].join("\n"));
    const { document, problems, run, folder } = await adopt(text.replace("3.1.0", "3.2.0"));
    expect(problems).toEqual([]);
    expect(run.stdout).toContain("certain  COPY /files/{id}/actions/{action}\n");
    expect(Object.keys(document["paths"]!)).toEqual(["/files/{id}/actions/{action}"]);
    expect(at(document, "paths", "/files/{id}/actions/{action}", "additionalOperations", "COPY")).toMatchObject({
      responses: { "200": {}, "404": { description: "Gone", content: {} } },
      "x-platform-file-actions": { start: { body: { $ref: "#/components/schemas/Item" } }, stop: {} },
    });
    expect((await runCli(folder, ["adopt", "a.yaml"])).stderr).toContain("nothing new");
    expect((await adopt(text, "overlay: 1.1.0\ninfo: { title: O, version: '1' }\nactions: []\n")).run.stdout).toBe("");
  });

  it("declares the action's parameter once, even if the path declares it, too", async () => {
    const action = "{ name: Action, in: query, required: true, schema: { type: string } }";
    const { document } = await adopt(
      openapi(
        `/#Action=Run: { parameters: [${action}, { name: Version, in: query, schema: { type: string } }], post: { responses: { ${done} } } }`,
      ),
    );
    expect(at(document, "paths", "/", "post", "parameters")).toMatchObject([{ name: "Action" }, { name: "Version" }]);
  });

  describe("of parameters", () => {
    const at0 = ["paths", "/a/{id}/actions/{action}", "post"];
    const trace = "{ name: X-Trace, in: header, required: true, schema: { type: string, maxLength: 9 } }";
    const dry = "{ name: dry, in: query, schema: { type: boolean } }";
    const target = (name: string) => `{ name: x-amz-target, in: header, schema: { enum: [T.${name}] } }`;
    const action = (path: string, parameters: string, ofPath = "") =>
      `${path}: { ${ofPath && `parameters: [${ofPath}], `}post: { parameters: [${parameters}], responses: { ${done} } } }\n`;
    const stop = (parameters: string) => action("/a/{id}/actions/stop", `{ name: id, in: path, schema: {} }, ${parameters}`);
    const names = (document: JsonObject, path: string) =>
      (at(document, "paths", path, "post", "parameters") as JsonObject[]).map((one) => one["name"] ?? one["$ref"]);

    it("has those that all actions have alike", async () => {
      const start = action("/a/{id}/actions/start", `{ $ref: '#/components/parameters/Trace' }, ${dry}`, dry);
      const text = `${openapi(start + stop(`${dry}, ${trace}`))}  parameters: { Trace: ${trace} }\n`;
      const { document, run, problems } = await adopt(text);
      expect(problems).toEqual([]);
      expect(names(document, "/a/{id}/actions/{action}")).toEqual(["action", "dry", "#/components/parameters/Trace", "id"]);
      expect(run.stdout).not.toContain("left:");
    });

    it("has them next to the header that names the action", async () => {
      const paths = ["start", "stop"].map((name) => action(`/#X-Amz-Target=T.${name}`, `${target(name)}, ${trace}`));
      const { document, run } = await adopt(openapi(paths.join("")));
      expect(at(document, "paths", "/", "post", "parameters")).toMatchObject([
        { name: "X-Amz-Target" },
        { name: "X-Trace", required: true, schema: { maxLength: 9 } },
      ]);
      expect(run.stdout).not.toContain("left:");
    });

    it("adds those of single actions, and those that differ, to the actions", async () => {
      const start = action("/a/{id}/actions/start", `{ name: dry, in: query, schema: { type: string } }`, trace);
      const { document, run } = await adopt(openapi(start + stop(dry)));
      expect(names(document, "/a/{id}/actions/{action}")).toEqual(["action", "id"]);
      const own = (name: string) => at(document, ...at0, "x-platform-a-actions", name, "parameters");
      expect(own("start")).toMatchObject([{ name: "X-Trace" }, { name: "dry", schema: { type: "string" } }]);
      expect(own("stop")).toMatchObject([{ name: "id" }, { name: "dry" }]);
      expect(run.stdout).not.toContain("left:");
    });

    it("compares parameters without their texts", async () => {
      const key = (text: string) =>
        `{ name: X-Key, in: header, description: ${text}, example: ${text}, schema: { type: string, description: ${text} } }`;
      const start = action("/a/{id}/actions/start", key("Start."));
      const { document, run } = await adopt(openapi(start + stop(key("Stop."))));
      expect(names(document, "/a/{id}/actions/{action}")).toContain("X-Key");
      expect(run.stdout).not.toContain("left:");
    });

    it("keeps the schema of a path parameter of each action", async () => {
      const id = (type: string) => `{ name: id, in: path, required: true, schema: { type: ${type} } }`;
      const [start, end] = [action("/a/{id}/actions/start", id("integer")), action("/a/{id}/actions/stop", id("string"))];
      const { document } = await adopt(openapi(start + end));
      expect(at(document, ...at0, "parameters")).toMatchObject([{ name: "action" }, { name: "id", schema: { type: "string" } }]);
      const own = (name: string) => at(document, ...at0, "x-platform-a-actions", name, "parameters");
      expect(own("start")).toMatchObject([{ name: "id", schema: { type: "integer" } }]);
    });

    it("leaves those that new actions don't share with the endpoint", async () => {
      const { folder } = await adopt(openapi(stop(`${trace}, ${dry}`)));
      const start = action("/a/{id}/actions/start", `${trace}, { name: force, in: query, schema: {} }`);
      writeFileSync(path.join(folder, "a.yaml"), openapi(start + stop(`${trace}, ${dry}`)));
      const again = await runCli(folder, ["adopt", "a.yaml"]);
      expect(again.stdout).toContain("left: parameters of other actions: dry\n");
      const { contract } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
      expect(names(contract!.document, "/a/{id}/actions/{action}")).toEqual(["action", "id", "X-Trace", "dry"]);
    });
  });

  it("marks results that contain secrets", async () => {
    const { document } = await adopt(
      openapi(
        `/#X-Amz-Target=Keys.Get: { post: { responses: { "200": { description: OK, ${json("{ type: array, items: { properties: { key: { type: string, format: password } } } }")} } } } }`,
      ),
    );
    expect(at(document, "paths", "/", "post", "x-platform-key-actions", "Get", "x-platform-reveal")).toBe(true);
  });

  it("makes actions named by a query accept forms, and treats XML results as text", async () => {
    const xml = (schema: string) => `content: { text/xml: { schema: ${schema} } }`;
    const { document, run, folder } = await adopt(
      openapi(
        `/#Action=Run:
  post:
    parameters: [{ name: Action, in: query, required: true, schema: { type: string } }]
    requestBody: { ${xml("{ type: object, properties: { count: { type: integer } } }")} }
    responses: { "200": { description: OK, ${xml("{ $ref: '#/components/schemas/Item' }")} }, "480": { description: No, ${xml("{}")} } }
/#Action=Stop:
  post:
    responses: { "200": { description: OK, ${xml("{}")} } }`,
      ),
    );
    const operation = at(document, "paths", "/", "post") as JsonObject;
    expect(operation).toMatchObject({
      parameters: [{ name: "Action", in: "query" }],
      requestBody: { content: { "application/x-www-form-urlencoded": { schema: { type: "object" } } } },
      responses: { "200": { content: { "text/xml": { schema: { type: "string" } } } } },
      "x-platform-action-binding": { action: { in: "query", name: "Action" }, response: { result: "" } },
      "x-platform-vendor-actions": { Run: { body: { properties: { count: { type: "integer" } } } }, Stop: {} },
    });
    expect(at(operation, "x-platform-vendor-actions", "Run")).not.toHaveProperty("result");
    expect(run.stdout).toContain("note: results are text, which is not validated");
    expect(run.stderr).toContain("a.overlay.yaml: 2 actions of 1 endpoint written; parts of 1 endpoint left\n");
    expect(run.stdout).toContain("left: failures that aren't JSON: 480");
    const linted = await runCli(folder, ["lint", "a.yaml", "--overlay", "a.overlay.yaml"]);
    expect(linted.stderr).toContain("response-unchecked");
    expect(linted.stderr).not.toContain("binding-");
  });

  it("reports the actions that lose the GET of a path with a fragment", async () => {
    const methods = `{ get: { responses: { ${done} } }, post: { responses: { ${done} } } }`;
    const { document, run } = await adopt(openapi(`/#Action=Run: ${methods}\n/#Action=Stop: ${methods}`));
    expect(document["paths"]).toEqual({ "/": { post: expect.anything() } });
    expect(run.stdout).toContain("left: also available by GET, which is removed: Run, Stop\n");
    expect(run.stderr).toContain("a.overlay.yaml: 2 actions of 1 endpoint written; parts of 1 endpoint left\n");
  });

  it("leaves text if others return JSON", async () => {
    const { document, run } = await adopt(
      openapi(
        `/a/{id}: { get: { responses: { ${done} } } }
/a/{id}/start: { post: { responses: { "200": { description: OK, ${json("{ $ref: '#/components/schemas/Item' }")} } } } }
/a/{id}/print: { post: { responses: { "200": { description: OK, content: { text/plain: { schema: { type: string } } } } } } }`,
      ),
    );
    expect(Object.keys(at(document, "paths", "/a/{id}/{action}", "post", "x-platform-a-actions") as JsonObject)).toEqual([
      "start",
    ]);
    expect(run.stdout).not.toContain("results are text");
  });

  it("matches slow patterns without backtracking", async () => {
    const slow = "{ type: string, maxLength: 64, pattern: '^(a|a)*$' }";
    const { document, problems, run, folder } = await adopt(
      openapi(
        `/#X-Amz-Target=Keys.Get: { post: { requestBody: { ${json(`{ type: object, properties: { a: { type: array, prefixItems: [${slow}] } } }`)} }, responses: { ${done} } } }`,
        `Slow: ${slow}\nFast: { type: string, pattern: '^a+$' }`,
      ),
    );
    expect(problems).toEqual([]);
    const marked = { pattern: "^(a|a)*$", "x-platform-linear-pattern": true };
    expect(at(document, "components", "schemas", "Slow")).toMatchObject(marked);
    expect(at(document, "components", "schemas", "Fast")).not.toHaveProperty("x-platform-linear-pattern");
    expect(at(document, "paths", "/", "post", "x-platform-key-actions", "Get", "body", "properties", "a")).toMatchObject({
      prefixItems: [marked],
    });
    expect(run.stdout).toContain(`pattern  $.components.schemas.Slow
         "^(a|a)*$" is matched without backtracking: it could keep a server busy
`);
    expect((await runCli(folder, ["adopt", "a.yaml"])).stderr).toContain("nothing new");
    const linted = await runCli(folder, ["lint", "a.yaml", "--overlay", "a.overlay.yaml"]);
    expect(linted.stderr).not.toContain("pattern-not-linear");
  });

  it("leaves and reports actions that aren't JSON, named or certain", async () => {
    const text = openapi(
      `/a/{id}: { get: { responses: { ${done} } } }
/a/{id}/start: { post: { responses: { ${done} } } }
/a/{id}/print: { post: { responses: { ${done} } } }
/a/{id}/upload: { post: { requestBody: { content: { image/png: { schema: {} } } }, responses: { ${done} } } }
/b/{id}/stop: { post: { responses: { ${done} } } }
/c/{command}: { post: { responses: { ${done} } } }
/d/{id}/action: { post: { requestBody: { ${json("{ oneOf: [{ type: object, properties: { stop: {} } }, { type: object, required: [snap], properties: { snap: {}, hints: {} } }] }")} }, responses: { ${done} } } }`,
    );
    const { run } = await adopt(text);
    expect(run).toEqual({
      code: 0,
      stdout: `likely   POST /a/{id}/{action}
         literal verb, type a, 2 actions: start, upload
         left: not JSON: upload
likely   POST /c/{command}
         path parameter, type c, 0 actions
         left: the document doesn't list the values of {command}
unsure   POST /a/{id}/{action}
         literal verb, type a, 1 action: print
         left: decide whether these are actions, and write them with --include
unsure   POST /b/{id}/{action}
         literal verb, type b, 1 action: stop
         left: decide whether these are actions, and write them with --include
unsure   POST /d/{id}/action
         only key of the body, type d, 2 actions: stop, snap
         left: bodies with other members next to the key: snap
`,
      stderr: expect.stringContaining(
        "a.overlay.yaml: 1 action of 1 endpoint written; 4 actions of 3 endpoints unsure; 1 action left; parts of 1 endpoint left; 1 other endpoint left\n",
      ),
    });
  });
});

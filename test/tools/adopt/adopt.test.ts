import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import { buildContract } from "../../../generator/model/build-contract.js";
import { findEndpoints } from "../../../generator/tools/adopt/find-endpoints.js";
import { isVerb, typeName, typeOfPath } from "../../../generator/tools/adopt/words.js";
import { at, folderWith, inWords } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const done = '"200": { description: OK }';

/** A document with these paths and schemas. */
function openapi(paths: string, schemas = ""): string {
  return `openapi: 3.1.0
info: { title: Vendor, version: "1" }
paths:
${paths.replace(/^(?=.)/gm, "  ")}
components:
  schemas:
    Item: { type: object, required: [size], properties: { size: { type: integer } } }
    Empty: { type: object }
${schemas.replace(/^(?=.)/gm, "    ")}
`;
}

/** What is found, in a line each. */
function found(paths: string, schemas?: string): string[] {
  const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folderWith({ "a.yaml": openapi(paths, schemas) }) });
  expect(diagnostics.map(inWords)).toEqual([]);
  return findEndpoints(contract!.document, "platform").map(
    ({ certainty, method, path: at_, type, selector, actions }) =>
      `${certainty} ${method} ${at_} ${type} ${JSON.stringify(selector)} ${actions.map(({ name }) => name).join(",")}`,
  );
}

/** Runs `adopt` on a document, and again; returns the document as the overlay makes it, and what the command printed. */
async function adopt(text: string, overlay?: string) {
  const folder = folderWith({ "a.yaml": text, ...(overlay !== undefined && { "a.overlay.yaml": overlay }) });
  const run = await runCli(folder, ["adopt", "a.yaml"]);
  const written = readFileSync(path.join(folder, "a.overlay.yaml"), "utf8");
  const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
  return {
    folder,
    run,
    written,
    document: contract!.document,
    problems: diagnostics.map(inWords),
    locations: contract!.locations,
  };
}

describe("the style of", () => {
  const post = (body: string) => `post: { requestBody: { ${json(body)} }, responses: { ${done} } }`;

  it.each<[string, string, string[]]>([
    [
      "a header",
      `/#X-Amz-Target=Tables_20120810.GetItem: { post: { responses: { ${done} } } }\n/#X-Amz-Target=Tables_20120810.PutItem: { post: { responses: { ${done} } } }`,
      ['certain post / table {"in":"header","name":"X-Amz-Target","value":"Tables_20120810.{action}"} GetItem,PutItem'],
    ],
    [
      "a query",
      `/#Action=RunInstances: { get: { responses: { ${done} } }, post: { responses: { ${done} } } }`,
      ['certain post / vendor {"in":"query","name":"Action"} RunInstances'],
    ],
    [
      "custom verbs",
      `/v1/{name}:undelete: { post: { responses: { ${done} } } }\n/v1/disks/{id}:resize: { post: { responses: { ${done} } } }\n/v1/disks:purge: { post: { responses: { ${done} } } }`,
      [
        'certain post /v1/disks/{id}:{action} disk {"in":"path-suffix","name":"action"} resize',
        'certain post /v1/disks:{action} disk {"in":"path-suffix","name":"action"} purge',
        'certain post /v1/{name}:{action} service {"in":"path-suffix","name":"action"} undelete',
      ],
    ],
    [
      "verbs behind a dot",
      `/vm.boot: { put: { responses: { ${done} } } }\n/vm.add-disk: { put: { responses: { ${done} } } }\n/users/{id}/acme.api.block: { put: { responses: { ${done} } } }\n/users/{id}/acme.api.unblock: { put: { responses: { ${done} } } }\n/spec.json: { put: { responses: { ${done} } } }\n/a.b: { put: { responses: { ${done} } } }`,
      [
        'likely put /users/{id}/acme.api.{action} user {"in":"path-suffix","name":"action"} block,unblock',
        'likely put /vm.{action} vm {"in":"path-suffix","name":"action"} add-disk,boot',
      ],
    ],
    [
      "literal paths below actions",
      `/servers/{id}/actions/poweron: { post: { responses: { ${done} } } }\n/servers/{id}/actions/reset: { post: { responses: { ${done} } } }\n/orgs/{id}/actions/runners: { get: { responses: { ${done} } }, post: { responses: { ${done} } } }`,
      ['certain post /servers/{id}/actions/{action} server {"in":"path","name":"action"} poweron,reset'],
    ],
    [
      "Redfish",
      `/Systems/{id}/Actions/ComputerSystem.Reset: { post: { responses: { ${done} } } }`,
      [
        'certain post /Systems/{id}/Actions/{action} computerSystem {"in":"path","name":"action","value":"ComputerSystem.{action}"} Reset',
      ],
    ],
    [
      "literal verbs",
      `/orders/{id}: { get: { responses: { ${done} } } }\n/orders/{id}/cancel: { post: { responses: { ${done} } } }\n/orders/{id}/items: { post: { responses: { ${done} } } }\n/orders/{id}/review: { post: { responses: { ${done} } } }\n/orders/{id}/review/{n}: { get: { responses: { ${done} } } }\n/gone/{id}/close: { post: { responses: { ${done} } } }`,
      [
        'unsure post /gone/{id}/{action} gone {"in":"path","name":"action"} close',
        'likely post /orders/{id}/{action} order {"in":"path","name":"action"} cancel',
      ],
    ],
    [
      "a path parameter",
      `/jobs/{id}/{command}: { post: { parameters: [{ name: command, in: path, required: true, schema: { enum: [start, stop] } }], responses: { ${done} } } }\n/do/{actionName}: { post: { responses: { ${done} } } }\n/actions/{action}: { get: { responses: { ${done} } }, post: { responses: { ${done} } } }\n/pay/{transaction}: { post: { responses: { ${done} } } }`,
      [
        'likely post /do/{actionName} do {"in":"path","name":"actionName"} ',
        'certain post /jobs/{id}/{command} job {"in":"path","name":"command"} start,stop',
      ],
    ],
    [
      "the only key of the body",
      `/servers/{id}/action: { ${post("{ oneOf: [{ properties: { pause: { type: 'null' } } }, { required: [resize], properties: { resize: { $ref: '#/components/schemas/Item' } } }] }")} }`,
      ['certain post /servers/{id}/action server {"in":"body-key"} pause,resize'],
    ],
    [
      "a discriminator",
      `/droplets/{id}/actions: { ${post("{ oneOf: [{ $ref: '#/components/schemas/Reboot' }], discriminator: { propertyName: type, mapping: { reboot: '#/components/schemas/Reboot' } } }")} }\n/pets: { ${post("{ oneOf: [{ $ref: '#/components/schemas/Reboot' }], discriminator: { propertyName: type, mapping: { reboot: '#/components/schemas/Reboot' } } }")} }`,
      ['certain post /droplets/{id}/actions droplet {"in":"body-field","name":"type"} reboot'],
    ],
    [
      "constant members",
      `/machines/{id}: { ${post("{ oneOf: [{ properties: { action: { const: start } } }, { properties: { action: { enum: [stop] } } }] }")} }`,
      ['likely post /machines/{id} machine {"in":"body-field","name":"action"} start,stop'],
    ],
    [
      "a member that lists them",
      `/machines/{id}/commands: { ${post("{ required: [command], properties: { command: { enum: [start, stop] }, delay: { type: integer } } }")} }`,
      ['likely post /machines/{id}/commands machine {"in":"body-field","name":"command"} start,stop'],
    ],
  ])("%s", (_, paths, expected) => {
    const schemas = "Reboot: { required: [type], properties: { type: { enum: [reboot] } } }";
    expect(found(paths, schemas)).toEqual(expected);
  });

  it("a path with a verb is that of the verb, whatever its body looks like", () => {
    const branch = (name: string) => `{ required: [${name}], properties: { ${name}: { type: string } } }`;
    expect(found(`/disks/{id}:key: { ${post(`{ oneOf: [${branch("a")}, ${branch("b")}] }`)} }`)).toEqual([
      'certain post /disks/{id}:{action} disk {"in":"path-suffix","name":"action"} key',
    ]);
  });

  it("an endpoint that has the extension is known already", () => {
    expect(found(`/a/{action}: { post: { responses: { ${done} }, x-platform-a-actions: {} } }`)).toEqual([]);
  });
});

test.each([
  ["floating_ips", "floating_ip"],
  ["policies", "policy"],
  ["boxes", "box"],
  ["address", "address"],
  ["DynamoDB", "dynamoDB"],
  ["AWSCloud9", "awsCloud9"],
  ["EC2", "ec2"],
  ["9lives!", "live"],
  ["constructor", "service"],
])("the type of %s is %s", (name, type) => expect(typeName(name)).toBe(type));

test("the type of a path is what it represents", () => {
  expect(typeOfPath("/v1/projects/{id}/floating-ips/{ip}/actions")).toBe("floating_ip");
  expect(typeOfPath("/{id}")).toBe("service");
});

test.each([
  ["cancel", true],
  ["generate-qr-code", true],
  ["regenerate_secret", true],
  ["startVm", true],
  ["Reset", true],
  ["items", false],
  ["starters", false],
])("whether %s is a verb: %s", (segment, expected) => expect(isVerb(segment)).toBe(expected));

describe("the overlay", () => {
  it("joins literal paths, and leaves their schemas where the maker has them", async () => {
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

  it("names actions that share an operation, without the member that names them", async () => {
    const { document, problems } = await adopt(
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
      type: { const: "droplet" },
    });
    expect(operation["x-platform-droplet-actions"]).toMatchObject({
      stop: {},
      resize: { body: { type: "object", required: ["size"], properties: { size: { $ref: expect.any(String) } } } },
    });
    expect(at(operation, "x-platform-droplet-actions", "stop")).toEqual({});
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

  it("has every alternative of an only key", async () => {
    const branch = (name: string) => `{ properties: { resize: { properties: { ${name}: { type: string } } } } }`;
    const { document } = await adopt(
      openapi(
        `/a/{id}/action: { post: { requestBody: { ${json(`{ oneOf: [{ oneOf: [${branch("x")}, ${branch("y")}] }, { properties: { stop: {} } }] }`)} }, responses: { ${done} } } }`,
      ),
    );
    expect(at(document, "paths", "/a/{id}/action", "post", "x-platform-a-actions")).toMatchObject({
      resize: { body: { anyOf: [{ $ref: expect.any(String) }, { $ref: expect.any(String) }] } },
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
    /** What calls of each action need, as the model has it, and the paths that are left. */
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

    it("has each action require what its operation did", async () => {
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

    it("has no scopes of actions where all require the same", async () => {
      const { actions, security } = await needs(
        verbs("[{ o: [read] }]", {
          cancel: "[{ k: [] }, { o: [a] }]",
          wait: "[{ o: [a] }, { k: [] }]",
        }),
      );
      expect(security).toEqual([{ k: [] }, { o: ["a"] }]);
      expect(actions).toEqual({ cancel: [], wait: [] });
    });

    it("leaves operations of which scopes can't say what they require", async () => {
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
        left: ["         left: other security than the endpoint: both, maybe, open, other"],
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
      expect(again.stdout).toContain("left: other security than the endpoint: open\n");
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

  it("marks results that have secrets", async () => {
    const { document } = await adopt(
      openapi(
        `/#X-Amz-Target=Keys.Get: { post: { responses: { "200": { description: OK, ${json("{ type: array, items: { properties: { key: { type: string, format: password } } } }")} } } } }`,
      ),
    );
    expect(at(document, "paths", "/", "post", "x-platform-key-actions", "Get", "x-platform-reveal")).toBe(true);
  });

  it("has actions that a query names take forms, and results that are XML as text", async () => {
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
    expect(run.stdout).toContain("left: results are text, of which nothing is checked");
    const linted = await runCli(folder, ["lint", "a.yaml", "--overlay", "a.overlay.yaml"]);
    expect(linted.stderr).toContain("response-unchecked");
    expect(linted.stderr).not.toContain("binding-");
  });

  it("leaves text where others return JSON", async () => {
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

  it("has patterns that could keep a server busy matched without backtracking", async () => {
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

  it("leaves what isn't JSON, isn't named or isn't sure, and tells so", async () => {
    const text = openapi(
      `/a/{id}: { get: { responses: { ${done} } } }
/a/{id}/start: { post: { responses: { ${done} } } }
/a/{id}/print: { post: { responses: { ${done} } } }
/a/{id}/upload: { post: { requestBody: { content: { image/png: { schema: {} } } }, responses: { ${done} } } }
/b/{id}/stop: { post: { responses: { ${done} } } }
/c/{command}: { post: { responses: { ${done} } } }`,
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
unsure   POST /b/{id}/{action}
         literal verb, type b, 1 action: stop
         left: decide whether these are actions
`,
      stderr: "a.overlay.yaml: 2 actions of 1 endpoint written; 3 endpoints left for you\n",
    });
  });
});

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

  it("adds what the maker added, and not a byte before it changes", async () => {
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

  describe("after a change of the maker", () => {
    const item = (name: string) =>
      `/a/{id}/actions/${name}:
  post:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    requestBody: { ${json("{ type: object, required: [at], properties: { at: { type: string } } }")} }
    responses: { ${done}, "404": { description: Gone, ${json("{ type: object, properties: { error: { type: string } } }")} } }`;
    const document = (...names: string[]) => openapi(names.map(item).join("\n"));

    /** What the overlay for `start` and `stop` makes of a document that has these actions, before and after another run. */
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

    it("each entry for what is gone is a warning that names it", async () => {
      const { before } = await changed("start");
      const target = "$.paths['/a/{id}/actions/{action}'].post['x-platform-a-actions']";
      expect(before.lines).toEqual([
        `the target selects nothing: nothing in "$" fits "[?@['/a/{id}/actions/stop'].post]"`,
        `the target selects nothing: ${JSON.stringify(target)} has no "stop"`,
        'the target selects nothing: "$.paths" has no "/a/{id}/actions/stop"',
      ]);
    });
  });

  it("gives the endpoint a body where a new action is the first to take one", async () => {
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

  it("leaves what the overlay says to ignore", async () => {
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

  it("fits the indentation of the overlay, and rejects one that it can't add to", async () => {
    const head = "overlay: 1.1.0\ninfo: { title: Own, version: 1.0.0 }\n";
    const { written, problems } = await adopt(text(), `${head}actions:\n- target: $.info\n  update: { x-own: true }`);
    expect(problems).toEqual([]);
    expect(written).toMatch(/\n- target: \$\.paths\n {2}description: /);
    const { run } = await adopt(text(), `${head}actions: [{ target: $.info, update: { x-own: true } }]\n`);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("a.overlay.yaml can't be added to") });
  });
});

test("--dry-run writes nothing, --out names the file", async () => {
  const folder = folderWith({ "api/a.json": JSON.stringify({ openapi: "3.1.0", info: {}, paths: { "/a:stop": { post: {} } } }) });
  const dry = await runCli(folder, ["adopt", "api/a.json", "--dry-run", "--out", "own/b.yaml"]);
  expect(dry.stderr).toBe("api/a.json: 1 action of 1 endpoint; nothing was written\n");
  const run = await runCli(folder, ["adopt", "api/a.json", "--out", "own/b.yaml"]);
  expect(run.stderr).toBe("own/b.yaml: 1 action of 1 endpoint written\n");
  expect(readFileSync(path.join(folder, "own/b.yaml"), "utf8")).toContain("extends: ../api/a.json");
});

test("what stands in other files is copied from where the main document refers to it, or left", async () => {
  const folder = folderWith({
    "a.yaml": `openapi: 3.1.0
info: {}
paths:
  /a/{id}/actions/start: { post: { requestBody: { ${json("{ $ref: 'parts.yaml#/Start' }")} } } }
  /b/{id}/actions/stop: { $ref: parts.yaml#/Stop }`,
    "parts.yaml": "Start: { type: object, properties: { at: { type: string } } }\nStop: { post: {} }",
  });
  const run = await runCli(folder, ["adopt", "a.yaml"]);
  expect(run.stdout).toContain("left: it is in a file that an overlay can't change: bundle the document");
  const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
  expect(diagnostics.map(inWords)).toEqual([]);
  expect(Object.keys(contract!.document["paths"]!)).toEqual(["/a/{id}/actions/{action}", "/b/{id}/actions/stop"]);
  const body = at(contract!.document, "paths", "/a/{id}/actions/{action}", "post", "x-platform-a-actions", "start", "body");
  expect(body).toEqual({ $ref: "#/components/schemas/Start" });
});

test("a document that can't be read has no overlay", async () => {
  const folder = folderWith({ "a.yaml": "openapi: 2" });
  expect(await runCli(folder, ["adopt", "a.yaml", "--format", "concise"])).toMatchObject({ code: 1, stdout: "" });
});

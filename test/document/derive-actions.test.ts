import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../generator/document/json-value.js";
import type { Location } from "../../generator/diagnostics/diagnostic.js";
import { loadContract } from "../../generator/document/load-contract.js";
import { overlaid, overlay } from "./overlay/overlaid.js";

/**
 * The paths of a contract as later stages see them, and as they were written; `at` is where a key of an object stands, `warnings`
 * are those that are expected.
 */
function load(paths: string, warnings: readonly string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), "derive-"));
  try {
    writeFileSync(path.join(folder, "openapi.yaml"), `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n${paths}`);
    const { contract, diagnostics } = loadContract("openapi.yaml", { workingFolder: folder, untypedObjects: "any" });
    expect(
      diagnostics.map(({ severity, code, message, location }) => `${location?.line} ${severity} ${code}: ${message}`),
    ).toEqual(warnings);
    const { document, written, locations } = contract!;
    return {
      paths: document["paths"] as Record<string, Record<string, JsonObject>>,
      written: Object.keys(written["paths"] as object),
      isSame: document === written,
      at: (holder: object, key: string) => {
        const { line, column } = locations.key(holder, key)!;
        return `${line}:${column}`;
      },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const answer = (schema: string) =>
  `responses: { "200": { description: Done., content: { application/json: { schema: ${schema} } } } }`;

test("a document whose bindings derive nothing is returned unchanged", () => {
  expect(load(`  /vms/{id}/start:\n    post: { ${answer("{ type: object }")} }\n`).isSame).toBe(true);
});

test("operations that differ in a fragment become the actions of one, each with its own result and location", () => {
  const { paths, written, at } = load(`  /:
    post:
      operationId: call
      x-platform-action-binding:
        action: { in: header, name: X-Amz-Target, value: "Streams.{action}" }
        type: { const: streams }
        from: paths
  /#X-Amz-Target=Streams.Put:
    parameters: [{ name: X-Amz-Date, in: header, schema: { type: string } }]
    post:
      summary: Put a record
      parameters: [{ name: X-Amz-Target, in: header, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/x-amz-json-1.1: { schema: { type: object, required: [Data] } } } }
      security: [{ key: [write] }]
      ${answer("{ type: object, required: [Id] }")}
  /#X-Amz-Target=Streams.List:
    post:
      parameters: [{ name: X-Amz-Target, in: header, required: true, schema: { type: string } }, { name: Trace, in: header, required: true, schema: { type: string } }]
      deprecated: true
      security: [{ key: [] }]
      ${answer("{ type: object, required: [Names] }")}
  /#X-Amz-Target=Other.List:
    post: { ${answer("{ type: object }")} }
`);
  expect(Object.keys(paths)).toEqual(["/", "/#X-Amz-Target=Other.List"]);
  expect(written).toHaveLength(4);
  const { post } = paths["/"]!;
  const actions = post!["x-platform-streams-actions"] as Record<string, JsonObject>;
  expect(actions).toEqual({
    List: {
      label: "List",
      deprecated: true,
      result: { type: "object", required: ["Names"] },
      // The other one has a body.
      requestBody: { content: {} },
    },
    Put: {
      label: "Put a record",
      summary: "Put a record",
      body: { type: "object", required: ["Data"] },
      result: { type: "object", required: ["Id"] },
      scopes: ["write"],
    },
  });
  expect(at(actions, "Put")).toBe("13:5");
  expect(at(actions["List"]!, "deprecated")).toBe("22:7");
  expect(post).toMatchObject({
    operationId: "call",
    security: [{ key: [] }],
    "x-platform-action-binding": { response: { result: "" } },
    requestBody: { required: false, content: { "application/x-amz-json-1.1": {} } },
    responses: {
      "200": {
        content: {
          "application/json": {
            schema: {
              anyOf: [
                { type: "object", required: ["Names"] },
                { type: "object", required: ["Id"] },
              ],
            },
          },
        },
      },
    },
  });
  const parameters = post!["parameters"] as JsonObject[];
  expect(parameters.map(({ name, required }) => [name, required])).toEqual([
    ["X-Amz-Target", true],
    ["Trace", false],
    ["X-Amz-Date", undefined],
  ]);
});

test("a path that differs in more than the action, in its method, or has a parameter there, is not an action", () => {
  const { paths } = load(`  /vms/{id}:{verb}:
    post: { x-platform-action-binding: { action: { in: path-suffix, name: verb }, type: { const: vm }, from: paths } }
  /vms/{vm}:start:
    post: { ${answer("{ type: object }")} }
    get: { ${answer("{ type: object }")} }
  /vms/{vm}:stop/now:
    post: { ${answer("{ type: object }")} }
  /vms/{vm}:{other}:
    post: { ${answer("{ type: object }")} }
  /disks/{vm}:start:
    post: { ${answer("{ type: object }")} }
`);
  expect(Object.keys(paths["/vms/{id}:{verb}"]!["post"]!["x-platform-vm-actions"] as object)).toEqual(["start"]);
  expect(Object.keys(paths["/vms/{vm}:start"]!)).toEqual(["get"]);
  expect(paths["/vms/{id}:{verb}"]!["post"]!["parameters"]).toEqual([
    { name: "id", in: "path", required: true, schema: { type: "string" } },
    { name: "verb", in: "path", required: true, schema: { type: "string" } },
  ]);
});

test("explicit members of an action override derived ones", () => {
  const { paths, at } = load(
    `  /vms/{id}/{action}:
    post:
      x-platform-action-binding: { type: { const: vm }, from: paths }
      x-platform-vm-actions:
        start: { label: Begin, scopes: [vm.start] }
        halt: { label: Halt }
  /vms/{id}/start:
    post: { summary: Start, ${answer("{ type: object }")} }
`,
    [
      '9 warning derived-unmatched: nothing in the document is the action "halt", although the endpoint takes its actions "from: paths"',
    ],
  );
  const actions = paths["/vms/{id}/{action}"]!["post"]!["x-platform-vm-actions"] as Record<string, JsonObject>;
  expect(actions).toEqual({ halt: { label: "Halt" }, start: { label: "Begin", summary: "Start", scopes: ["vm.start"] } });
  expect(at(actions, "start")).toBe("8:9");
});

describe("operations that differ in security", () => {
  /** The endpoint that operations become, by the security that each declares; the document requires `read`. */
  const derive = (verbs: Readonly<Record<string, string>>, own = "", warnings: readonly string[] = []) => {
    const operations = Object.entries(verbs).map(
      ([verb, security]) => `  /vms/{id}:${verb}:\n    post: { ${security && `security: ${security}, `}${answer("{}")} }\n`,
    );
    const { paths } = load(
      `  /vms/{id}:{verb}:
    post: { ${own}x-platform-action-binding: { action: { in: path-suffix, name: verb }, type: { const: vm }, from: paths } }
${operations.join("")}security: [{ o: [read] }]
`,
      warnings,
    );
    const post = paths["/vms/{id}:{verb}"]!["post"]!;
    const actions = Object.entries(post["x-platform-vm-actions"] as Record<string, JsonObject>);
    return { security: post["security"], scopes: Object.fromEntries(actions.map(([name, { scopes }]) => [name, scopes])) };
  };

  test("keep the scopes of each, and those of the document if one declares none", () => {
    expect(derive({ cancel: "[{ o: [write] }]", wait: "" })).toEqual({
      security: [{ o: [] }],
      scopes: { cancel: ["write"], wait: ["read"] },
    });
    expect(derive({ cancel: "[{ o: [write], k: [a] }]", wait: "[{ k: [a], o: [] }]" })).toEqual({
      security: [{ o: [], k: ["a"] }],
      scopes: { cancel: ["write"], wait: undefined },
    });
  });

  test("keep the document's if all require it", () => {
    expect(derive({ cancel: "", wait: "" })).toEqual({ security: undefined, scopes: { cancel: undefined, wait: undefined } });
    expect(derive({ cancel: "", wait: "[{ o: [read] }]" })).toEqual({
      security: [{ o: ["read"] }],
      scopes: { cancel: undefined, wait: undefined },
    });
    expect(derive({ cancel: "[]", wait: "[]" })).toEqual({ security: [], scopes: { cancel: undefined, wait: undefined } });
  });

  test("require all schemes if scopes can't express the difference, with a warning for each", () => {
    const verbs = { cancel: "[{ o: [write] }, { k: [] }]", open: "[]", wait: "" };
    const warning = (line: number, verb: string) =>
      `${line} warning derived-security: calls of "${verb}" need more than "POST /vms/{id}:${verb}" requires: scopes can't express the difference`;
    const scopes = { cancel: ["write"], open: undefined, wait: ["read"] };
    expect(derive(verbs, "", [warning(7, "cancel"), warning(9, "open"), warning(11, "wait")])).toEqual({
      security: [{ o: [], k: [] }],
      scopes,
    });
    expect(derive(verbs, "security: [{ k: [] }], ")).toEqual({ security: [{ k: [] }], scopes });
  });
});

describe("actions from the body", () => {
  /** The actions of an operation whose body has this schema, named by `type`. */
  const derive = (schema: string, action = "{ in: body-field, name: type }") => {
    const { paths, at } = load(`  /vms/{id}/actions:
    post:
      x-platform-action-binding: { action: ${action}, type: { const: vm }, from: body }
      requestBody: { content: { application/json: { schema: ${schema} } } }
      ${answer("{}")}
components:
  schemas:
    Stop: { type: object, properties: { type: { type: string } } }
    Resize: { allOf: [{ $ref: "#/components/schemas/Stop" }, { properties: { size: { type: integer } } }] }
`);
    const actions = paths["/vms/{id}/actions"]!["post"]!["x-platform-vm-actions"] as Record<string, JsonObject>;
    return { actions, at: Object.keys(actions).map((name) => at(actions, name)) };
  };
  const branch = (type: string, more = "") => `{ properties: { type: ${type}${more} } }`;

  test("are those of alternatives, also of alternatives within them", () => {
    const { actions } = derive(
      `{ oneOf: [${branch("{ const: stop }")}, { anyOf: [${branch("{ enum: [start, boot] }", ", at: {}")}, ${branch("{ const: pause }")}] }] }`,
    );
    const body = { properties: { type: { enum: ["start", "boot"] }, at: {} } };
    expect(actions).toEqual({
      boot: { label: "boot", body },
      pause: { label: "pause" },
      start: { label: "start", body },
      stop: { label: "stop" },
    });
  });

  test("are those of a mapping, of references or names, with alternatives or without", () => {
    const mapping = `discriminator: { propertyName: type, mapping: { stop: Stop, resize: "#/components/schemas/Resize" } }`;
    const expected = {
      resize: { label: "resize", body: { $ref: "#/components/schemas/Resize" } },
      stop: { label: "stop" },
    };
    const oneOf = `oneOf: [{ $ref: "#/components/schemas/Stop" }, { $ref: "#/components/schemas/Resize" }]`;
    expect(derive(`{ ${oneOf}, ${mapping} }`).actions).toEqual(expected);
    expect(derive(`{ type: object, properties: { type: { type: string } }, ${mapping} }`).actions).toEqual(expected);
  });

  test("are those that one schema lists, each at its location in the list", () => {
    const schema = "{ title: Action, properties: { type: { enum: [start, stop] }, at: { type: string } } }";
    const { actions, at } = derive(schema);
    const body = { title: "Action", properties: { type: { enum: ["start", "stop"] }, at: { type: "string" } } };
    expect(actions).toEqual({ start: { label: "start", body }, stop: { label: "stop", body } });
    expect(at).toEqual(["7:107", "7:114"]);
  });

  test("have all bodies of alternatives with one name", () => {
    const resize = (name: string) => `{ properties: { resize: { properties: { ${name}: {} } } } }`;
    const { actions } = derive(`{ oneOf: [${resize("x")}, ${resize("y")}, ${resize("y")}] }`, "{ in: body-key }");
    expect(actions).toEqual({
      resize: { label: "resize", body: { anyOf: [{ properties: { x: {} } }, { properties: { y: {} } }] } },
    });
  });

  test.each([
    ["an object", "{ type: object }"],
    ["a map", "{ type: object, additionalProperties: { type: string } }"],
    ["a string", "{ type: string }"],
    ["a list", "{ type: array }"],
    ["one of several alternatives", '{ oneOf: [{ type: "null" }, { properties: { a: {} } }] }'],
  ])("are the value of a key, also %s without properties", (_, schema) => {
    const { actions } = derive(`{ properties: { run: ${schema} } }`, "{ in: body-key }");
    expect(actions).toEqual({ run: { label: "run", body: expect.anything() } });
  });

  test.each(["{}", '{ type: "null" }', '{ type: [object, "null"] }', "{ type: object, nullable: true }"])(
    "are none where the value of a key can be null: %s",
    (schema) => {
      const { actions } = derive(`{ properties: { run: ${schema} } }`, "{ in: body-key }");
      expect(actions).toEqual({ run: { label: "run" } });
    },
  );
});

test("with an overlay, an action is located where it is written, and its derived body in the document", () => {
  const document = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /vms:
    post:
      operationId: act
      x-platform-action-binding: { action: { in: body-key }, from: body, type: { const: vm } }
      requestBody:
        content:
          application/json:
            schema:
              oneOf:
                - { properties: { boot: { properties: { kind: { type: string } } } } }
                - { properties: { resize: { properties: { size: { type: string } } } } }
                - { properties: { halt: { properties: { now: { type: boolean } } } } }
      responses: { "200": { description: Done. } }
      x-platform-vm-actions: { halt: { readOnly: false } }
`;
  const actions = `  - target: $.paths['/vms'].post
    update:
      x-platform-vm-actions:
        resize: { async: true }
`;
  const { contract } = overlaid({ "openapi.yaml": document, "a.overlay.yaml": overlay(actions) });
  const { document: derived, locations } = contract!;
  const post = (derived["paths"] as Record<string, Record<string, JsonObject>>)["/vms"]!["post"]!;
  const map = post["x-platform-vm-actions"] as Record<string, JsonObject>;
  const at = (location: Location | undefined) => `${location?.path}:${location?.line}:${location?.column}`;
  expect(Object.keys(map).map((name) => at(locations.key(map, name)))).toEqual([
    "openapi.yaml:13:35",
    "openapi.yaml:17:32",
    "a.overlay.yaml:7:9",
  ]);
  const { resize, halt } = map;
  expect(at(locations.key(resize!, "async"))).toBe("a.overlay.yaml:7:19");
  expect(at(locations.value(resize!))).toBe("a.overlay.yaml:7:17");
  expect(at(locations.value(resize!, "body"))).toBe("openapi.yaml:14:43");
  expect(at(locations.value(halt!, "body"))).toBe("openapi.yaml:15:41");
});

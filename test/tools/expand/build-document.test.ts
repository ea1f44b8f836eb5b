import { describe, expect, test } from "vitest";
import { repositoryPath } from "../../support/repository.js";
import { contractWith, expandCase, expandSpec, expandValue, operationsOf } from "./expand-contract.js";

const done = { responses: { "200": { description: "Done." } } };

const idOnly = (id: string, more: object = {}) => ({ operationId: id, ...done, ...more });

const inPath = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });

describe("which documents", () => {
  const endpoint = { "x-platform-all-actions": { go: {} } };
  const names = (layout?: "per-type" | "all" | "both") =>
    expandValue(contractWith({ stop: {} }, { endpoint }), layout && { layout }).files.map(({ path }) => path);

  test("one for each service type and one of all, each with a source map", () => {
    expect(names()).toEqual([
      "openapi.all_.json",
      "openapi.all_.map.json",
      "openapi.vm.json",
      "openapi.vm.map.json",
      "openapi.all.json",
      "openapi.all.map.json",
    ]);
    expect(names("both")).toEqual(names());
  });

  test("or only those", () => {
    expect(names("all")).toEqual(["openapi.all.json", "openapi.all.map.json"]);
    expect(names("per-type")).toEqual(names().slice(0, 4));
  });

  test("a contract without actions is one plain document", () => {
    const { files, document } = expandCase("no-extension");
    expect(files.map(({ path }) => path)).toEqual(["openapi.all.json", "openapi.all.map.json"]);
    const { paths } = document("all");
    expect(Object.keys(paths)).toEqual(["/books/{isbn}"]);
    expect([paths["/books/{isbn}"]!["get"]!.operationId, paths["/books/{isbn}"]!["put"]!.operationId]).toEqual([
      "getBook",
      "put_books_isbn",
    ]);
  });
});

describe("a document of one type", () => {
  // `npm run generate` builds those of all types in generated/expanded.
  test("is unchanged", async () => {
    const { text } = expandSpec().files.find(({ path }) => path === "openapi.objects.json")!;
    await expect(text).toMatchFileSnapshot(repositoryPath("test/tools/expand/expected/openapi.objects.json"));
  });

  test("has operations of at most 128 characters, however long the names of actions are", () => {
    const [one, other] = ["a", "b"].map((end) => "n".repeat(127) + end);
    const { document } = expandValue(contractWith({ [one!]: {}, [other!]: {} }));
    const ids = operationsOf(document("vm")).map(({ operationId }) => operationId);
    expect(ids).toEqual([`vm.${"n".repeat(117)}`, `vm.${"n".repeat(117)}2`]);
  });

  test("has its actions and all ordinary operations, and no generic route", () => {
    const { document, contract } = expandSpec();
    for (const { name, actions } of contract.serviceTypes) {
      const ids = operationsOf(document(name)).map(({ operationId }) => operationId);
      const ordinary = ["getProject", "listServices", "createService", "getService", "revealCredential"];
      expect(ids.sort()).toEqual([...ordinary, ...actions.map((action) => `${name}.${action.name}`)].sort());
      expect(JSON.stringify(document(name))).not.toContain("{action}");
    }
  });

  test("has the type in its title", () => {
    const title = (part: string) => expandSpec().document(part)["info"];
    expect(title("postgres")).toMatchObject({ title: "Managed Services Control API (postgres)", version: "1.0.0" });
    expect(title("all")).toMatchObject({ title: "Managed Services Control API" });
  });

  test("has the tags that its operations have, and one of its own", () => {
    const tags = (part: string) => (expandSpec().document(part)["tags"] as { name: string }[]).map(({ name }) => name);
    expect(tags("auth")).toEqual(["Projects", "Services", "Credentials", "auth"]);
    expect(tags("all")).toEqual(["Projects", "Services", "Credentials", "auth", "objects", "postgres", "search"]);
    const root = { tags: [{ name: "Guide", description: "Not of an operation." }, { name: "vm" }, { name: "Actions" }] };
    const own = expandValue(contractWith({ stop: {} }, { root, endpoint: { tags: ["Actions"] } })).document("vm");
    expect(own["tags"]).toEqual([root.tags[0], { name: "vm" }]);
  });

  test("has the components that are referenced", () => {
    const components = {
      schemas: {
        Force: { type: "object", properties: { kind: { $ref: "#/components/schemas/Kind" } } },
        Kind: { type: "string" },
        Grow: { type: "object" },
        Unused: { $ref: "#/components/schemas/OnlyThere" },
        OnlyThere: { type: "string" },
        Cat: { type: "object" },
        "Odd~1name": { type: "string" },
      },
      responses: { Unused: { description: "No." } },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      "x-kept": { a: 1 },
    };
    const discriminator = { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } };
    const endpoint = { "x-platform-disk-actions": { grow: { body: { $ref: "#/components/schemas/Grow" } } } };
    const actions = {
      stop: {
        body: { $ref: "#/components/schemas/Force" },
        result: { discriminator, properties: { a: { $ref: "#/components/schemas/Odd~01name" } } },
      },
    };
    const { document } = expandValue(contractWith(actions, { components, endpoint }));
    const kept = document("vm").components;
    expect(Object.keys(kept)).toEqual(["schemas", "securitySchemes", "x-kept"]);
    expect(Object.keys(kept["schemas"]!)).toEqual(["Cat", "Force", "Kind", "Odd~1name", "VmStopAnswer", "VmStopResult"]);
    expect(Object.keys(document("disk").components["schemas"]!)).toEqual(["DiskGrowAnswer", "DiskGrowResult", "Grow"]);
  });

  test("keeps other fields of the root", () => {
    const root = {
      servers: [{ url: "https://api.shop.test" }],
      security: [{ token: [] }],
      webhooks: { stopped: { post: idOnly("stopped") } },
      "x-platform-lifecycle": { states: {} },
    };
    const { document } = expandValue(contractWith({ stop: {} }, { root }));
    expect(document("vm")).toMatchObject({ openapi: "3.1.0", ...root });
    expect(Object.keys(document("vm"))).toEqual([
      "openapi",
      "info",
      "security",
      "servers",
      "webhooks",
      "x-platform-lifecycle",
      "tags",
      "paths",
      "components",
    ]);
  });
});

test("a map at the root belongs to the only endpoint", () => {
  const { document } = expandCase("several-files");
  expect(Object.keys(document("postgres").paths)).toEqual([
    "/services/{service_id}/actions/add_ip",
    "/services/{service_id}/actions/remove_ip",
  ]);
  expect(document("postgres")["x-platform-postgres-actions"]).toBeUndefined();
});

test("each of several endpoints lends its path, parameters and other fields to its own types", () => {
  const paths = {
    "/nets/{net}/do/{action}.json": {
      summary: "All about networks",
      servers: [{ url: "https://nets.shop.test" }],
      parameters: [{ name: "X-Trace", in: "header", schema: { type: "string" } }, inPath("net"), inPath("action")],
      get: idOnly("lastCall"),
      post: idOnly("actOnNet", {
        parameters: [{ name: "X-Trace", in: "header", required: true, schema: { type: "string" } }],
        "x-platform-net-actions": { attach: {} },
      }),
    },
  };
  const { document } = expandValue(contractWith({ stop: {} }, { paths }));
  const { paths: ofNet } = document("net");
  expect(Object.keys(ofNet)).toEqual(["/nets/{net}/do/attach.json", "/nets/{net}/do/{action}.json"]);
  const { post, ...item } = ofNet["/nets/{net}/do/attach.json"]!;
  expect(item).toEqual({ servers: [{ url: "https://nets.shop.test" }] });
  expect(post!["parameters"]).toEqual([
    { name: "X-Trace", in: "header", required: true, schema: { type: "string" } },
    inPath("net"),
  ]);
  expect(ofNet["/nets/{net}/do/{action}.json"]).toEqual({ ...paths["/nets/{net}/do/{action}.json"], post: undefined });
  expect(Object.keys(document("vm").paths)).toEqual(["/nets/{net}/do/{action}.json", "/vms/{id}/actions/stop"]);
});

test("only the path parameter `action` is removed", () => {
  const query = { name: "action", in: "query", schema: { type: "string" } };
  const endpoint = { parameters: [query, inPath("id"), { $ref: "#/components/parameters/Action" }] };
  const components = { parameters: { Action: inPath("action") } };
  const { paths } = expandValue(contractWith({ stop: {} }, { endpoint, components })).document("vm");
  expect(paths["/vms/{id}/actions/stop"]!["post"]!["parameters"]).toEqual([query, inPath("id")]);
});

test("ids of ordinary operations are unchanged, even if they differ in case only", () => {
  const paths = { "/a": { get: idOnly("list") }, "/b": { get: idOnly("LIST") } };
  const ids = operationsOf(expandValue(contractWith({}, { paths })).document("vm")).map(({ operationId }) => operationId);
  expect(ids).toEqual(["list", "LIST"]);
});

test("OpenAPI 3.0 becomes 3.1", () => {
  const { openapi, components } = expandCase("openapi-3.0").document("volumes");
  expect(openapi).toBe("3.1.0");
  expect(components["schemas"]!["Resize"]).toMatchObject({
    properties: { size: { exclusiveMinimum: 0, maximum: 1000, examples: [10] }, note: { type: ["string", "null"] } },
  });
});

test("hostile text remains text", () => {
  const operation = expandCase("hostile-text").document("postgres").paths["/services/{service_id}/actions/add_ip"]!["post"]!;
  expect(operation["summary"]).toBe("*/ throw 1; /* **// throw 1;");
  expect(operation["description"]).toBe("@ts-nocheck\r\n*/ throw 1; \u2029 */");
  expect(operation["x-platform-action"]).toMatchObject({ label: '"; throw 1; // \u2028 throw 1; \u202e' });
  expect(operation.responses["409"]!["description"]).toBe("Errors of this action:\n\n- `taken`: */ throw 1; /*");
});

test("actions of several types with one name share no path: the type is a fragment", () => {
  const endpoint = { "x-platform-disk-actions": { stop: {}, grow: {} } };
  const { document, diagnostics } = expandValue(contractWith({ stop: {}, start: {} }, { endpoint }));
  expect(Object.keys(document("all").paths)).toEqual([
    "/vms/{id}/actions/grow",
    "/vms/{id}/actions/start",
    "/vms/{id}/actions/stop#disk",
    "/vms/{id}/actions/stop#vm",
  ]);
  expect(Object.keys(document("disk").paths)).toEqual(["/vms/{id}/actions/grow", "/vms/{id}/actions/stop"]);
  expect(diagnostics).toEqual([]);
});

test("an ordinary operation keeps its path, and an action with the same path is reported", () => {
  const paths = { "/vms/{id}/actions/stop": { post: { operationId: "stopAll", ...done } } };
  const { document, diagnostics } = expandValue(contractWith({ start: {}, stop: {} }, { paths }));
  for (const part of ["vm", "all"]) {
    expect(Object.keys(document(part).paths)).toEqual([
      "/vms/{id}/actions/start",
      "/vms/{id}/actions/stop",
      "/vms/{id}/actions/stop#vm",
    ]);
  }
  expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
    [
      "expand-path-taken",
      "warning",
      'the action "vm.stop" has the same path as an ordinary operation, "/vms/{id}/actions/stop", ' +
        "so in the expanded document its path has a fragment and can't be requested",
    ],
  ]);
  expect(diagnostics[0]!.location).toMatchObject({ line: 1, lineText: expect.stringContaining('"stop":{}') as string });
});

test.each(["post", "get"])("an ordinary path whose parameters have other names is the same path, with %s too", (method) => {
  const paths = { "/vms/{vm}/actions/stop": { [method]: { operationId: "stopAll", ...done } } };
  const { document } = expandValue(contractWith({ stop: {} }, { paths }));
  expect(Object.keys(document("vm").paths)).toEqual(["/vms/{id}/actions/stop#vm", "/vms/{vm}/actions/stop"]);
});

test("an action joins the other methods of a path", () => {
  const paths = { "/vms/{id}/actions/stop": { get: { operationId: "wasStopped", ...done } } };
  const { document, diagnostics } = expandValue(contractWith({ stop: {} }, { paths }));
  const item = document("vm").paths["/vms/{id}/actions/stop"]!;
  expect([item["get"]!.operationId, item["post"]!.operationId]).toEqual(["wasStopped", "vm.stop"]);
  expect(diagnostics).toEqual([]);
});

test("names with special characters are in the path unchanged", () => {
  const paths = Object.keys(expandValue(contractWith({ "os:force.delete-all": {}, $: {} })).document("vm").paths);
  expect(paths).toEqual(["/vms/{id}/actions/$", "/vms/{id}/actions/os:force.delete-all"]);
});

test("the project's contract has eight actions that share a name", () => {
  const paths = Object.keys(expandSpec().document("all").paths);
  expect(paths.filter((path) => path.includes("#")).map((path) => path.split("/").at(-1))).toEqual([
    "get_usage#auth",
    "get_usage#search",
    "rotate_credentials#auth",
    "rotate_credentials#search",
    "service_health#auth",
    "service_health#objects",
    "service_health#postgres",
    "service_health#search",
  ]);
  expect(paths).toHaveLength(90);
});

import { beforeAll, describe, expect, test } from "vitest";
import type { ErrorLister } from "../../templates/runtime/json.js";
import type { Guard } from "../../templates/runtime/validators/guard.js";
import { contractOf, documentOf, emit, loadEmitted, type Emitted } from "./load-emitted.js";

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/projects/{project_id}": {
      parameters: [{ name: "project_id", in: "path", required: true, schema: { $ref: "#/components/schemas/Id" } }],
      get: {
        operationId: "getProject",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } },
          { name: "X-Trace", in: "header", required: true, schema: { type: "string" } },
          { name: "Authorization", in: "header", required: true, schema: { type: "string" } },
          { name: "session", in: "cookie", schema: { type: "string" } },
        ],
        responses: {
          "200": {
            description: "Found.",
            content: { "text/plain": {}, "application/json": { schema: { $ref: "#/components/schemas/Project" } } },
          },
          "4XX": {
            description: "Failed.",
            content: { "application/problem+json": { schema: { type: "object", required: ["error"] } } },
          },
          default: { description: "Else.", content: { "text/plain": { schema: { type: "string" } } } },
        },
      },
      put: {
        operationId: "put-project",
        requestBody: { content: { "multipart/form-data": { schema: { type: "object", required: ["file"] } } } },
        responses: { "204": { description: "Done." } },
      },
    },
    "/services/{service_id}/actions/{action}": {
      post: {
        operationId: "invokeAction",
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: { "200": { description: "Done." } },
        "x-platform-share-groups-actions": {
          delete: {
            body: {
              type: "object",
              required: ["id"],
              properties: { id: { $ref: "#/components/schemas/Id" } },
              additionalProperties: false,
            },
          },
          "os-force_delete": {},
        },
        "x-platform-postgres-actions": {
          add_ip: {
            body: { type: "object", properties: { ip: { type: "string", format: "ipv4" } }, additionalProperties: false },
            result: { $ref: "#/components/schemas/Project" },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Id: { type: "string", pattern: "^[a-z]+$", maxLength: 5, description: "A name.", "x-internal": true },
      Project: {
        type: "object",
        properties: { parent: { $ref: "#/components/schemas/Project" }, id: { $ref: "#/components/schemas/Id" } },
      },
    },
  },
};

describe("validators of a contract", () => {
  const files = emit(contractOf(document));
  let first: Emitted<Guard<unknown>>;
  let all: Emitted<ErrorLister>;
  beforeAll(async () => {
    ({ first, all } = await loadEmitted(contractOf(document)));
  });

  test("are in one module for each service type and one for operations", () => {
    expect(
      files
        .map((file) => file.path)
        .filter((path) => path.startsWith("validators/"))
        .sort(),
    ).toEqual([
      "validators/all-errors/index.ts",
      "validators/all-errors/operations.ts",
      "validators/all-errors/postgres.ts",
      "validators/all-errors/share-groups.ts",
      "validators/compiled/operations.ts",
      "validators/compiled/postgres.ts",
      "validators/compiled/schemas.ts",
      "validators/compiled/share-groups.ts",
      "validators/index.ts",
      "validators/operations.ts",
      "validators/postgres.ts",
      "validators/share-groups.ts",
      "validators/standard/index.ts",
      "validators/standard/operations.ts",
      "validators/standard/postgres.ts",
      "validators/standard/share-groups.ts",
    ]);
  });

  test("have the names of the contract", () => {
    expect(Object.keys(first.actions)).toEqual(["postgres", "share-groups"]);
    expect(Object.keys(first.actions["share-groups"]!)).toEqual(["delete", "os-force_delete"]);
    expect(Object.keys(all.actions["share-groups"]!)).toEqual(["delete", "os-force_delete"]);
    expect(Object.keys(first.operations)).toEqual(["getProject", "invokeAction", "put-project"]);
  });

  test("check bodies", () => {
    const { body } = first.actions["share-groups"]!["delete"]!;
    expect(body({ id: "abc" })).toBe(true);
    expect(body({ id: "ABC" })).toBe(false);
    expect(body.errors).toEqual([
      {
        instancePath: "/id",
        schemaPath: "#/components/schemas/Id/pattern",
        keyword: "pattern",
        params: { pattern: "^[a-z]+$" },
        message: 'must match pattern "^[a-z]+$"',
      },
    ]);
    expect(body({})).toBe(false);
    expect(body.errors).toEqual([
      {
        instancePath: "",
        schemaPath: "#/components/schemas/ShareGroupsDeleteBody/required",
        keyword: "required",
        params: { missingProperty: "id" },
        message: "must have required property 'id'",
      },
    ]);
  });

  test("take only {} where an action has no body, and any object where it has no result", () => {
    const { body, result } = first.actions["share-groups"]!["os-force_delete"]!;
    expect([{}, { a: 1 }, [], null].map(body)).toEqual([true, false, false, false]);
    expect([{}, { a: 1 }, [], null].map(result)).toEqual([true, true, false, false]);
  });

  test("check recursive results", () => {
    const { result } = first.actions["postgres"]!["add_ip"]!;
    expect(result({ parent: { parent: { id: "a" } } })).toBe(true);
    expect(result({ parent: { parent: { id: 1 } } })).toBe(false);
    expect(result.errors?.[0]?.instancePath).toBe("/parent/parent/id");
  });

  test("check parsed parameters, with header names in lower case", () => {
    const { path, query, headers, cookies, body } = first.operations["getProject"]!;
    expect([{ project_id: "a" }, {}, { project_id: "A" }].map(path!)).toEqual([true, false, false]);
    expect([{}, { limit: 100 }, { limit: 101 }, { limit: "1" }, { other: "1" }].map(query!)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    expect([{ "x-trace": "a" }, { "X-Trace": "a" }].map(headers!)).toEqual([true, false]);
    expect([{}, { session: 1 }].map(cookies!)).toEqual([true, false]);
    expect(body).toBe(undefined);
  });

  test("check bodies and responses by media type: JSON, then forms in requests", () => {
    const { getProject, "put-project": putProject, invokeAction } = first.operations;
    expect(Object.keys(getProject!.responses)).toEqual(["200", "4XX"]);
    expect([{ error: "x" }, {}].map(getProject!.responses["4XX"]!)).toEqual([true, false]);
    expect([{ file: "x" }, {}].map(putProject!.body!)).toEqual([true, false]);
    expect(putProject!.responses).toEqual({});
    expect([{}, { anything: 1 }, []].map(invokeAction!.body!)).toEqual([true, true, false]);
    expect(Object.keys(invokeAction!)).toEqual(["path", "body", "responses"]);
  });

  test("list all errors on request", () => {
    const { path, headers } = all.operations["getProject"]!;
    expect(path!({ project_id: "a" })).toEqual([]);
    expect(headers!({}).map((error) => error.keyword)).toEqual(["required"]);
    const errors = all.actions["postgres"]!["add_ip"]!.body({ ip: "x", a: 1, b: 2 });
    expect(errors.map((error) => [error.instancePath, error.keyword])).toEqual([
      ["", "additionalProperties"],
      ["", "additionalProperties"],
      ["/ip", "format"],
    ]);
    expect(all.actions["postgres"]!["add_ip"]!.body({ ip: "x", a: 1, b: 2 }, 2)).toHaveLength(2);
  });

  test("are ECMAScript modules that need no package and evaluate no code", () => {
    for (const file of files) {
      expect(file.text).not.toMatch(/\brequire\(|\beval\(|new Function|sourceURL|from "[^.]/);
      expect(file.text.startsWith("/* Generated by openapi-actions from Shop.")).toBe(true);
    }
  });
});

test("schemas with bodies in common are emitted once", () => {
  const body = { type: "object", properties: { id: { $ref: "#/components/schemas/Id" } } };
  const files = emit(contractOf(documentOf({ a: body, b: body }, { Id: { type: "string", pattern: "^unmistakable$" } })));
  const compiled = files
    .filter((file) => file.path.startsWith("validators/compiled/"))
    .map((file) => file.text)
    .join("");
  expect(compiled.match(/\/\^unmistakable\$\/u;/g)).toHaveLength(1);
});

import { expect, test } from "vitest";
import { Locations } from "../../../generator/document/locations.js";
import { buildSecuritySchemes } from "../../../generator/model/build-facts.js";
import { lowerSecurity, unnamedCallbacks } from "../../../generator/tools/expand/lower-operation.js";
import { contractWith, expandCase, expandValue, operationOf } from "./expand-contract.js";

test("an action is an operation with its own path, body, response, scopes and errors", () => {
  const { paths, components } = expandCase("one-action").document("postgres");
  const error = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  expect(paths["/services/{service_id}/actions/add_ip"]).toEqual({
    post: {
      tags: ["postgres"],
      summary: "Allow an address to connect.",
      description: "The first entry switches enforcement on.",
      operationId: "postgres.add_ip",
      security: [{ bearer: ["service:write"] }],
      parameters: [{ name: "service_id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/PostgresAddIpBody" },
            examples: { default: { value: { cidr: "203.0.113.0/24" } } },
          },
        },
      },
      responses: {
        "200": {
          description: "Done",
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/PostgresAddIpAnswer" },
              examples: { default: { value: { action: "add_ip", status: "ok", result: { enforced: true } } } },
            },
          },
        },
        "400": { description: "Invalid body", content: error },
        "409": {
          description: "Errors of this action:\n\n- `entry_exists`: The network is in the list already.",
          content: error,
        },
      },
      "x-platform-action": {
        type: "postgres",
        name: "add_ip",
        label: "Allow address",
        readOnly: false,
        idempotent: false,
        destructive: false,
        async: false,
        scopes: ["service:write"],
        states: ["active"],
        plans: ["dedicated"],
        errors: [{ code: "entry_exists", status: 409 }],
      },
    },
  });
  expect(components["schemas"]!["PostgresAddIpAnswer"]).toEqual({
    type: "object",
    required: ["action", "status", "result"],
    additionalProperties: false,
    properties: {
      action: { type: "string", const: "add_ip", description: "The invoked action." },
      status: { type: "string", enum: ["ok"] },
      message: { type: "string", description: "An optional message for users." },
      result: { $ref: "#/components/schemas/PostgresAddIpResult" },
    },
  });
});

test("an action with only a label", () => {
  const operation = operationOf(expandValue(contractWith({ stop: { label: "Stop" } })), "stop");
  expect(Object.keys(operation)).toEqual([
    "tags",
    "summary",
    "operationId",
    "parameters",
    "requestBody",
    "responses",
    "x-platform-action",
  ]);
  expect(operation["summary"]).toBe("Stop");
  expect(operation["x-platform-action"]).toEqual({
    type: "vm",
    name: "stop",
    label: "Stop",
    readOnly: false,
    idempotent: false,
    destructive: false,
    async: false,
    scopes: [],
    errors: [],
  });
});

test("an action of a deprecated endpoint is deprecated, as a deprecated action is", () => {
  const deprecated = (action: object, endpoint: object) =>
    operationOf(expandValue(contractWith({ stop: action }, { endpoint })), "stop")["deprecated"];
  expect(deprecated({}, { deprecated: true })).toBe(true);
  expect(deprecated({ deprecated: true }, {})).toBe(true);
  expect(deprecated({}, {})).toBeUndefined();
});

test("other fields of the endpoint apply to each action; its texts and tags don't", () => {
  const endpoint = {
    summary: "Invoke",
    description: "Invokes any.",
    tags: ["Actions"],
    externalDocs: { url: "https://docs.shop.test" },
    servers: [{ url: "https://actions.shop.test" }],
    "x-owner": "endpoint",
    "x-endpoint": 1,
  };
  const actions = { stop: { label: "Stop", "x-owner": "action" } };
  const operation = operationOf(expandValue(contractWith(actions, { endpoint })), "stop");
  expect(operation).toMatchObject({
    tags: ["vm"],
    summary: "Stop",
    externalDocs: { url: "https://docs.shop.test" },
    servers: [{ url: "https://actions.shop.test" }],
    "x-owner": "action",
    "x-endpoint": 1,
  });
  expect(operation["description"]).toBeUndefined();
  expect(operation["x-platform-vm-actions"]).toBeUndefined();
});

test("an ordinary operation keeps its id, even if an action would get the same", () => {
  const paths = { "/stop": { post: { operationId: "vm.stop", responses: { "200": { description: "Done." } } } } };
  const expanded = expandValue(contractWith({ stop: {} }, { paths }));
  expect(expanded.document("vm").paths["/stop"]!["post"]!.operationId).toBe("vm.stop");
  expect(operationOf(expanded, "stop").operationId).toBe("vm.stop2");
});

const anything = { type: "object", additionalProperties: true };

function bodyOf(action: object, requestBody?: object) {
  const endpoint = requestBody ? { requestBody } : {};
  const expanded = expandValue(contractWith({ stop: action }, { endpoint }));
  return { ...operationOf(expanded, "stop").requestBody, schemas: expanded.document("vm").components["schemas"]! };
}

test("a body is required unless the endpoint makes it optional and the action accepts an empty object", () => {
  const content = { "application/json": { schema: anything } };
  const isRequired = (action: object, requestBody?: object) => (bodyOf(action, requestBody) as { required?: boolean }).required;
  const properties = { etag: { type: "string" } };
  expect(isRequired({ body: { type: "object", required: ["etag"], properties } }, { content })).toBe(true);
  expect(isRequired({ body: { type: "object", minProperties: 1 } }, { content })).toBe(true);
  expect(isRequired({ body: { type: "object", properties } }, { content })).toBe(false);
  expect(isRequired({ body: { type: "object", properties } }, { content, required: true })).toBe(true);
  expect(isRequired({}, { content, required: true })).toBe(true);
  expect(isRequired({}, { content })).toBe(false);
  expect(isRequired({})).toBe(false);
});

test("no input is the closed empty object", () => {
  const { schemas, content } = bodyOf({});
  expect(content["application/json"]!.schema).toEqual({ $ref: "#/components/schemas/VmStopBody" });
  expect(schemas["VmStopBody"]).toEqual({ type: "object", additionalProperties: false });
});

test("the media types are the endpoint's, or JSON if it has none", () => {
  const content = { "application/json": { schema: anything }, "application/x-www-form-urlencoded": { schema: anything } };
  const schema = { $ref: "#/components/schemas/VmStopBody" };
  expect(bodyOf({}, { content }).content).toEqual({
    "application/json": { schema },
    "application/x-www-form-urlencoded": { schema },
  });
  expect(bodyOf({}).content).toEqual({ "application/json": { schema } });
});

test("examples of the action are examples of its body, if they have one", () => {
  const examples = { full: { summary: "All fields", body: { force: true } }, none: { result: {} } };
  const { content } = bodyOf({ body: anything, examples });
  expect(content["application/json"]!.examples).toEqual({ full: { summary: "All fields", value: { force: true } } });
});

const securitySchemes = {
  login: { type: "oauth2", flows: {} },
  oidc: { type: "openIdConnect", openIdConnectUrl: "https://login.shop.test" },
  token: { type: "http", scheme: "Bearer" },
  basic: { type: "http", scheme: "basic" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
};
const schemes = buildSecuritySchemes({ components: { securitySchemes } });

test("an action's scopes are added to those of the endpoint, each once", () => {
  expect(lowerSecurity([{ login: ["base", "write"] }], ["write", "admin"], schemes)).toEqual([
    { login: ["base", "write", "admin"] },
  ]);
});

test("each alternative needs them", () => {
  expect(lowerSecurity([{ login: [] }, { key: [] }], ["write"], schemes)).toEqual([{ login: ["write"] }, { key: ["write"] }]);
});

test("of schemes that are required together, OAuth has them, otherwise bearer tokens, otherwise all", () => {
  const together = (...names: string[]) => [Object.fromEntries(names.map((name) => [name, []]))];
  expect(lowerSecurity(together("basic", "key", "login", "oidc", "token"), ["write"], schemes)).toEqual([
    { basic: [], key: [], login: ["write"], oidc: ["write"], token: [] },
  ]);
  expect(lowerSecurity(together("basic", "key", "token"), ["write"], schemes)).toEqual([
    { basic: [], key: [], token: ["write"] },
  ]);
  expect(lowerSecurity(together("basic", "key"), ["write"], schemes)).toEqual([{ basic: ["write"], key: ["write"] }]);
});

test("an unauthenticated caller has no scope", () => {
  expect(lowerSecurity([{}, { token: [] }], ["write"], schemes)).toEqual([{ token: ["write"] }]);
  expect(lowerSecurity([{}, { token: [] }], [], schemes)).toEqual([{}, { token: [] }]);
});

test("if the endpoint requires nothing, scopes can't be expressed", () => {
  expect(lowerSecurity([], ["write"], schemes)).toEqual([]);
  expect(lowerSecurity([{}], ["write"], schemes)).toEqual([{}]);
});

test("an operation has its own list only if the document's doesn't apply", () => {
  const components = { securitySchemes: schemes };
  const securityOf = (action: object, endpoint: object, root: object) =>
    operationOf(expandValue(contractWith({ stop: action }, { endpoint, root, components })), "stop")["security"];
  const root = { security: [{ login: ["base"] }] };
  expect(securityOf({}, {}, root)).toBeUndefined();
  expect(securityOf({ scopes: ["write"] }, {}, root)).toEqual([{ login: ["base", "write"] }]);
  expect(securityOf({}, { security: [{ key: [] }] }, root)).toEqual([{ key: [] }]);
  expect(securityOf({ scopes: ["write"] }, { security: [] }, root)).toEqual([]);
  expect(securityOf({ scopes: ["write"] }, {}, {})).toBeUndefined();
});

test("operations of callbacks that every action has lose their unique id", () => {
  const operation = { operationId: "tell", responses: { "200": { description: "Told." } } };
  const callbacks = {
    done: { "{$request.body#/url}": { post: operation, summary: "Done" } },
    other: { $ref: "#/components/callbacks/Other" },
  };
  const before = structuredClone(callbacks);
  expect(unnamedCallbacks(callbacks, new Locations())).toEqual({
    done: { "{$request.body#/url}": { post: { responses: operation.responses }, summary: "Done" } },
    other: { $ref: "#/components/callbacks/Other" },
  });
  expect(callbacks).toEqual(before);
});

test.each(["*/*", "application/*", "application/*+json"])("bodies and responses below %s are application/json", (range) => {
  const content = { [range]: { schema: { type: "object" } } };
  const endpoint = { requestBody: { content }, responses: { "200": { description: "Done.", content } } };
  const body = { type: "object", properties: { force: { type: "boolean" } } };
  const operation = operationOf(expandValue(contractWith({ stop: { body } }, { endpoint })), "stop");
  expect(Object.keys(operation.requestBody!.content)).toEqual(["application/json"]);
  expect(Object.keys(operation.responses["200"]!["content"] as object)).toEqual(["application/json"]);
});

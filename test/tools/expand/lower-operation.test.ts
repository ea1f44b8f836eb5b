import { expect, test } from "vitest";
import { contractWith, expandCase, expandValue, operationOf } from "./expand-contract.js";

test("an action is an operation with its own path, body, answer, scopes and errors", () => {
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
      action: { type: "string", const: "add_ip", description: "The action that was invoked." },
      status: { type: "string", enum: ["ok"] },
      message: { type: "string", description: "Text to show, if there is something to say." },
      result: { $ref: "#/components/schemas/PostgresAddIpResult" },
    },
  });
});

test("an action of nothing but a label", () => {
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

test("what the endpoint says besides holds for each action; its texts and tags don't", () => {
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

test("an ordinary operation keeps its id, also if an action would get the same", () => {
  const paths = { "/stop": { post: { operationId: "vm.stop", responses: { "200": { description: "Done." } } } } };
  const expanded = expandValue(contractWith({ stop: {} }, { paths }));
  expect(expanded.document("vm").paths["/stop"]!["post"]!.operationId).toBe("vm.stop");
  expect(operationOf(expanded, "stop").operationId).toBe("vm.stop2");
});

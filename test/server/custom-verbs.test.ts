import { expect, test } from "vitest";
import { parse } from "yaml";
import { describeClient } from "../../generator/emit/client/describe-client.js";
import { printHandle } from "../../generator/emit/client/handle.js";
import { leadsToService, servicePath } from "../../generator/emit/server/path-segments.js";
import { contractOf } from "../emit/load-emitted.js";
import { emptyOperation } from "../model/empty-contract.js";
import { serveContract } from "./serve-contract.js";

const id = { parameter: "id" };

test.each([
  ["/servers/{id}/actions/{action}", ["servers", id]],
  ["/servers/{id}/actions/{action}:invoke", ["servers", id]],
  ["/servers/{id}:{action}", ["servers", id]],
  ["/zones/{zone}/servers/{id}.{action}", ["zones", { parameter: "zone" }, "servers", id]],
  ["/v1/{action}", []],
])("the path that identifies a service: %s", (path, expected) => {
  expect(servicePath({ ...emptyOperation, path })).toEqual(expected);
});

const parameters = (...names: string[]) =>
  `[${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(", ")}]`;

const contract = `
openapi: 3.1.0
info: { title: Servers, version: "1" }
paths:
  /servers/{id}:
    get:
      operationId: getServer
      parameters: ${parameters("id")}
      responses:
        "200": { description: A server., content: { application/json: { schema: { $ref: "#/components/schemas/Server" } } } }
  /servers/{id}:{action}:
    post:
      operationId: invokeServer
      parameters: ${parameters("id", "action")}
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      x-platform-vm-actions: { start: { label: Start } }
      responses: { "200": { description: Done. } }
components:
  schemas:
    Server:
      type: object
      required: [id, type, status, capabilities]
      properties:
        id: { type: string }
        type: { type: string, const: vm }
        status: { type: string }
        capabilities: { type: object, required: [actions], properties: { actions: { type: array, items: { type: object, required: [name], properties: { name: { type: string } } } } } }
`;

test("an action that follows the service's parameter in its segment", async () => {
  const built = contractOf(parse(contract));
  const endpoints = built.operations.filter(({ serviceTypes }) => serviceTypes.length > 0);
  expect(
    leadsToService(
      built.operations.find((operation) => operation.id === "getServer")!,
      endpoints,
    ),
  ).toBe(true);
  expect(printHandle(built, describeClient(built))!.text).toContain("id: service.id");
  const paths: unknown[] = [];
  const { send, log } = await serveContract(contract)({
    findResource: (path) => (paths.push(path), { type: "vm" }),
    handlers: { actions: { vm: { start: () => ({ status: "ok", result: {} }) } } },
  });
  expect(await send("POST", "/servers/a1:start", {})).toMatchObject({ status: 200, body: { action: "start" } });
  expect(paths).toEqual([{ id: "a1", action: "start" }]);
  expect(log).toEqual([]);
});

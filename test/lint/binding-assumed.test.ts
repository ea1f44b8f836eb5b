import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const get = (path: string) => `
${path}:
  get:
    operationId: getService
    parameters: [{ name: service_id, in: path, required: true, schema: { type: string } }]
    responses: { "200": { description: It., content: { application/json: { schema: { type: object, properties: { status: { type: string } } } } } } }`;
const other = (binding = "") => `
/disks/{disk_id}/actions/{action}:
  post:
    operationId: invokeDisk${binding}
    x-platform-disk-actions: { format: { label: Format } }
    responses: { "200": { description: Done., content: { application/json: { schema: { type: object, properties: { status: { type: string } } } } } } }`;
const assumed =
  'no operation returns a service of "POST /disks/{disk_id}/actions/{action}": { type, status, plan, capabilities: { actions } } is assumed';

test("an endpoint whose service no operation returns, next to one that has it", () => {
  const found = findings("binding-assumed", contract({ paths: get("/services/{service_id}") + other() }));
  expect(found).toEqual([`[responses] warning ${assumed}`]);
});

test("not if none has it, or if a binding defines the service", () => {
  expect(findings("binding-assumed", contract({ paths: other() }))).toEqual([]);
  const bound = other("\n    x-platform-action-binding: { service: { type: null } }");
  expect(findings("binding-assumed", contract({ paths: get("/services/{service_id}") + bound }))).toEqual([]);
});

test("not of an endpoint whose calls concern no service", () => {
  const bound = other("\n    x-platform-action-binding: { action: { in: path, name: action }, type: { const: disk } }");
  expect(findings("binding-assumed", contract({ paths: get("/services/{service_id}") + bound }))).toEqual([]);
});

test("a success without a description suggests the binding for one without a body", () => {
  const yaml = contract().replace(/"200": .*/, '"202": { description: Accepted. }');
  expect(diagnosticsOf("binding-assumed", yaml)[0]!.hint).toContain("response: null if it has no body");
});

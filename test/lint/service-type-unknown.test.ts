import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (pieces: Parameters<typeof contract>[0]) => findings("service-type-unknown", contract(pieces));
const told = '[x-platform-postgres-actions] warning no service can have the type "postgres", so its actions are never invoked';
const service = (type: string) => `Service: { type: object, properties: { type: ${type} } }`;
const read = (schema: string) => `
/services/{service_id}:
  get:
    operationId: getService
    parameters: [{ name: service_id, in: path, required: true, schema: { type: string } }]
    responses: { "200": { description: Done., content: { application/json: { schema: ${schema} } } } }`;

test("a type that the component Service leaves out", () => {
  expect(of({ schemas: service("{ enum: [search, objects] }") })).toEqual([told]);
  expect(of({ schemas: service('{ $ref: "#/components/schemas/Type" }') + "\nType: { const: search }" })).toEqual([told]);
});

test("a type that no returned service can have", () => {
  const paths = read('{ oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }');
  const schemas = (type: string) =>
    `A: { properties: { type: { const: search } } }\nB: { properties: { type: { const: ${type} } } }`;
  expect(of({ paths, schemas: schemas("objects") })).toEqual([told]);
  expect(of({ paths, schemas: schemas("postgres") })).toEqual([]);
});

test("the nearest is suggested", () => {
  const [found] = diagnosticsOf("service-type-unknown", contract({ schemas: service("{ enum: [search, postgre] }") }));
  expect(found?.hint).toBe('Did you mean "postgre"?');
});

test("listed types, types of any text, and contracts that represent no services are valid", () => {
  expect(of({ schemas: service("{ enum: [postgres, search] }") })).toEqual([]);
  expect(of({ schemas: service("{ type: string }") })).toEqual([]);
  expect(of({ schemas: "Job: { properties: { type: { const: backup } } }" })).toEqual([]);
  expect(of({})).toEqual([]);
});

test("the type is at its location in the contract", () => {
  const paths = read("{ type: object, properties: { kind: { enum: [search] }, type: { enum: [small] } } }");
  const binding = (type: string) => `x-platform-action-binding: { service: { type: ${type} } }`;
  expect(of({ paths, operation: binding("/kind") })).toEqual([told]);
  expect(of({ paths: paths.replace("enum: [search]", "enum: [postgres]") })).toEqual([]);
});

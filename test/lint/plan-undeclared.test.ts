import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings, type Pieces } from "./lint-text.js";

const of = (pieces: Pieces) => findings("plan-undeclared", contract(pieces));
const actions = "restart: { availability: { plans: [small, lagre] } }";
const service = (plan: string) => `
/services/{service_id}:
  get:
    operationId: getService
    parameters: [{ name: service_id, in: path, required: true, schema: { type: string } }]
    responses: { "200": { description: Done., content: { application/json: { schema: { type: object, properties: { type: { type: string }, plan: ${plan} } } } } } }`;
const told = '[lagre] error the action "restart" names the plan "lagre", which no service can have';

test("plans of an action that neither the service nor the lifecycle of its type has", () => {
  expect(of({ actions, paths: service("{ enum: [small, large] }") })).toEqual([told]);
  expect(of({ actions, root: "x-platform-lifecycle: { plans: { postgres: { small: Small., large: Large. } } }" })).toEqual([
    told,
  ]);
  expect(of({ actions, root: "x-platform-lifecycle: { plans: { search: { small: Small., large: Large. } } }" })).toEqual([]);
  expect(of({ actions, paths: service("{ type: string }") })).toEqual([]);
});

test("plans of a service that has no location for them", () => {
  const paths = service("{ type: string }").replace("plan:", "tier:");
  expect(of({ actions, paths })).toEqual([
    '[small] error the action "restart" names the plan "small", but the contract does not define where a service contains its plan',
  ]);
  const [found] = diagnosticsOf("plan-undeclared", contract({ actions, paths }));
  expect(found!.hint).toMatch(/^Add x-platform-action-binding: \{ service: \{ plan: /);
  expect(of({ actions, paths, operation: "x-platform-action-binding: { service: { plan: /tier } }" })).toEqual([]);
});

test("plans of the lifecycle that no service has", () => {
  const root = "x-platform-lifecycle: { plans: { postgres: { small: Small., huge: Huge. } } }";
  expect(of({ root, paths: service("{ enum: [small, large] }") })).toEqual([
    '[huge] error the lifecycle names the plan "huge", which no service can have',
  ]);
});

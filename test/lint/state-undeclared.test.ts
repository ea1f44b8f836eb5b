import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings, type Pieces } from "./lint-text.js";

const of = (pieces: Pieces) => findings("state-undeclared", contract(pieces));
const actions = "restart: { availability: { states: [running, stoped] } }";
const service = (properties: string) => `
/services/{service_id}:
  get:
    operationId: getService
    parameters: [{ name: service_id, in: path, required: true, schema: { type: string } }]
    responses: { "200": { description: Done., content: { application/json: { schema: { type: object, properties: { type: { type: string }, ${properties} } } } } } }`;
const lifecycle = (states: string, transitions = "[]") =>
  `x-platform-lifecycle: { states: { ${states} }, transitions: ${transitions} }`;
const told = '[stoped] error the action "restart" names the state "stoped", which no service can have';

test("states of an action that neither the service nor the lifecycle has", () => {
  expect(of({ actions, paths: service("status: { enum: [running, stopped] }") })).toEqual([told]);
  expect(of({ actions, paths: service("state: { enum: [running, stopped] }") })).toEqual([told]);
  expect(of({ actions, root: lifecycle("running: {}, stopped: {}") })).toEqual([told]);
  expect(of({ actions, paths: service("status: { type: string }"), root: lifecycle("running: {}, stopped: {}") })).toEqual([
    told,
  ]);
  const found = diagnosticsOf("state-undeclared", contract({ actions, root: lifecycle("running: {}, stopped: {}") }));
  expect(found[0]!.hint).toBe('Did you mean "stopped"?');
});

test("states at their location in the contract", () => {
  const operation = "x-platform-action-binding: { service: { status: /phase } }";
  const paths = service("status: { enum: [ok] }, phase: { enum: [running, stopped] }");
  expect(of({ actions, paths, operation })).toEqual([told]);
  expect(of({ actions: "restart: { availability: { states: [running] } }", paths, operation })).toEqual([]);
});

test("states of a service that has no location for them", () => {
  const paths = service("phase: { enum: [running, stopped] }");
  expect(of({ actions, paths })).toEqual([
    '[running] error the action "restart" names the state "running", but the contract does not define where a service contains its state',
  ]);
  expect(of({ actions, paths, root: lifecycle("running: {}, stoped: {}") })).toHaveLength(1);
  const [found] = diagnosticsOf("state-undeclared", contract({ actions, paths }));
  expect(found!.hint).toMatch(/^Add x-platform-action-binding: \{ service: \{ status: /);
  expect(of({ actions, paths, operation: "x-platform-action-binding: { service: { status: /phase } }" })).toEqual([told]);
});

test("states of contracts that list none", () => {
  expect(of({ actions })).toEqual([]);
  expect(of({ actions, paths: service("status: { type: string }") })).toEqual([]);
});

test("transitions and the lifecycle itself", () => {
  const root = lifecycle(
    "running: {}, gone: {}",
    "[{ from: null, to: running }, { from: runing, to: gone }, { from: running, to: gon }]",
  );
  expect(of({ root })).toEqual([
    '[runing] error a transition names the state "runing", which no service can have',
    '[gon] error a transition names the state "gon", which no service can have',
  ]);
  expect(of({ root: lifecycle("running: {}, gone: {}", "[{ from: [running, runing], to: gone }]") })).toEqual([
    '[runing] error a transition names the state "runing", which no service can have',
  ]);
  expect(of({ root: lifecycle("running: {}, gone: {}"), paths: service("status: { enum: [running] }") })).toEqual([
    '[gone] error the lifecycle names the state "gone", which no service can have',
  ]);
});

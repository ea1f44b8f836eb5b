import { expect, test } from "vitest";
import type { AnyApplication, Route, Step } from "../../templates/runtime/server/contract.js";
import { createServer, steps } from "../../templates/runtime/server/create-server.js";
import { readPlainParameters } from "../../templates/runtime/server/parameters.js";

const plain: Route = {
  operation: "plain",
  method: "GET",
  path: ["plain"],
  parameters: [],
  authentication: "none",
  scopes: [],
  reveals: false,
  hasService: false,
  serviceTypes: [],
  responses: { "200": [] },
};

const actions = { serviceTypes: ["unit"], hasService: true, body: { required: true, content: [] } };

/** A server of some routes, and the steps that were prepared for each. */
function serverOf(routes: readonly Route[]) {
  const prepared: string[] = [];
  const watched = steps.map(({ name, prepare }): [string, Step["prepare"]] => [
    name,
    (route, server) => {
      const run = prepare(route, server);
      if (run) prepared.push(`${route.operation} ${name}`);
      return run;
    },
  ]);
  const validators = { actions: {}, operations: {} };
  const application = {
    authenticate: () => undefined,
    canAccess: () => true,
    log: () => undefined,
    scopesOf: () => {
      throw new Error("not asked");
    },
    handlers: { operations: { plain: () => ({ status: 200 }) } },
  };
  const contract = {
    routes,
    validators,
    loadAllErrors: () => Promise.resolve(validators),
    steps: Object.fromEntries(watched),
    readParameters: readPlainParameters,
    runAction: () => ({ status: 200 }),
  };
  return { prepared, server: createServer(contract, application as unknown as AnyApplication) };
}

test.each<[string, Partial<Route>, readonly string[]]>([
  ["nothing", {}, ["handler"]],
  ["a parameter", { parameters: [{ name: "q", in: "query", as: ["string"] }] }, ["parameters", "handler"]],
  ["a caller", { authentication: "required" }, ["authenticate", "access", "handler"]],
  ["a caller who may be missing", { authentication: "optional" }, ["authenticate", "access", "handler"]],
  ["scopes", { authentication: "required", scopes: [["read"]] }, ["authenticate", "access", "scopes", "handler"]],
  ["alternatives, one without scopes", { scopes: [["read"], []] }, ["handler"]],
  ["a body", { body: { required: true, content: [] } }, ["body", "handler"]],
  ["a service", { hasService: true }, ["resource", "handler"]],
  ["actions", actions, ["parameters", "resource", "action", "scopes", "body", "availability", "handler"]],
])("a route with %s has the steps that it needs, prepared once", async (_, members, expected) => {
  const { prepared, server } = serverOf([plain, { ...plain, path: ["other"], operation: "other", ...members }]);
  const all = ["plain handler", ...expected.map((name) => `other ${name}`)];
  expect(prepared).toEqual(all);
  const request = { method: "GET", url: "/plain", headers: {} };
  expect([(await server.handle(request)).status, (await server.handle(request)).status]).toEqual([200, 200]);
  expect(prepared).toEqual(all);
});

import { expect, test } from "vitest";
import { emitAll } from "../../generator/emit/emit-all.js";
import { features, type Feature } from "../../generator/emit/features.js";
import { readTemplate } from "../../generator/package.js";
import { loadOutput } from "../support/load-output.js";
import { contractOf, documentOf } from "./load-emitted.js";

const operation = (id: string, members: object = {}) => ({
  get: {
    operationId: id,
    responses: { "200": { description: "It.", content: { "application/json": { schema: { type: "string" } } } } },
    ...members,
  },
});

const documentWith = (members: object) => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: { "/thing": operation("getThing", members) },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" }, oauth: { type: "oauth2", flows: {} } } },
});

const json = { content: { "application/json": { schema: { type: "object" } } } };
const query = [{ name: "q", in: "query", schema: { type: "string" } }];

/** The steps of the emitted server, in their order. */
async function stepsOf(document: object): Promise<string | undefined> {
  const files = await emitAll(contractOf(document), { template: readTemplate });
  return /^ {4}steps: \{ (.*) \},$/m.exec(files.find(({ path }) => path === "server/index.ts")!.text)?.[1];
}

test.each([
  ["nothing", {}, "handler: runHandler"],
  ["a parameter", { parameters: query }, "parameters: checkParameters, handler: runHandler"],
  ["a body", { requestBody: json }, "body: checkBody, handler: runHandler"],
  ["a caller", { security: [{ token: [] }] }, "authenticate, access: checkAccess, handler: runHandler"],
  ["a caller who may be missing", { security: [{ token: [] }, {}] }, "authenticate, access: checkAccess, handler: runHandler"],
  ["scopes", { security: [{ oauth: ["read"] }] }, "authenticate, access: checkAccess, scopes: checkScopes, handler: runHandler"],
])("a server of an operation with %s has the steps that it needs", async (_, members, expected) => {
  expect(await stepsOf(documentWith(members))).toBe(expected);
});

test("a server of actions has theirs", async () => {
  const steps = await stepsOf(documentOf({ stop: { type: "object" } }));
  expect(steps).toBe(
    "parameters: checkParameters, resource: findResource, action: findAction, body: checkBody, " +
      "availability: checkAvailability, handler: runHandler",
  );
});

test("one plain operation has nothing of the runtime that others need", async () => {
  const files = await emitAll(contractOf(documentWith({})), { template: readTemplate });
  const paths = files.map(({ path }) => path);
  for (const part of ["access", "body", "parameters", "read-parameters", "accept", "run-action", "multipart", "idempotency"])
    expect(paths).not.toContain(`runtime/server/${part}.ts`);
});

test.each([
  ["observe", "observe", { onCall: () => undefined }],
  ["limits", "handler-limits", { limits: { operations: { getThing: { concurrency: 1 } } } }],
  ["responses", "response-policy", { responses: "report" }],
] as const)("%s: its module and its hook are there if it is wanted", async (feature, module, hooks) => {
  const emitWith = (wanted: readonly Feature[]) =>
    emitAll(contractOf(documentWith({})), { template: readTemplate, features: wanted });
  const has = async (wanted: readonly Feature[]) =>
    (await emitWith(wanted)).some(({ path }) => path === `runtime/server/${module}.ts`);
  expect(await has([feature])).toBe(true);
  expect(await has(features.filter((one) => one !== feature))).toBe(false);
  const { createServer, toFetchHandler } = (await loadOutput(await emitWith([feature]))("server/index.ts")) as {
    createServer(application: object): object;
    toFetchHandler(server: object): (request: Request) => Promise<Response>;
  };
  const required = { authenticate: () => undefined, canAccess: () => true, log: () => undefined };
  const handlers = { operations: { getThing: () => ({ status: 200, body: "it" }) } };
  const handle = toFetchHandler(createServer({ ...required, handlers, ...hooks }));
  expect(await (await handle(new Request("http://example.com/thing"))).json()).toBe("it");
});

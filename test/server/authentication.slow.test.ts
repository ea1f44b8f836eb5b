import { beforeAll, describe, expect, test } from "vitest";
import { toFetchHandler } from "../../generated/server/index.js";
import { answering, featureOf, json, type Feature } from "../features/feature.js";
import { actionPath, createControlPlane, projectId, serviceIds } from "./control-plane.js";
import { listen } from "./listen.js";

let feature: Feature;
beforeAll(async () => {
  const inPath = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
  feature = await featureOf({
    paths: {
      "/things": { get: { operationId: "list", security: [{}, { key: [] }], responses: answering({}) } },
      "/things/{id}": {
        put: {
          operationId: "change",
          security: [{ login: ["write"] }, { key: [] }],
          parameters: [inPath("id")],
          responses: answering({}),
        },
        get: {
          operationId: "show",
          security: [{ login: ["write"] }, {}],
          parameters: [inPath("id")],
          responses: answering({}),
        },
      },
      "/keys": {
        get: { operationId: "withKey", security: [{ key: [] }], responses: answering({}) },
        put: { operationId: "withLogin", security: [{ login: ["write"] }], responses: answering({}) },
        post: { operationId: "withEither", security: [{ key: [] }, { login: [] }], responses: answering({}) },
        patch: { operationId: "withBoth", security: [{ key: [], login: ["write"] }], responses: answering({}) },
      },
      "/machines/{id}/{action}": {
        post: {
          operationId: "invoke",
          security: [],
          "x-platform-machine-actions": { start: { label: "Start" } },
          parameters: [inPath("id"), inPath("action")],
          requestBody: { content: json({ type: "object" }) },
          responses: answering({ type: "object" }),
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer" },
        login: { type: "openIdConnect", openIdConnectUrl: "https://login.example/.well-known/openid-configuration" },
      },
    },
  });
});

describe.each([undefined, null, false, "", 0])("%j as the principal", (principal) => {
  test.each([
    ["at once", () => principal as undefined],
    ["later", () => Promise.resolve(principal as undefined)],
  ])("is not a caller, %s: 401, and no other hook is called", async (_, authenticate) => {
    const { server, ran, log } = createControlPlane({ authenticate });
    const { send } = await listen(server);
    const invoked = await send("POST", actionPath("postgres", "list_replicas"), { body: {} });
    const revealed = await send("GET", `/v1/projects/${projectId}/services/${serviceIds.postgres}/credential`);
    expect([invoked.status, revealed.status, ran, log]).toEqual([401, 401, [], []]);
    expect(invoked.json).toEqual({ error: "unauthenticated: A valid bearer token is required." });
    const fetched = await toFetchHandler(server)(new Request(`https://api.example/v1/projects/${projectId}`));
    expect(fetched.status).toBe(401);
  });

  test("is undefined to a handler if credentials are optional", async () => {
    const seen: unknown[] = [];
    const list = (call: { principal: unknown }) => {
      seen.push(call.principal);
      return { status: 200, body: {} };
    };
    const canAccess = () => expect.fail("nobody is bound to anything");
    const { send } = await feature.connect({ list }, { authenticate: () => principal, canAccess });
    expect([(await send("/things", { method: "GET" })).status, seen]).toEqual([200, [undefined]]);
  });

  test("as the service is none", async () => {
    const { send } = await feature.connect({}, { findResource: () => principal as never });
    expect((await send("/machines/1/start", { method: "POST" })).status).toBe(404);
  });
});

describe("alternative schemes with different scopes", () => {
  test.each([
    ["with a scheme that needs a scope, without it", { scheme: "login", scopes: [] }, 403, "The scope write is required."],
    ["with a scheme that needs a scope, with it", { scheme: "login", scopes: ["write"] }, 200, ""],
    ["with a scheme that needs none", { scheme: "key", scopes: [] }, 200, ""],
    ["with a scheme that the operation doesn't have", { scheme: "basic", scopes: ["write"] }, 403, "Credentials of basic"],
    ["without a scheme, any alternative will do", { scopes: [] }, 200, ""],
  ])("a caller %s", async (_, principal, status, text) => {
    const handlers = { change: () => ({ status: 200, body: {} }), show: () => ({ status: 200, body: {} }) };
    const { send } = await feature.connect(handlers, { authenticate: () => principal, scopesOf: () => principal.scopes });
    const response = await send("/things/1", { method: "PUT" });
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)]);
    // Whoever needs no credentials may have any.
    expect((await send("/things/1", { method: "GET" })).status).toBe(200);
  });

  test.each([
    ["key", "GET PUT POST PATCH", [200, 403, 200, 200]],
    ["login", "GET PUT POST PATCH", [403, 200, 200, 200]],
    ["basic", "GET PUT POST PATCH", [403, 403, 403, 403]],
    ["", "GET PUT POST PATCH", [403, 403, 403, 403]],
    ["__proto__", "GET PUT POST PATCH", [403, 403, 403, 403]],
    [undefined, "GET PUT POST PATCH", [200, 200, 200, 200]],
  ])("a caller with %s only calls what accepts it, also where nothing differs in scopes", async (scheme, methods, statuses) => {
    const handler = () => ({ status: 200, body: {} });
    const handlers = { withKey: handler, withLogin: handler, withEither: handler, withBoth: handler };
    const { send } = await feature.connect(handlers, { authenticate: () => ({ scheme }), scopesOf: () => ["write"] });
    const responses = await Promise.all(methods.split(" ").map((method) => send("/keys", { method })));
    expect(responses.map(({ status }) => status)).toEqual(statuses);
  });

  test("scopes are not asked for where none are needed", async () => {
    const scopesOf = () => Promise.reject(new Error("the database is gone"));
    const handlers = { withKey: () => ({ status: 200, body: {} }) };
    const { send } = await feature.connect(handlers, { authenticate: () => ({ scheme: "key" }), scopesOf });
    expect((await send("/keys", { method: "GET" })).status).toBe(200);
  });

  test("scopes are not asked for where the scheme is refused, so that nothing is left unhandled", async () => {
    const scopesOf = () => Promise.reject(new Error("the database is gone"));
    const { send } = await feature.connect({}, { authenticate: () => ({ scheme: "basic" }), scopesOf });
    expect((await send("/things/1", { method: "PUT" })).status).toBe(403);
  });
});

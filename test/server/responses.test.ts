import { expect, test } from "vitest";
import { CallError, forbidden, invalid, notFound, notImplemented, unavailable } from "../../generated/server/index.js";
import { actionPath, createControlPlane, projectId, secret, serviceIds } from "./control-plane.js";
import { exampleOf } from "./examples.js";
import { listen } from "./listen.js";

const path = actionPath("postgres", "add_ip");
const { body, result } = exampleOf("postgres", "add_ip");
const project = `/v1/projects/${projectId}`;

async function answer(handler: (call: never) => unknown) {
  const plane = createControlPlane({ handlers: { "postgres.add_ip": handler, getProject: handler } });
  const { send } = await listen(plane.server);
  return { plane, action: await send("POST", path, { body }), operation: await send("GET", project) };
}

const failed = { error: expect.stringMatching(/^internal: The call failed\. Its id is [0-9a-f]{16}-\d+\.$/) as unknown };

test.each<[string, unknown]>([
  ["an undeclared field", { status: "ok", result: { ...result, password: secret } }],
  ["a field deep inside", { status: "ok", result: { ...result, entry: { ...(result["entry"] as object), password: secret } } }],
  ["a field beside the result", { status: "ok", result, password: secret }],
  ["a field of the wrong type", { status: "ok", result: { ...result, enforced: secret } }],
  ["a missing field", { status: "ok", result: {} }],
  ["no result", { status: "ok" }],
  ["an undeclared status", { status: secret, result }],
  ["no status", { result }],
  ["a message that is no text", { status: "ok", message: { secret }, result }],
  ["nothing", undefined],
  ["text", secret],
  ["null", null],
  ["a number without JSON form", { status: "ok", result: { ...result, enforced: Number.NaN } }],
  ["a bigint", { status: "ok", result: { ...result, enforced: 1n } }],
  ["what turns into something else", { status: "ok", result: { ...result, toJSON: () => ({ ...result, password: secret }) } }],
  [
    "a prototype that turns into something else",
    { status: "ok", result: Object.assign(Object.create({ toJSON: () => ({ password: secret }) }) as object, result) },
  ],
  [
    "a circle",
    (() => {
      const circle: Record<string, unknown> = { ...result };
      circle["entry"] = circle;
      return { status: "ok", result: circle };
    })(),
  ],
])("of an action with %s never leaves", async (_, value) => {
  const { plane, action } = await answer(() => value);
  expect([action.status, action.json]).toEqual([500, failed]);
  expect(JSON.stringify(action)).not.toContain(secret);
  expect(plane.log[0]).toMatchObject({ level: "error", action: "postgres.add_ip", operation: "invokeAction" });
  expect(JSON.stringify(plane.log)).not.toContain(secret);
});

const goodProject = { id: projectId, org_id: projectId, name: "n", slug: "s", status: "active" };

test.each<[string, unknown]>([
  ["an undeclared field", { status: 200, body: { ...goodProject, password: secret } }],
  ["an undeclared status", { status: 201, body: goodProject }],
  ["a status that is no number", { status: "200", body: goodProject }],
  ["no body", { status: 200 }],
  ["an undeclared content type", { status: 200, body: goodProject, contentType: "text/html" }],
  ["a header that ends the line", { status: 200, body: goodProject, headers: { "x-a": `a\r\nset-cookie: ${secret}` } }],
  ["a header with a bad name", { status: 200, body: goodProject, headers: { "x a": "b" } }],
  ["a header of the message", { status: 200, body: goodProject, headers: { "Content-Length": "1" } }],
  ["a secret in an error body", { status: 404, body: { error: "x", password: secret } }],
  ["nothing", undefined],
])("of an operation with %s never leaves", async (_, value) => {
  const { plane, operation } = await answer(() => value);
  expect([operation.status, operation.json]).toEqual([500, failed]);
  expect(JSON.stringify(operation)).not.toContain(secret);
  expect(plane.log[1]).toMatchObject({ level: "error", operation: "getProject" });
});

test("logs which fields are invalid, and no value", async () => {
  const { plane, action } = await answer(() => ({ status: "ok", result: { ...result, password: secret } }));
  expect(plane.log[0]).toMatchObject({
    message: "The result violates the contract",
    requestId: action.headers["x-request-id"],
    problems: [{ keyword: "additionalProperties", params: { additionalProperty: "password" } }],
  });
});

test("is measured in bytes", async () => {
  const { action, operation } = await answer((call: never) =>
    "fail" in call ? { status: "ok", message: "5 € für alle", result } : { status: 200, body: { ...goodProject, name: "Größe" } },
  );
  expect(action.json).toEqual({ action: "add_ip", status: "ok", message: "5 € für alle", result });
  expect(operation.json).toEqual({ ...goodProject, name: "Größe" });
  for (const { headers, text } of [action, operation]) expect(headers["content-length"]).toBe(`${Buffer.byteLength(text)}`);
});

test("may set headers that are safe", async () => {
  const { operation } = await answer(() => ({
    status: 200,
    body: goodProject,
    headers: { ETag: '"1"', "Cache-Control": "private" },
  }));
  expect([operation.status, operation.headers["etag"], operation.headers["cache-control"]]).toEqual([200, '"1"', "private"]);
});

test("of a revealing operation can't be made cacheable", async () => {
  const body = { key: "DATABASE_URL", value: secret };
  const { server } = createControlPlane({
    handlers: { revealCredential: () => ({ status: 200, body, headers: { "cache-control": "public" } }) },
  });
  const { send } = await listen(server);
  const { headers } = await send("GET", `${project}/services/${serviceIds.postgres}/credential`);
  expect(headers["cache-control"]).toBe("no-store");
});

test.each<[string, () => CallError, number, string, string]>([
  ["notFound", () => notFound(), 404, "resource_not_found: The resource does not exist, or you may not see it.", ""],
  ["forbidden", () => forbidden("Not you."), 403, "access_denied: Not you.", ""],
  ["unavailable", () => unavailable("Busy."), 409, "action_unavailable: Busy.", ""],
  ["invalid", () => invalid("/ip", "is reserved"), 400, "invalid_action_body: /ip is reserved", "invalid_body: /ip is reserved"],
  [
    "CallError",
    () => new CallError(429, "rate_limited", "Slow down.", { "retry-after": "20" }),
    429,
    "rate_limited: Slow down.",
    "",
  ],
])("%s, thrown or returned", async (_, make, status, actionText, operationText) => {
  for (const handler of [
    () => make(),
    async () => make(),
    () => {
      throw make();
    },
    () => Promise.reject(make()),
  ]) {
    const { plane, action, operation } = await answer(handler);
    expect([action.status, action.json]).toEqual([status, { error: actionText }]);
    expect([operation.status, operation.json]).toEqual([status, { error: operationText || actionText }]);
    expect(action.headers["retry-after"]).toBe(status === 429 ? "20" : undefined);
    expect(plane.log).toEqual([]);
  }
});

test("an error of the action, with the contract's status and text or the handler's text", async () => {
  const fail = (code: string, text?: string) =>
    answer((call: never) => (call as { fail: (code: string, text?: string) => CallError }).fail(code, text));
  const { action } = await fail("entry_exists");
  expect([action.status, action.json]).toEqual([409, { error: "entry_exists: The network is in the list already." }]);
  expect((await fail("cidr_not_canonical", "Use 10.0.0.0/8.")).action.json).toEqual({
    error: "cidr_not_canonical: Use 10.0.0.0/8.",
  });
  const undeclared = await fail("no_such_code");
  expect([undeclared.action.status, undeclared.plane.log[0]!.error]).toEqual([
    500,
    new TypeError("The contract declares no error no_such_code for add_ip"),
  ]);
});

test("an unexpected error is a 500 without details, which are logged", async () => {
  const error = new Error(`could not connect to postgresql://owner:${secret}@db`);
  for (const handler of [
    () => {
      throw error;
    },
    () => Promise.reject(error),
  ]) {
    const { plane, action } = await answer(handler);
    expect([action.status, action.json]).toEqual([500, failed]);
    expect(action.json).toEqual({ error: expect.stringContaining(String(action.headers["x-request-id"])) as unknown });
    expect(JSON.stringify(action)).not.toContain(secret);
    expect(plane.log[0]).toEqual({
      level: "error",
      message: "The call failed",
      error,
      requestId: action.headers["x-request-id"],
      operation: "invokeAction",
      action: "postgres.add_ip",
    });
  }
});

test.each([undefined, null, "text", 7, { status: 403, code: "x", text: secret }])("%j thrown is a 500", async (value) => {
  const { action } = await answer(() => {
    throw value;
  });
  expect([action.status, action.json]).toEqual([500, failed]);
});

test("errors with a status or headers that can't be sent are a 500", async () => {
  for (const make of [
    () => new CallError(200, "x", "y"),
    () => new CallError(Number.NaN, "x", "y"),
    () => new CallError(400, "x", "y", { "a\n": "b" }),
  ]) {
    for (const handler of [
      () => make(),
      () => {
        throw make();
      },
    ])
      expect((await answer(handler)).action.json).toEqual(failed);
  }
});

test("a handler that is not written returns 501", async () => {
  const { plane, action } = await answer(() => notImplemented("postgres.add_ip"));
  expect([action.status, action.json]).toEqual([501, { error: "not_implemented: This is not implemented yet." }]);
  expect(plane.log[0]).toMatchObject({ level: "warning", message: "postgres.add_ip is not implemented" });
});

test("a logger that fails affects nothing else", async () => {
  const plane = createControlPlane({
    handlers: {
      "postgres.add_ip": () => {
        throw new Error("x");
      },
    },
  });
  plane.log.push = () => {
    throw new Error("disk full");
  };
  const { send } = await listen(plane.server);
  expect((await send("POST", path, { body })).status).toBe(500);
});

test("hooks that throw are a 500 too", async () => {
  for (const authenticate of [
    () => {
      throw new Error(secret);
    },
    () => Promise.reject(new Error(secret)),
  ]) {
    const { server, log } = createControlPlane({ authenticate });
    const { send } = await listen(server);
    const { status, json } = await send("GET", project);
    expect([status, json, log.length]).toEqual([500, failed, 1]);
  }
});

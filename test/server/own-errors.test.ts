import { once } from "node:events";
import { createServer } from "node:http";
import net from "node:net";
import { describe, expect, test } from "vitest";
import { createClientErrorListener } from "../../templates/runtime/server/node.js";
import { watchUnhandled } from "../support/unhandled.js";
import { serveContract, type Errors, type Received } from "./serve-contract.js";

const contract = `
openapi: 3.1.0
info: { title: Machines, version: "1" }
security: [{ token: [] }]
paths:
  /vms/{id}:
    get:
      operationId: getVm
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: full, in: query, schema: { type: boolean } }
        - { name: depth, in: query, schema: { type: integer } }
      responses:
        "200": { description: A machine., content: { application/json: { schema: { type: object } } } }
        "404": { description: Gone., content: { application/json: { schema: { $ref: "#/components/schemas/Text" } } } }
        "4XX": { $ref: "#/components/responses/Problem" }
        "5XX": { $ref: "#/components/responses/Problem" }
  /vms/{id}/do/{action}:
    post:
      operationId: invokeVm
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, maxLength: 5 } }
        - { name: action, in: path, required: true, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      x-platform-vm-actions:
        start:
          label: Start
          scopes: [vm:start]
          availability: { states: [stopped] }
          body: { type: object, required: [size], properties: { size: { type: integer }, disks: { type: array, items: { type: string } } }, additionalProperties: false }
          errors: [{ code: no_room, status: 409, description: No room is left. }]
      responses:
        "200": { description: Done., content: { application/json: { schema: { type: object } } } }
        "422": { $ref: "#/components/responses/Problem" }
        "423": { $ref: "#/components/responses/Problem" }
        default: { $ref: "#/components/responses/Problem" }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  responses:
    Problem: { description: It failed., content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }
  schemas:
    Text: { type: object, required: [error], properties: { error: { type: string } } }
    Problem:
      type: object
      required: [type, title, status]
      properties:
        type: { type: string }
        title: { type: string }
        status: { type: integer }
        detail: { type: string }
        code: { type: string }
        request_id: { type: string }
        errors: { type: array, items: { type: object, properties: { pointer: { type: string }, detail: { type: string } } } }
`;

const start = serveContract(contract);

const application = {
  authenticate: ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
    headers["authorization"] === "none" ? undefined : { scopes: headers["authorization"] === "little" ? [] : ["vm:start"] },
  findResource: () => ({ type: "vm", status: "stopped" }),
  handlers: {},
};

function problem({ status, headers, body }: Received): unknown {
  expect(headers).toMatchObject({ "content-type": "application/problem+json", "x-request-id": "r1" });
  const { type, status: inside, title, code, ...rest } = body as Record<string, unknown>;
  expect([type, inside, typeof title]).toEqual(["about:blank", status, "string"]);
  return [status, code, rest["errors"] ?? rest["detail"]];
}

const [vm, does] = ["/vms/1", "/vms/1/do/start"];

describe("the server's own failures have the contract's shape and status", () => {
  test.each<[string, string, string, unknown, Record<string, string>, object, unknown]>([
    ["no path", "GET", "/nothing", undefined, {}, {}, [404, "resource_not_found", "There is no such path."]],
    ["no method", "DELETE", vm!, undefined, {}, {}, [405, "method_not_allowed", "Use GET or HEAD or OPTIONS."]],
    ["401", "GET", vm!, undefined, { authorization: "none" }, {}, [401, "unauthenticated", "A valid bearer token is required."]],
    [
      "a parameter",
      "GET",
      `${vm}?full=2&depth=x`,
      undefined,
      {},
      {},
      [
        400,
        "invalid_parameter",
        [
          { pointer: "depth", detail: "must be integer" },
          { pointer: "full", detail: "must be boolean" },
        ],
      ],
    ],
    [
      "a parameter that can't be read",
      "GET",
      `${vm}?full=1&full=2`,
      undefined,
      {},
      {},
      [400, "invalid_parameter", [{ pointer: "full", detail: "is given more than once" }]],
    ],
    [
      "a long parameter of an endpoint with a 422",
      "POST",
      "/vms/1234567/do/start",
      {},
      {},
      {},
      [422, "invalid_parameter", [{ pointer: "id", detail: "must NOT have more than 5 characters" }]],
    ],
    [
      "no binding",
      "POST",
      does!,
      {},
      {},
      { canAccess: () => false },
      [403, "access_denied", "The token does not cover this resource."],
    ],
    ["no scope", "POST", does!, {}, { authorization: "little" }, {}, [403, "access_denied", "The scope vm:start is required."]],
    ["no action", "POST", "/vms/1/do/stop", {}, {}, {}, [404, "resource_not_found", "The vm has no action of this name."]],
    [
      "a body",
      "POST",
      does!,
      { disks: ["a", 5], extra: "secret" },
      {},
      {},
      [
        422,
        "invalid_action_body",
        [
          { pointer: "/size", detail: "is required" },
          { pointer: "/extra", detail: "is not allowed" },
          { pointer: "/disks/1", detail: "must be string" },
        ],
      ],
    ],
    ["no JSON", "POST", does!, "{", {}, {}, [422, "invalid_action_body", expect.any(String)]],
    ["no body", "POST", does!, undefined, {}, {}, [422, "invalid_action_body", "A body is required."]],
    [
      "another type",
      "POST",
      does!,
      "x",
      { "content-type": "text/plain" },
      {},
      [415, "unsupported_media_type", expect.any(String)],
    ],
    [
      "a large body",
      "POST",
      does!,
      "{        }",
      {},
      { limits: { bodyBytes: 5 } },
      [413, "payload_too_large", "The body must not exceed 5 bytes."],
    ],
    [
      "a wrong state",
      "POST",
      does!,
      { size: 1 },
      {},
      { findResource: () => ({ type: "vm", status: "on" }) },
      [423, "action_unavailable", "Not possible while the vm is on."],
    ],
    ["no handler", "POST", does!, { size: 1 }, {}, {}, [501, "not_implemented", "This is not implemented yet."]],
    [
      "a handler that fails",
      "POST",
      does!,
      { size: 1 },
      {},
      { handlers: { actions: { vm: { start: () => Promise.reject(new Error("secret")) } } } },
      [500, "internal", "The call failed. Its id is r1."],
    ],
  ])("%s", async (_, method, url, body, headers, more, expected) => {
    const { send } = await start({ ...application, ...more });
    expect(problem(await send(method, url, body, headers))).toEqual(expected);
  });
});

test("a hook's error, with its headers", async () => {
  const { send } = await start(({ CallError }) => ({
    ...application,
    canAccess: () => Promise.reject(new CallError(429, "slow_down", "Later.", { "Retry-After": "3" })),
  }));
  const received = await send("GET", vm!);
  expect(problem(received)).toEqual([429, "slow_down", "Later."]);
  expect(received.headers["retry-after"]).toBe("3");
});

type Fail = { readonly fail: (code: string) => unknown };

test.each<[string, (call: Fail, errors: Errors) => unknown, unknown]>([
  ["fail()", ({ fail }) => fail("no_room"), [409, "no_room", "No room is left."]],
  ["notFound()", (_, { notFound }) => notFound("No disk."), [404, "resource_not_found", "No disk."]],
  ["unavailable()", (_, { unavailable }) => unavailable("Wait."), [423, "action_unavailable", "Wait."]],
  [
    "invalid()",
    (_, { invalid }) => invalid("/size", "is odd"),
    [422, "invalid_action_body", [{ pointer: "/size", detail: "is odd" }]],
  ],
  ["CallError", (_, { CallError }) => new CallError(409, "action_unavailable", "No."), [409, "action_unavailable", "No."]],
])("errors of handlers: %s", async (_, handler, expected) => {
  const { send } = await start((errors) => ({
    ...application,
    handlers: { actions: { vm: { start: (call) => handler(call as Fail, errors) } } },
  }));
  expect(problem(await send("POST", does!, { size: 1 }))).toEqual(expected);
});

test("each status has the shape that the operation declares for it", async () => {
  const { send } = await start({ ...application, findResource: () => undefined });
  expect(await send("GET", vm!)).toMatchObject({
    status: 404,
    headers: { "content-type": "application/json" },
    body: { error: expect.stringMatching(/^resource_not_found: /) as unknown },
  });
  expect(problem(await send("POST", does!, {}))).toEqual([404, "resource_not_found", expect.any(String)]);
});

test("the id of the call is at its location in the shape, and HEAD gets the length of the body of GET", async () => {
  const { send } = await start(application);
  const got = await send("GET", "/nothing");
  expect(got.body).toMatchObject({ request_id: "r1" });
  const head = await send("HEAD", "/nothing");
  expect(head).toMatchObject({ status: 404, body: undefined, headers: { "content-type": "application/problem+json" } });
  expect(Number(head.headers["content-length"])).toBe(JSON.stringify(got.body).length);
});

describe("renderError", () => {
  test("adds to the body", async () => {
    const seen: unknown[] = [];
    const { send } = await start({
      ...application,
      renderError: (error, body) => {
        seen.push(error);
        return { ...body, help: `https://help.test/${error.code}` };
      },
    });
    expect((await send("GET", `${vm}?depth=x`)).body).toMatchObject({
      code: "invalid_parameter",
      help: "https://help.test/invalid_parameter",
    });
    expect(seen).toEqual([
      {
        status: 400,
        code: "invalid_parameter",
        message: "depth must be integer.",
        requestId: "r1",
        operation: "getVm",
        details: [{ pointer: "depth", rule: "type", message: "must be integer" }],
      },
    ]);
  });

  test.each<[string, (error: object, body: object) => never | object, string]>([
    [
      "throws, having changed the body",
      (_, body) => {
        Object.assign(body, { code: "changed" });
        throw new Error("broken");
      },
      "renderError failed",
    ],
    ["is asynchronous", async (_, body) => Promise.resolve(body), "renderError did not return a JSON object"],
    ["returns text", () => "text" as never, "renderError did not return a JSON object"],
    ["returns a list", () => [], "renderError did not return a JSON object"],
    ["returns what has no JSON", () => ({ n: 1n }), "renderError failed"],
  ])("one that %s changes nothing", async (_, renderError, message) => {
    const { send, log } = await start({ ...application, renderError });
    expect(problem(await send("GET", "/nothing"))).toEqual([404, "resource_not_found", "There is no such path."]);
    expect(log.map((entry) => entry.message)).toEqual([message]);
  });

  test("one that rejects later changes nothing, and does not end the process", async () => {
    const unhandled = watchUnhandled();
    const { send, log } = await start({ ...application, renderError: async () => Promise.reject(new Error("broken")) });
    expect(problem(await send("GET", "/nothing"))).toEqual([404, "resource_not_found", "There is no such path."]);
    expect(log.map((entry) => entry.message)).toEqual(["renderError did not return a JSON object"]);
    // Unhandled rejections are reported before the next turn of the event loop.
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  });
});

test("what renderError returns is validated against the error that the contract declares", async () => {
  const { send, log } = await start({ ...application, renderError: (_, body) => ({ ...body, code: 5 }) });
  expect((await send("GET", `${vm}?depth=x`)).body).toMatchObject({ code: "invalid_parameter" });
  expect(log.map((entry) => entry.message)).toEqual(["The error of renderError violates the contract"]);
  // Where there is no route, the contract declares nothing.
  expect((await send("GET", "/nothing")).body).toMatchObject({ code: 5 });
});

test("the node adapter's own errors have the shape", async () => {
  const shape = { mediaType: "application/problem+json", code: "/code", message: "/détail", status: "/status", requestId: "/id" };
  const server = createServer().on("clientError", createClientErrorListener(shape) as () => void);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  socket.end("no HTTP\r\n\r\n");
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  server.close();
  const [head, body] = Buffer.concat(chunks).toString().split("\r\n\r\n") as [string, string];
  expect(head).toContain("HTTP/1.1 400 Bad Request\r\n");
  expect(head).toContain("content-type: application/problem+json\r\n");
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}\r\n`);
  const id = /x-request-id: (\S+)/.exec(head)![1];
  expect(JSON.parse(body)).toEqual({ code: "invalid_request", détail: "The request is not HTTP.", status: 400, id });
});

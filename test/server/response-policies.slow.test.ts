import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallEnd } from "../../templates/runtime/server/observed-call.js";
import type { ResponsePolicy } from "../../templates/runtime/server/application.js";
import { everywhere, startEverywhere } from "./everywhere.js";
import { serveContract } from "./serve-contract.js";

const contract = `openapi: 3.2.0
info: { title: Jobs, version: "1" }
security: [{ bearer: [] }]
paths:
  /jobs:
    post:
      operationId: createJob
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties: { root_password: { type: string, format: password }, note: { type: string, writeOnly: true }, key: { type: string, format: password } }
      responses: { "204": { description: Created. } }
  /jobs/{job}:
    get:
      operationId: getJob
      parameters: [{ name: job, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: OK
          headers: { x-count: { schema: { type: integer } } }
          content:
            application/json:
              schema: { type: object, required: [id], properties: { id: { type: string }, key: { type: string } } }
        "204": { description: Nothing. }
  /jobs/{job}/events:
    get:
      operationId: listEvents
      parameters: [{ name: job, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: OK, content: { application/x-ndjson: { itemSchema: { type: object, required: [n], properties: { n: { type: integer } } } } } }
  /jobs/{job}/credential:
    get:
      operationId: revealCredential
      x-platform-reveal: true
      parameters: [{ name: job, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: OK
          content: { application/json: { schema: { type: object, properties: { root_password: { type: string, format: password } } } } }
  /services/{service_id}/actions/{action}:
    post:
      operationId: invoke
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        "200": { description: OK, content: { application/json: { schema: { type: object } } } }
x-platform-cache-actions:
  flush:
    label: Flush
    body: { type: object, additionalProperties: false }
    result: { type: object, required: [left], properties: { left: { type: integer } } }
  warm:
    label: Warm
    body: { type: object, additionalProperties: false }
    result: { type: object, required: [left], properties: { left: { type: integer } } }
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
`;

const start = startEverywhere(contract);

/** What a caller, the log and the hook receive of a response. */
function observing() {
  const logged: { level: string; message: string; problems?: readonly unknown[] | undefined }[] = [];
  const ends: CallEnd[] = [];
  const application = {
    log: ({ level, message, problems }: (typeof logged)[number]) => void logged.push({ level, message, problems }),
    onCall: async (_: unknown, next: () => Promise<CallEnd>) => void ends.push(await next()),
    findResource: () => ({ type: "cache", status: "active" }),
  };
  return { logged, ends, application };
}

describe.each(everywhere)("%s, %s", (source, place) => {
  test.each<[ResponsePolicy, number, boolean]>([
    ["enforce", 500, true],
    ["report", 200, true],
    ["off", 200, false],
  ])("%s", async (responses, status, isReported) => {
    const { logged, ends, application } = observing();
    const handlers = {
      operations: {
        getJob: () => ({ status: 200, body: { id: 7, rootPassword: "geheim", more: [{ NOTE: "geheim", key: "k" }] } }),
      },
      actions: { cache: { flush: () => ({ status: "ok", result: { left: "many", root_password: "geheim" } }) } },
    };
    const address = await start(source, place, { ...application, responses, handlers } as never);
    const read = await fetch(`${address}/jobs/1`);
    expect(read.status).toBe(status);
    const text = await read.text();
    if (status === 200) expect(JSON.parse(text)).toEqual({ id: 7, more: [{ key: "k" }] });
    const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    const acted = await fetch(`${address}/services/1/actions/flush`, init);
    expect(acted.status).toBe(status);
    const result = (await acted.json()) as object;
    if (status === 200) expect(result).toEqual({ action: "flush", status: "ok", result: { left: "many" } });
    expect(text + JSON.stringify([result, logged, ends])).not.toContain("geheim");
    expect(logged.map(({ level, message }) => [level, message])).toEqual(
      isReported
        ? ["body", "result"].map((what) => [status === 500 ? "error" : "warning", `The ${what} violates the contract`])
        : [],
    );
    expect(ends.map(({ isInvalidResponse }) => isInvalidResponse)).toEqual([isReported, isReported]);
    if (isReported) expect(ends[0]!.problems).toMatchObject([{ instancePath: "/id", keyword: "type" }]);
  });
});

const serving = serveContract(contract);

async function served(
  responses: unknown,
  operations: Record<string, () => unknown>,
  actions: Record<string, () => unknown> = {},
) {
  const { logged, ends, application } = observing();
  const { send, server } = await (
    await serving
  )({ ...application, responses, handlers: { operations, actions: { cache: actions } } } as never);
  return { send, server, logged, ends };
}

test.each<[string, object, object]>([
  ["an undeclared status", { status: 299, body: { id: "a" } }, { status: 299, body: { id: "a" } }],
  ["an undeclared status with text", { status: 418, body: "tea" }, { status: 418, body: "tea" }],
  ["an undeclared media type", { status: 200, body: "a,b", contentType: "text/csv" }, { status: 200, body: "a,b" }],
  ["a body where none is declared", { status: 204, body: { id: "a" } }, { status: 204, body: undefined }],
  [
    "a header that violates its schema",
    { status: 200, body: { id: "a" }, headers: { "x-count": "many" } },
    { status: 200, headers: { "x-count": "many" } },
  ],
  [
    "JSON as text",
    { status: 200, body: '{"root_password":"geheim"}', contentType: "application/x+json" },
    { status: 200, body: {} },
  ],
])("%s is sent in report", async (_, returned, expected) => {
  for (const [policy, count] of [
    ["report", 1],
    ["off", 0],
  ] as const) {
    const { send, logged } = await served(policy, { getJob: () => returned });
    expect(await send("GET", "/jobs/1")).toMatchObject(expected);
    expect(logged.length > 0).toBe(count === 1);
  }
  const { send } = await served("enforce", { getJob: () => returned });
  expect(await send("GET", "/jobs/1")).toMatchObject({ status: 500 });
});

test.each([
  ["nothing", undefined],
  ["a promise of nothing", Promise.resolve()],
  ["no status", { body: {} }],
  ["a status below 200", { status: 100 }],
  ["a status beyond 599", { status: 600 }],
  ["a body that JSON can't write", { status: 200, body: () => 1 }],
  ["a header that can't be sent", { status: 200, body: { id: "a" }, headers: { "x-a": "\n" } }],
  ["a header of the server", { status: 200, body: { id: "a" }, headers: { "content-length": "1" } }],
  ["a media type that is a range", { status: 200, body: "a", contentType: "text/*" }],
])("%s can't be sent under any policy", async (_, returned) => {
  for (const policy of ["report", "off"]) {
    const { send } = await served(policy, { getJob: () => returned });
    expect(await send("GET", "/jobs/1")).toMatchObject({ status: 500 });
  }
});

test("the policy of an action precedes that of its operation, and both that of the server", async () => {
  const invalid = () => ({ status: "ok", result: { left: "many" } });
  const body = { status: 200, body: { id: 7 } };
  const policies = {
    default: "off",
    operations: { getJob: "enforce", invoke: "report" },
    actions: { cache: { warm: "enforce" } },
  };
  const { send, logged } = await served(policies, { getJob: () => body }, { flush: invalid, warm: invalid });
  expect((await send("GET", "/jobs/1")).status).toBe(500);
  expect((await send("POST", "/services/1/actions/flush", {})).status).toBe(200);
  expect((await send("POST", "/services/1/actions/warm", {})).status).toBe(500);
  expect(logged.map(({ level }) => level)).toEqual(["error", "warning", "error"]);
});

test.each([
  ["loose", '"responses" of default is not enforce, report or off'],
  [{ operations: { getJobs: "report" } }, 'the contract has no operation "getJobs", which "responses" names'],
  [{ operations: { getJob: "on" } }, '"responses" of operation "getJob" is not enforce, report or off'],
  [{ actions: { cache: { constructor: "off" } } }, 'the contract has no action "cache.constructor", which "responses" names'],
])("a program without types that sets %j fails at its start", async (responses, message) => {
  await expect(served(responses, {})).rejects.toThrow(`createServer: ${message}`);
});

test("requests are validated under every policy", async () => {
  for (const policy of ["enforce", "report", "off"]) {
    const { send } = await served(policy, { createJob: () => ({ status: 204 }) });
    expect((await send("POST", "/jobs", { root_password: 7 })).status).toBe(400);
  }
});

test("the operation that reveals a secret sends it", async () => {
  const { send } = await served("report", {
    revealCredential: () => ({ status: 200, body: { root_password: "geheim", key: "x" } }),
  });
  expect((await send("GET", "/jobs/1/credential")).body).toEqual({ root_password: "geheim" });
});

test("items of a sequence go on after an invalid one, without secrets", async () => {
  for (const [policy, count] of [
    ["report", 1],
    ["off", 0],
  ] as const) {
    const items = async function* () {
      yield { n: "one", RootPassword: "geheim" };
      yield { n: 2 };
    };
    const { server, logged } = await served(policy, { listEvents: () => ({ status: 200, body: items() }) });
    const { stream } = await server.handle({ method: "GET", url: "/jobs/1/events", headers: {} });
    expect(await new Response(stream!.toWeb() as never).text()).toBe('{"n":"one"}\n{"n":2}\n');
    expect(logged).toHaveLength(count);
  }
});

test("a secret is nowhere in a response, however it is nested, spelled and written", async () => {
  const name = fc.constantFrom("root_password", "rootPassword", "ROOT_PASSWORD", "Root-Password", "note", "NOTE", "_note");
  const secret = fc
    .tuple(name, fc.constantFrom<unknown>("geheim", ["geheim"], { a: "geheim" }))
    .map(([key, value]) => ({ [key]: value }));
  const nested = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      secret,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie("value"), { maxKeys: 3 }),
      tie("text"),
      fc.string(),
    ),
    text: tie("value").map((value) => JSON.stringify(value)),
  })).value;
  let returned: unknown;
  const { send } = await served("off", { getJob: () => returned });
  await fc.assert(
    fc.asyncProperty(nested, async (body) => {
      returned = { status: 200, body: { body } };
      expect(JSON.stringify(await send("GET", "/jobs/1"))).not.toContain("geheim");
    }),
    { numRuns: 300 },
  );
});

import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createServer, load } from "../../generator/live/index.js";
import type { CheckTag } from "../../templates/runtime/server/preconditions.js";
import { temporaryFolder } from "../support/command-line.js";
import { adapters } from "./adapters.js";

const error = `{ application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } }`;

const contractText = `openapi: 3.1.0
info: { title: Documents, version: "1" }
security: []
paths:
  /documents/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      operationId: read
      parameters:
        - { name: If-None-Match, in: header, schema: { type: string } }
        - { name: If-Match, in: header, schema: { type: string } }
      responses:
        "200": { description: It., headers: { ETag: { required: true, schema: { type: string } } }, content: { application/json: { schema: { type: object } } } }
        "304": { description: Not modified., headers: { ETag: { required: true, schema: { type: string } } } }
        "412": { description: Changed., content: ${error} }
    put:
      operationId: write
      parameters:
        - { name: If-Match, in: header, required: true, schema: { type: string } }
        - { name: If-None-Match, in: header, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        "204": { description: Written., headers: { ETag: { schema: { type: string } } } }
        "412": { description: Changed., content: ${error} }
        "428": { description: Name a version., content: ${error} }
    delete:
      operationId: remove
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      responses: { "204": { description: Gone. } }
  /plain:
    get:
      operationId: plain
      parameters: [{ name: If-None-Match, in: header, schema: { type: string } }]
      responses: { "200": { description: It., content: { application/json: { schema: { type: object } } } } }
  /other: { get: { operationId: other, responses: { "200": { description: It., content: { application/json: { schema: { type: object } } } } } } }
  /services/{service_id}/actions/{action}:
    post:
      operationId: invoke
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
        - { name: If-Match, in: header, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { "200": { description: OK, content: { application/json: { schema: { type: object } } } } }
x-platform-cache-actions: { flush: {} }
`;

const file = path.join(temporaryFolder(), "openapi.yaml");
writeFileSync(file, contractText);
const contract = await load(file);

/** A server of documents whose current tag is given. */
function serve(current: string | undefined) {
  const ran: string[] = [];
  const logged: unknown[] = [];
  const checked = (name: string, response: object) => (call: Readonly<Record<string, unknown>>) => {
    (call["etag"] as CheckTag)(current, { "cache-control": "private" });
    ran.push(name);
    return response;
  };
  const server = createServer(contract, {
    authenticate: () => undefined,
    canAccess: () => true,
    findResource: () => ({ type: "cache", status: "active" }),
    log: (entry) => void logged.push(entry),
    handlers: {
      operations: {
        read: checked("read", { status: 200, body: { text: "a" } }),
        write: checked("write", { status: 204, headers: { etag: '"new"' } }),
        remove: async (call) => checked("remove", { status: 204 })(call),
        plain: checked("plain", { status: 200, body: {} }),
        other: (call) => ({ status: 200, body: { has: "etag" in call } }),
      },
      actions: { cache: { flush: checked("flush", { status: "ok", result: {} }) } },
    },
  });
  return { server, ran, logged };
}

async function send(base: string, method: string, url: string, headers: Record<string, string> = {}) {
  const body = method === "PUT" || method === "POST" ? "{}" : null;
  const all = { ...(body === null ? {} : { "content-type": "application/json" }), ...headers };
  const response = await fetch(base + url, { method, headers: all, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe.each(Object.keys(adapters))("by %s", (adapter) => {
  test("a read of what the caller has is a 304 without a body, with its headers", async () => {
    const { server, ran, logged } = serve("v1");
    const base = await adapters[adapter]!(server);
    const first = await send(base, "GET", "/documents/1");
    expect([first.status, first.text, first.headers.get("etag")]).toEqual([200, '{"text":"a"}', '"v1"']);
    for (const method of ["GET", "HEAD"]) {
      const same = await send(base, method, "/documents/1", { "if-none-match": first.headers.get("etag")! });
      expect([same.status, same.text, same.headers.get("etag"), same.headers.get("cache-control")]).toEqual([
        304,
        "",
        '"v1"',
        "private",
      ]);
      // Hono's server gives every response a type.
      expect(same.headers.has("content-type")).toBe(adapter === "fetch" || adapter === "hono");
    }
    const other = await send(base, "GET", "/documents/1", { "if-none-match": '"v0"' });
    expect([other.status, other.headers.get("cache-control")]).toEqual([200, "private"]);
    expect([ran, logged]).toEqual([["read", "read"], []]);
  });

  test("a write needs the current version: 428 without one, 412 with another", async () => {
    const { server, ran } = serve("v1");
    const base = await adapters[adapter]!(server);
    const without = await send(base, "PUT", "/documents/1");
    expect([without.status, without.text]).toEqual([428, '{"error":"precondition_required: Send If-Match or If-None-Match."}']);
    const stale = await send(base, "PUT", "/documents/1", { "if-match": '"v0"' });
    expect([stale.status, stale.text]).toEqual([
      412,
      '{"error":"precondition_failed: The resource has changed, or does not exist."}',
    ]);
    const current = await send(base, "PUT", "/documents/1", { "if-match": '"v0", "v1"' });
    expect([current.status, current.headers.get("etag")]).toEqual([204, '"new"']);
    expect((await send(base, "DELETE", "/documents/1", { "if-match": '"v0"' })).status).toBe(412);
    expect((await send(base, "DELETE", "/documents/1")).status).toBe(204);
    expect(ran).toEqual(["write", "remove"]);
  });
});

// RFC 9110, 8.8.3.2 and 13.1: the current tag, the header, and whether the condition is met.
const cases: [current: string | undefined, header: "if-match" | "if-none-match", value: string, isMet: boolean][] = [
  ["1", "if-match", '"1"', true],
  ["1", "if-match", '"2"', false],
  ["1", "if-match", 'W/"1"', false],
  ['W/"1"', "if-match", 'W/"1"', false],
  ['W/"1"', "if-match", '"1"', false],
  ["1", "if-match", '"0" , "1"', true],
  ["1", "if-match", ',, "0",\t"1",', true],
  ["a,b", "if-match", '"a", "b"', false],
  ["a,b", "if-match", '"a,b"', true],
  ["1", "if-match", "*", true],
  [undefined, "if-match", "*", false],
  [undefined, "if-match", '"1"', false],
  ["", "if-match", '""', true],
  ["*", "if-match", '"*"', true],
  ["1", "if-match", '"*"', false],
  ["1", "if-none-match", '"1"', false],
  ["1", "if-none-match", '"2"', true],
  ["1", "if-none-match", 'W/"1"', false],
  ['W/"1"', "if-none-match", '"1"', false],
  ['W/"1"', "if-none-match", 'W/"2"', true],
  ["1", "if-none-match", '"0", W/"1"', false],
  ["1", "if-none-match", "*", false],
  [undefined, "if-none-match", "*", true],
  [undefined, "if-none-match", '"1"', true],
];

test.each(cases)("current %s, %s: %s is met: %s", async (current, header, value, isMet) => {
  const { server, ran } = serve(current);
  const base = await adapters["node"]!(server);
  const { status } = await send(base, "PUT", "/documents/1", {
    [header]: value,
    ...(header === "if-none-match" && current !== undefined && { "if-match": "*" }),
  });
  // Without a current version no `If-Match` is met, and the contract requires the header.
  if (header === "if-none-match" && current === undefined) expect(status).toBe(400);
  else expect([status, ran.length]).toEqual(isMet ? [204, 1] : [412, 0]);
});

test.each(["1", '"1', '1"', '"1" "2"', "W/1", 'w/"1"', '"a"b', '"a\u007fb"', "*, *", '*, "1"'])(
  "%s is no list of entity tags: 400",
  async (value) => {
    const { server, ran } = serve("1");
    for (const header of ["if-match", "if-none-match"]) {
      const { status, body } = await server.handle({ method: "GET", url: "/documents/1", headers: { [header]: value } });
      expect([status, body]).toEqual([400, `{"error":"invalid_parameter: ${header} must be * or a list of entity tags."}`]);
    }
    expect(ran).toEqual([]);
  },
);

test("a read with both: If-Match comes first", async () => {
  const { server } = serve("1");
  const get = (headers: Record<string, string>) => server.handle({ method: "GET", url: "/documents/1", headers });
  expect((await get({ "if-match": '"0"', "if-none-match": '"1"' })).status).toBe(412);
  expect((await get({ "if-match": '"1"', "if-none-match": '"1"' })).status).toBe(304);
});

test("actions, responses that declare no 304, and operations that declare nothing", async () => {
  const { server, ran } = serve("1");
  const base = await adapters["node"]!(server);
  const flush = "/services/s/actions/flush";
  expect((await send(base, "POST", flush, { "if-match": '"0"' })).status).toBe(412);
  expect((await send(base, "POST", flush, { "if-match": '"1"' })).text).toBe('{"action":"flush","status":"ok","result":{}}');
  expect((await send(base, "GET", "/plain", { "if-none-match": '"1"' })).status).toBe(200);
  // It is not declared there, and has no effect.
  expect((await send(base, "GET", "/plain", { "if-match": '"0"' })).status).toBe(200);
  expect((await send(base, "GET", "/other")).text).toBe('{"has":false}');
  expect(ran).toEqual(["flush", "plain", "plain"]);
});

test("a tag that can't be sent is an error of the handler", async () => {
  for (const tag of ['a"b', "a b", "a\nb", "a\u0100", '"a']) {
    const { server, ran, logged } = serve(tag);
    const { status } = await server.handle({ method: "GET", url: "/documents/1", headers: {} });
    expect([status, ran, logged.length]).toEqual([500, [], 1]);
  }
});

test("long and random lists are read in linear time", async () => {
  const { server } = serve("1");
  const get = (value: string) => server.handle({ method: "GET", url: "/documents/1", headers: { "if-none-match": value } });
  const tag = fc
    .tuple(fc.boolean(), fc.stringMatching(/^[!#-~]{0,8}$/))
    .map(([isWeak, text]) => `${isWeak ? "W/" : ""}"${text}"`);
  await fc.assert(
    fc.asyncProperty(fc.array(tag, { minLength: 1 }), async (tags) => {
      const isSame = tags.some((one) => one.replace("W/", "") === '"1"');
      expect((await get(tags.join(" ,"))).status).toBe(isSame ? 304 : 200);
    }),
  );
  for (const value of [
    " ".repeat(200_000),
    ",".repeat(200_000),
    '"'.repeat(200_000),
    '"a" '.repeat(50_000),
    '"a",'.repeat(50_000),
  ]) {
    const start = performance.now();
    await get(`${value}x`);
    expect(performance.now() - start).toBeLessThan(2000);
  }
});

import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createClient, load, retry } from "../../generator/live/index.js";
import { temporaryFolder } from "../support/command-line.js";

const responses = `responses: { "200": { description: OK, content: { application/json: { schema: { type: object } } } } }`;

const contractText = (schema: string) => `openapi: 3.1.0
info: { title: Payments, version: "1" }
paths:
  /payments:
    post:
      operationId: pay
      security: []
      parameters: [{ name: Idempotency-Key, in: header, schema: ${schema} }]
      ${responses}
  /other: { post: { operationId: other, security: [], ${responses} } }
  /services/{service_id}/actions/{action}:
    post:
      operationId: invoke
      security: []
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
        - { name: idempotency-key, in: header, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      ${responses}
x-platform-cache-actions: { flush: {} }
`;

/** A client that retries, and the keys that an API received, which responds with these statuses. */
async function clientOf(statuses: readonly (number | Record<string, string>)[], schema = "{ type: string }") {
  const file = path.join(temporaryFolder(), "openapi.yaml");
  writeFileSync(file, contractText(schema));
  const contract = await load(file);
  const keys: (string | null)[] = [];
  const client = createClient(contract, {
    baseUrl: "http://api.test",
    use: [retry(contract, { delay: 1 })],
    fetch: (_, { headers }) => {
      const next = statuses[keys.length] ?? 200;
      keys.push((headers as Headers).get("idempotency-key"));
      const status = typeof next === "number" ? next : 409;
      const more = typeof next === "number" ? {} : next;
      const body = status === 200 ? '{"action":"flush","status":"ok","result":{}}' : '{"error":"x: y"}';
      return Promise.resolve(new Response(body, { status, headers: { "content-type": "application/json", ...more } }));
    },
  });
  return { client, keys, pay: client.operations["pay"]!, flush: client.services["cache"]!({ service_id: "s" })["flush"]! };
}

const quoted = /^"[0-9a-f]{8}-[0-9a-f-]{27}"$/;

test("a call with a declared key is repeated with the same key; the next call has another", async () => {
  const { pay, keys } = await clientOf([503, 500, 200, 200]);
  await pay({});
  await pay({});
  expect(keys).toHaveLength(4);
  expect(keys[0]).toMatch(quoted);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

test("actions too, and a call whose first attempt still runs", async () => {
  const { flush, keys } = await clientOf([503, { "retry-after": "0" }]);
  await flush({});
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(quoted);
});

test("the caller's key is kept; other conflicts and calls without a key are not repeated", async () => {
  const { pay, flush, keys } = await clientOf([503, 200, 503, 200]);
  await pay({ "Idempotency-Key": "mine" });
  await flush({}, { headers: { "idempotency-key": "own" } });
  expect(keys).toEqual(["mine", "mine", "own", "own"]);
  const conflict = await clientOf([{}]);
  await expect(conflict.pay({})).rejects.toMatchObject({ status: 409 });
  const { client, keys: none } = await clientOf([503]);
  await expect(client.operations["other"]!({})).rejects.toMatchObject({ status: 503 });
  expect([conflict.keys.length, none]).toEqual([1, [null]]);
});

test.each([
  ["{ type: string, format: uuid }", /^[0-9a-f-]{36}$/],
  ["{ type: string, maxLength: 36 }", /^[0-9a-f-]{36}$/],
  ['{ type: string, pattern: \'^"[^"]*"$\' }', quoted],
])("a key is valid by its schema: %s", async (schema, expected) => {
  const { pay, keys } = await clientOf([503], schema);
  await pay({});
  expect([keys.length, keys[1]]).toEqual([2, keys[0]]);
  expect(keys[0]).toMatch(expected);
});

test("a key that no client can write is the caller's", async () => {
  const { pay, keys } = await clientOf([503], "{ type: string, maxLength: 8 }");
  await expect(pay({})).rejects.toMatchObject({ status: 503 });
  expect(keys).toEqual([null]);
});

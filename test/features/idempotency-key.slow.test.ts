import { expect, test } from "vitest";
import { featureOf, json } from "./feature.js";

const parameter = { name: "Idempotency-Key", in: "header", schema: { type: "string" } };

const contractWith = (parameters: readonly object[]) => ({
  paths: {
    "/payments": {
      post: {
        operationId: "pay",
        security: [],
        parameters,
        requestBody: { content: json({ type: "object", properties: { amount: { type: "integer" } } }) },
        responses: {
          "200": { description: "Paid.", content: json({ type: "object", properties: { number: { type: "integer" } } }) },
          "400": { description: "Invalid.", content: json({ type: "object", properties: { error: { type: "string" } } }) },
        },
      },
    },
  },
});

test("a call runs once for a key; an undeclared 422 is the declared 400", async () => {
  const feature = await featureOf(contractWith([parameter]));
  const { createMemoryStore } = (await feature.load("server/index.ts")) as { createMemoryStore: () => object };
  let count = 0;
  const handlers = { pay: () => ({ status: 200, body: { number: ++count } }) };
  const idempotency = { store: createMemoryStore(), callerOf: () => "" };
  const { client, send } = await feature.connect(handlers, { idempotency } as object);
  const pay = (amount: number, key: string) => client["pay"]!({ body: { amount }, "Idempotency-Key": key });
  expect([await pay(1, "a"), await pay(1, "a"), await pay(1, "b")]).toEqual([{ number: 1 }, { number: 1 }, { number: 2 }]);
  const other = await send("/payments", {
    method: "POST",
    body: '{"amount":2}',
    headers: { "idempotency-key": "a", "content-type": "application/json" },
  });
  expect([other.status, await other.text()]).toEqual([
    400,
    '{"error":"idempotency_key_reused: The key was used for another call: use a new one."}',
  ]);
});

test("types: a store, and the id of the caller; the client's retry", async () => {
  const feature = await featureOf(contractWith([parameter]));
  const program = `
import { createMemoryStore, createServer, type IdempotencyStore } from "./server/index.js";
import { createClient, retry } from "./client/index.js";

const store: IdempotencyStore = createMemoryStore({ calls: 10 });
export const server = createServer({
  authenticate: () => ({ id: "ann", scopes: [] }),
  canAccess: () => true,
  handlers: { operations: { pay: () => ({ status: 200, body: {} }) } },
  log: () => undefined,
  idempotency: { store, callerOf: ({ id }) => id, lifetime: 60 },
});
createServer({
  authenticate: () => ({ id: 7, scopes: [] }),
  canAccess: () => true,
  handlers: { operations: { pay: () => ({ status: 200, body: {} }) } },
  log: () => undefined,
  // @ts-expect-error an id is text
  idempotency: { store, callerOf: ({ id }) => id },
});
export const client = createClient({ baseUrl: "", use: [retry()] });
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("nothing of it is written for a contract without the header", async () => {
  const feature = await featureOf(contractWith([{ ...parameter, in: "query" }]));
  expect(feature.files.filter(({ path }) => path.includes("idempotency")).map(({ path }) => path)).toEqual([]);
  const own = feature.files.filter(({ path }) => /^(?:server|client)\//.test(path));
  expect(own.filter(({ text }) => /onceByHeader|withKey|WithIdempotency/.test(text))).toEqual([]);
});

test("lint knows the failures: a closed list of codes must have them", async () => {
  const error = { type: "object", required: ["code", "message"], properties: { code: { enum: codes }, message: { type: "string" } } }; // prettier-ignore
  const contract = {
    paths: {
      "/vms/{id}/actions/{action}": {
        post: {
          operationId: "invoke",
          security: [],
          parameters: ["id", "action"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
          requestBody: { required: true, content: json({ type: "object" }) },
          responses: { "200": { description: "OK" }, "409": { description: "Not now.", content: json(error) } },
          "x-platform-vm-actions": { start: {} },
        },
      },
    },
  };
  const path = contract.paths["/vms/{id}/actions/{action}"].post;
  expect((await featureOf(contract)).findings.join("\n")).not.toContain("idempotency_key");
  (path.parameters as object[]).push(parameter);
  const { findings } = await featureOf(contract, ["failure-unfit"]);
  expect(findings.join("\n")).toContain('the failure "idempotency_key_in_use"');
});

const codes = ["action_unavailable"];

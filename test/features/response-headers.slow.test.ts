import { beforeAll, expect, test } from "vitest";
import { featureOf, json, type Feature } from "./feature.js";

const integer = { type: "integer", minimum: 1 };
const responses = {
  "201": {
    description: "Created.",
    headers: {
      Location: { required: true, schema: { type: "string", format: "uri-reference", maxLength: 40 } },
      ETag: { schema: { $ref: "#/components/schemas/Tag" } },
      "X-Count": { schema: integer },
      "X-Fresh": { schema: { type: "boolean" } },
      "X-Parts": { schema: { type: "array", items: integer, maxItems: 2 } },
      "X-Mode": { schema: { enum: ["fast", "slow"] } },
      "X-Note": { content: { "application/json": { schema: { type: "object" } } } },
      "X-Request-Id": { required: true, schema: { type: "string" } },
    },
    content: json({ type: "object" }),
  },
  "303": { description: "There already.", headers: { Location: { required: true, schema: { type: "string" } } } },
  "409": { description: "Not now.", headers: { "Retry-After": { required: true, schema: integer } }, content: json({}) },
};
const contract = {
  paths: {
    "/things": {
      post: { operationId: "addThing", security: [], responses },
      get: { operationId: "getThing", security: [], responses: { "200": { description: "Done.", content: json({}) } } },
    },
  },
  components: { schemas: { Tag: { type: "string", pattern: '^"[0-9]+"$' } } },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

async function send(response: object): Promise<{ response: Response; log: unknown[] }> {
  const log: unknown[] = [];
  const handlers = { addThing: () => response };
  const { send: fetch } = await feature.connect(handlers, { log: ({ message }) => log.push(message) });
  return { response: await fetch("/things", { method: "POST" }), log };
}

const location = { location: "/things/1" };

test("headers of an operation's response are sent as text, undeclared ones too", async () => {
  const more = { ETag: '"7"', "x-count": 3, "x-fresh": true, "x-parts": "1,2", "x-mode": "fast", "x-note": "{}", "x-other": "a" };
  const { response, log } = await send({ status: 201, body: {}, headers: { ...location, ...more } });
  expect([response.status, log]).toEqual([201, []]);
  const sent = Object.fromEntries(Object.keys(more).map((name) => [name, response.headers.get(name)]));
  expect(sent).toEqual({ ...more, "x-count": "3", "x-fresh": "true" });
});

test.each<[string, object | undefined, string]>([
  ["no headers", undefined, "The response lacks the header location"],
  ["no required header", { etag: '"7"' }, "The response lacks the header location"],
  ["a header that is too long", { Location: "/things/".padEnd(41, "1") }, "The headers violate the contract"],
  ["a header of another format", { location: "not a reference" }, "The headers violate the contract"],
  ["a header without its pattern", { ...location, etag: "7" }, "The headers violate the contract"],
  ["a number below its minimum", { ...location, "x-count": 0 }, "The headers violate the contract"],
  ["a number that is none", { ...location, "x-count": "a" }, "The header x-count violates the contract"],
  ["a boolean that is none", { ...location, "x-fresh": "yes" }, "The headers violate the contract"],
  ["a list that is too long", { ...location, "x-parts": "1,2,3" }, "The headers violate the contract"],
  ["a text that is not listed", { ...location, "x-mode": "other" }, "The header x-mode violates the contract"],
])("%s is a 500", async (_, headers, message) => {
  const { response, log } = await send({ status: 201, body: {}, headers });
  expect([response.status, log]).toEqual([500, [message]]);
});

test("those of a redirect are validated, those of an error are not", async () => {
  expect((await send({ status: 303 })).log).toEqual(["The response lacks the header location"]);
  const redirect = await send({ status: 303, headers: location });
  expect([redirect.response.status, redirect.response.headers.get("location")]).toEqual([303, "/things/1"]);
  expect((await send({ status: 409, body: {} })).response.status).toBe(409);
});

test("types of handlers include them", async () => {
  const program = `
import type { OperationHandlers } from "./server/index.js";
type Add = OperationHandlers["addThing"];
export const all: Add = () => ({
  status: 201,
  body: {},
  headers: { location: "/", etag: "1", "x-count": 3, "x-fresh": true, "x-parts": "1,2", "x-mode": "fast", "x-other": "a" },
});
export const texts: Add = async () => ({ status: 201, body: {}, headers: { location: "/", "x-count": "3" } });
export const failed: Add = () => ({ status: 409, body: {}, headers: { "retry-after": 5 } });
// @ts-expect-error the location is missing
export const missing: Add = () => ({ status: 201, body: {}, headers: { etag: "1" } });
// @ts-expect-error the headers are missing
export const none: Add = () => ({ status: 201, body: {} });
// @ts-expect-error it is a number
export const wrong: Add = () => ({ status: 201, body: {}, headers: { location: "/", "x-count": "many" } });
// @ts-expect-error it is one of two
export const mode: Add = () => ({ status: 201, body: {}, headers: { location: "/", "x-mode": "other" } });
type Get = OperationHandlers["getThing"];
const others: Record<string, string> = {};
export const plain: Get = () => ({ status: 200, body: {} });
export const some: Get = () => ({ status: 200, body: {}, headers: others });
// @ts-expect-error headers are text
export const numbers: Get = () => ({ status: 200, body: {}, headers: { "x-a": 1 } });
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("a contract that declares none has no validators for them", () => {
  const text = (path: string) => feature.files.find((file) => file.path === path)!.text;
  expect(text("validators/operations.ts").match(/responseHeaders/g)).toHaveLength(1);
  expect(text("server/routes.ts").match(/responseHeaders/g)).toHaveLength(1);
});

import { describe, expect, test } from "vitest";
import { type Feature, featureOf, json } from "./feature.js";

const closed = { type: "object", additionalProperties: false };
const text = { type: "string", maxLength: 20 };

/** An operation that declares only its success, beside one that declares a shape of errors. */
const contractWith = (error: object | undefined) => ({
  paths: {
    "/shops/{id}/things": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
      post: {
        operationId: "addThing",
        security: [{ token: [] }],
        requestBody: { required: true, content: json({ ...closed, properties: { name: text } }) },
        responses: { "204": { description: "Added." } },
      },
    },
    "/other": {
      get: {
        operationId: "other",
        security: [],
        responses: { "200": { description: "Done.", content: json({ type: "object" }) }, ...error },
      },
    },
  },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
});

const problem = {
  type: "object",
  required: ["type", "title", "status"],
  properties: { type: text, title: text, status: { type: "integer" }, detail: { type: "string" } },
};
const coded = {
  type: "object",
  required: ["code", "message"],
  properties: { code: { type: "string" }, message: { type: "string" } },
};
const contracts: [shape: string, error: object | undefined][] = [
  ["the usual shape", undefined],
  ["problem details", { default: { description: "Failed.", content: { "application/problem+json": { schema: problem } } } }],
  ["a code and a message", { default: { description: "Failed.", content: json(coded) } }],
];

type Hooks = Parameters<Feature["connect"]>[1];
const failures: [status: number, request: RequestInit & { path?: string }, hooks?: Hooks][] = [
  [401, {}, { authenticate: () => undefined }],
  [403, {}, { canAccess: () => false }],
  [400, { path: "/shops/x/things" }],
  [400, { body: '{"name":1}' }],
  [400, { body: "{" }],
  [413, { body: JSON.stringify({ name: "a".repeat(3_000_000) }) }],
  [415, { headers: { "content-type": "text/csv" } }],
  [500, {}],
];

describe.each(contracts)("in %s", (_, error) => {
  test("failures that the server reports itself need no declaration", async () => {
    const feature = await featureOf(contractWith(error));
    const fail = () => {
      throw new Error("No.");
    };
    for (const [status, { path = "/shops/1/things", ...init }, hooks] of failures) {
      const { send } = await feature.connect({ addThing: fail, other: fail }, { log: () => undefined, ...hooks });
      const request = { method: "POST", body: "{}", ...init };
      const response = await send(path, { ...request, headers: { "content-type": "application/json", ...init.headers } });
      const body = (await response.json()) as Record<string, string>;
      const headers = { "content-type": response.headers.get("content-type")! };
      expect([response.status, feature.validate({ operation: "addThing", response: { status, headers, body } })]).toEqual([
        status,
        [],
      ]);
      expect(feature.validate({ operation: "addThing", response: { status: 418, headers, body } })).toHaveLength(1);
    }
  });
});

test("everything else needs one", async () => {
  const feature = await featureOf(contractWith(undefined));
  const say = (status: number, body: string | object | undefined, type = "application/json") =>
    feature.validate({
      operation: "addThing",
      response: { status, headers: { "content-type": type }, ...(body !== undefined && { body: body as never }) },
    });
  const undeclared = ["/response/status is not declared; the contract declares 204"];
  expect(say(404, { error: "resource_not_found: No." })).toEqual([]);
  expect(say(404, { error: "no_such_thing: No." })).toEqual(undeclared);
  expect(say(404, { error: "action_unavailable: No." })).toEqual(undeclared);
  expect(say(404, { message: "No." })).toEqual(undeclared);
  expect(say(404, undefined)).toEqual(undeclared);
  expect(say(502, { error: "internal: No." })).toEqual(undeclared);
  expect(say(500, "<html>", "text/html")).toEqual(undeclared);
  expect(say(200, {})).toEqual(undeclared);
});

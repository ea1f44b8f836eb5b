import { beforeAll, expect, test } from "vitest";
import { answering, featureOf, json, type Feature } from "./feature.js";

const type = "application/x-www-form-urlencoded";
const schema = {
  type: "object",
  required: ["amount"],
  additionalProperties: false,
  properties: {
    amount: { type: "integer", minimum: 1 },
    live: { type: "boolean" },
    codes: { type: "array", items: { type: "integer" } },
    expand: { type: "array", items: { type: "string" } },
    metadata: { type: "object", additionalProperties: { type: "string" } },
    card: { type: "object", required: ["number"], properties: { number: { type: "string" } } },
  },
};
const contract = {
  paths: {
    "/charges": {
      post: {
        operationId: "addCharge",
        security: [],
        requestBody: {
          required: true,
          content: {
            [type]: { schema, encoding: { metadata: { style: "deepObject", explode: true }, expand: { explode: false } } },
          },
        },
        responses: answering({ type: "object" }),
      },
    },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

const echo = ({ body }: { body: unknown }) => ({ status: 200, body });

test("the client writes fields as the contract declares, and the server reads them", async () => {
  const { client, send } = await feature.connect({ addCharge: echo });
  const body = {
    amount: 5,
    live: true,
    codes: [1, 2],
    expand: ["a b", "c&d"],
    metadata: { order: "7 & 8" },
    card: { number: "4242" },
  };
  expect(await client["addCharge"]!({ body })).toEqual(body);
  const text = "amount=5&codes=1&codes=2&expand=a,b&metadata[order]=7&card=%7B%22number%22%3A%224242%22%7D";
  const answer = await send("/charges", { method: "POST", body: text, headers: { "content-type": type } });
  expect(await answer.json()).toEqual({
    amount: 5,
    codes: [1, 2],
    expand: ["a", "b"],
    metadata: { order: "7" },
    card: { number: "4242" },
  });
});

test.each([
  ["live=true", "/amount is required."],
  ["amount=0", "/amount must be >= 1."],
  ["amount=x", "/amount must be integer."],
  ["amount=1&amount=2", "The body has the same property twice."],
  ["amount=1&other=1", "/other is not allowed."],
  ["amount=1&card=%7B%7D", "/card/number is required."],
  ["amount=1&card=%7B", "The body is not acceptable JSON."],
])("%s is rejected", async (body, message) => {
  const { send } = await feature.connect({ addCharge: echo });
  const response = await send("/charges", { method: "POST", body, headers: { "content-type": type } });
  expect([response.status, await response.json()]).toEqual([400, { error: `invalid_body: ${message}` }]);
});

test("types, fixtures, docs and expand support the fields", async () => {
  const program = `
import { createClient } from "./client/index.js";
const client = createClient({ baseUrl: "" });
await client.addCharge({ body: { amount: 1, metadata: { a: "b" } } });
await client.addCharge({ body: new URLSearchParams({ amount: "1" }) });
// @ts-expect-error an amount is needed
await client.addCharge({ body: { live: true } });
`;
  expect(await feature.typeErrors(program)).toBe("");
  const held = (body: object) => feature.validate({ operation: "addCharge", request: { body: body as never } });
  expect(held({ amount: 1 })).toEqual([]);
  expect(held({ amount: 0 })).toEqual(["/request/body/amount must be >= 1"]);
  expect(await feature.page("operations/addCharge.md")).toMatch(/`amount` \*required\*[^\n]*integer/);
  expect((await feature.expanded())["paths"]).toMatchObject(contract.paths);
});

test("a body in two media types is validated against the schema of each", async () => {
  const operation = contract.paths["/charges"].post;
  const cents = { type: "object", required: ["cents"], properties: { cents: { type: "integer" } } };
  const content = { ...operation.requestBody.content, ...json(cents) };
  const twice = { paths: { "/charges": { post: { ...operation, requestBody: { required: true, content } } } } };
  const both = await featureOf(twice);
  expect(await both.typeErrors()).toBe("");
  const { send } = await both.connect({ addCharge: echo });
  const post = async (body: string, contentType: string) => {
    const response = await send("/charges", { method: "POST", body, headers: { "content-type": contentType } });
    return [response.status, await response.json()];
  };
  expect(await post("amount=1", type)).toEqual([200, { amount: 1 }]);
  expect(await post('{"cents":1}', "application/json")).toEqual([200, { cents: 1 }]);
  expect(await post("cents=1", type)).toEqual([400, { error: "invalid_body: /amount is required; /cents is not allowed." }]);
  expect(await post('{"amount":1}', "application/json")).toEqual([400, { error: "invalid_body: /cents is required." }]);
});

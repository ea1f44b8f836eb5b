import { expect, test } from "vitest";
import { toMatchContract } from "../../generator/matchers/to-match-contract.js";
import { matchers } from "../../generator/matchers/vitest.js";
import { contractOf } from "../tools/exchanges/validate-texts.js";

expect.extend(matchers);

const contract = contractOf();
const shop = { id: 7, type: "bakery" };
const getShop = { operation: "getShop" };
const bake = { service_type: "bakery", action: "bake" };

test("a response of fetch, which can be read afterwards", async () => {
  const response = Response.json(shop);
  await expect(response).toMatchContract(contract, getShop);
  await expect(Response.json({ id: "7" })).not.toMatchContract(contract, getShop);
  expect(await response.json()).toEqual(shop);
});

test("a response without a body", async () => {
  await expect(new Response(null, { status: 204 })).toMatchContract(contract, { operation: "closeShop" });
});

test.each([
  ["with a status", { status: 200, body: shop }],
  [
    "with a status code and text",
    { statusCode: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(shop) },
  ],
])("a response %s", (_, response) => {
  expect(response).toMatchContract(contract, getShop);
  expect({ ...response, body: "{}", headers: { "content-type": "application/json" } }).not.toMatchContract(contract, getShop);
});

test("an exchange that names its target, or receives it as an argument", () => {
  const exchange = { request: { body: { cake: "Sacher" } }, response: { status: 422, body: { error: "too_hot: Hot." } } };
  expect(exchange).toMatchContract(contract, bake);
  expect({ ...exchange, ...bake }).toMatchContract(contract);
  expect({ ...exchange, request: { body: {} } }).not.toMatchContract(contract, bake);
});

test("reports what is wrong, and never a value", () => {
  const response = { status: 200, body: { action: "bake", status: "brunt", result: { minutes: "s3cret" } } };
  expect(() => expect(response).toMatchContract(contract, bake)).toThrow(
    [
      "bakery.bake does not match the contract:",
      '  /response/body/status must be one of "ok", "burnt" (rule statuses, see openapi.yaml:80:21) Did you mean "burnt"?',
      "  /response/body/result/minutes must be integer (rule type, see openapi.yaml:93:44)",
    ].join("\n"),
  );
  expect(() => expect({ status: 204 }).not.toMatchContract(contract, { operation: "closeShop" })).toThrow(
    "expected closeShop not to match the contract, but it does",
  );
});

test("a mistyped call fails, also behind not", () => {
  const mistake = 'unknown operation "getShip" Did you mean "getShop"?';
  expect(() => expect({ status: 200 }).toMatchContract(contract, { operation: "getShip" })).toThrow(mistake);
  expect(() => expect({ status: 200 }).not.toMatchContract(contract, { operation: "getShip" })).toThrow(mistake);
  expect(() => expect("text").not.toMatchContract(contract, getShop)).toThrow(
    "toMatchContract accepts a response, or an exchange",
  );
  expect(() => expect({ body: {} }).not.toMatchContract(contract, getShop)).toThrow(
    "toMatchContract: the response has no status",
  );
});

test("is a plain function that other test frameworks can use", () => {
  expect(toMatchContract({ status: 204 }, contract, { operation: "closeShop" })).toMatchObject({ pass: true });
});

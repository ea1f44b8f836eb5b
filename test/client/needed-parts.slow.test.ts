import { expect, test } from "vitest";
import { emitClientOf } from "./other-contract.js";

const bearer = { type: "http", scheme: "bearer" };

/** A contract with two operations that differ in what one of them has more. */
function contractWith(more: object): object {
  const get = (operationId: string, rest: object = {}) => ({
    get: { operationId, responses: { 204: { description: "Done." } }, ...rest },
  });
  return {
    openapi: "3.1.0",
    info: { title: "Parts", version: "1" },
    servers: [{ url: "https://api.machines.test" }],
    security: [{ bearer: [] }],
    paths: { "/plain": get("plain"), "/special": get("special", more) },
    components: { securitySchemes: { bearer } },
  };
}

test("operations that need no token get none, others do", async () => {
  const { connect } = await emitClientOf(contractWith({ security: [] }));
  const { client, seen } = connect(() => ({ status: 204 }));
  await client["plain"]!();
  await client["special"]!();
  expect(seen.map(({ headers }) => headers["authorization"])).toEqual(["Bearer t", undefined]);
});

test("headers are sent beside queries", async () => {
  const schema = { type: "string" };
  const parameters = [
    { name: "x-trace", in: "header", schema },
    { name: "q", in: "query", schema },
  ];
  const { connect } = await emitClientOf(contractWith({ parameters }));
  const { client, seen } = connect(() => ({ status: 204 }));
  await client["special"]!({ "x-trace": "a", q: "b" });
  await client["special"]!({ q: "b" });
  expect(seen.map(({ url, headers }) => [url.replace(/.*\//, ""), headers["x-trace"]])).toEqual([
    ["special?q=b", "a"],
    ["special?q=b", undefined],
  ]);
});

import { expect, test } from "vitest";
import { emitClientOf, jsonOf, machines, object, text } from "./other-contract.js";

/** A response with some media types, each with the schema of an object unless another is given. */
const of = (...names: string[]) => ({
  description: "Done.",
  content: Object.fromEntries(names.map((name) => [name, { schema: object({ name: text }) }])),
});

const v2 = "application/vnd.acme.v2+json";

/** Sends the call of an operation with some responses to an API that responds with a media type. */
async function call(responses: object, type = "application/json") {
  const paths = { "/person": { get: { operationId: "getPerson", responses } } };
  const { connect } = await emitClientOf({ openapi: "3.1.0", info: { title: "People", version: "1" }, paths });
  const { client, seen } = connect(() => ({ status: 200, body: { name: "A" }, headers: { "content-type": type } }));
  const result = await client["getPerson"]!().catch((error: unknown) => error);
  return { result, accept: seen[0]!.headers["accept"] };
}

test.each<[string, object, string]>([
  ["JSON", { "200": of("application/json") }, "application/json"],
  ["JSON of a vendor", { "200": of(v2) }, v2],
  ["a version as a parameter", { "200": of("application/json; version=2") }, "application/json; version=2"],
  ["JSON before everything else", { "200": of("application/cbor", v2, "text/csv") }, `${v2}, application/cbor, text/csv`],
  ["of several statuses", { "200": of(v2), "201": of(v2, "text/csv"), "4XX": of("text/plain") }, `${v2}, text/csv`],
  ["a range of text", { "200": of("text/*") }, "text/*"],
  ["anything", { "200": { description: "Done.", content: { "*/*": {} } } }, "application/json"],
  [
    "JSON, beside keys that no header can have",
    { "200": of("text", "a\u2028/b", "application/json", "a/b; c=\n") },
    "application/json",
  ],
  ["no body", { "204": { description: "Done." } }, "application/json"],
])("a call requests the media types of its successes: %s", async (_, responses, accept) => {
  expect(await call(responses)).toMatchObject({ accept: `${accept}, */*;q=0.5` });
});

test("a success in JSON of another kind is rejected", async () => {
  expect(await call({ "200": of(v2) }, v2)).toMatchObject({ result: { name: "A" } });
  for (const [declared, type] of [
    [v2, "application/json"],
    [v2, "application/vnd.acme.v1+json"],
    ["application/json", v2],
  ] as const) {
    expect(await call({ "200": of(declared) }, type)).toMatchObject({ result: { name: "InvalidResponseError" } });
  }
});

test("actions request the media types of their responses", async () => {
  const success = { description: "Done.", content: { [v2]: { schema: object({ status: text, result: {} }, ["status"]) } } };
  const failure = jsonOf(object({ error: text }, ["error"]));
  const { connect } = await emitClientOf(machines({ responses: { "200": success, "4XX": failure } }));
  const headers = { "content-type": v2 };
  const { client, seen } = connect(() => ({ status: 200, headers, body: { status: "ok", result: { ip: "::1" } } }));
  await (client["vm"]!({ id: "1" }) as unknown as Record<string, () => Promise<unknown>>)["start"]!();
  expect(seen[0]!.headers["accept"]).toBe(`${v2}, */*;q=0.5`);
});

import http from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { toNodeHandler } from "../../templates/runtime/server/node.js";
import { serveContract } from "./serve-contract.js";

const header = (name: string, schema: object) => ({ in: "header", name, schema });
const get = {
  operationId: "getThing",
  security: [],
  parameters: [header("X-Key", { type: "string" }), header("X-List", { type: "array", items: { type: "integer" } })],
  responses: { "204": { description: "Done." }, "400": { description: "Bad.", content: { "application/json": {} } } },
};
const start = serveContract({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/things": { get } } });

async function send(headers: Record<string, string | string[]>): Promise<{ seen: unknown; status: number; text: string }> {
  let seen: unknown;
  const getThing = (call: { headers: object }) => ((seen = call.headers), { status: 204 });
  const { server } = await start({ handlers: { operations: { getThing: getThing as never } } });
  const listener = http.createServer((request, response) => void toNodeHandler(server)(request, response)).listen(0);
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as { port: number };
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path: "/things", headers, agent: false }, async (response) => {
      const text = (await response.toArray()).join("");
      resolve({ seen, status: response.statusCode!, text });
    });
    request.on("error", reject).end();
  });
}

test("a header that is not a list is sent once", async () => {
  expect(await send({ "x-key": "a, b" })).toMatchObject({ status: 204, seen: { "x-key": "a, b" } });
  const text = JSON.stringify({ error: "invalid_parameter: x-key is given more than once." });
  expect(await send({ "X-Key": ["a", "b"] })).toEqual({ seen: undefined, status: 400, text });
  expect(await send({ "X-Key": ["a", "a"] })).toMatchObject({ status: 400 });
});

test("several headers of a list are one list", async () => {
  expect(await send({ "X-List": ["1", "2,3"] })).toMatchObject({ status: 204, seen: { "x-list": [1, 2, 3] } });
});

test("what other platforms pass as a list is one", async () => {
  const { server } = await start({ handlers: { operations: { getThing: () => ({ status: 204 }) } } });
  const statusOf = async (headers: object) =>
    (await server.handle({ method: "GET", url: "/things", headers: { ...headers } })).status;
  expect(await statusOf({ "x-key": ["a", "b"] })).toBe(400);
  expect(await statusOf({ "x-key": ["a"], "x-list": ["1", "2"] })).toBe(204);
});

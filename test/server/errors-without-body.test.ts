import { expect, test } from "vitest";
import { serveContract } from "./serve-contract.js";

const problem = { "application/json": { schema: { type: "object" } } };
const get = {
  operationId: "getThing",
  security: [{ token: [] }],
  responses: {
    "200": { description: "Done.", content: problem },
    "401": { description: "Who are you?" },
    "404": { description: "There is none.", content: problem },
    "5XX": { description: "Failed." },
  },
};
const start = serveContract({
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  paths: { "/things": { get } },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
});

test("an error that is declared without a body has none", async () => {
  const { send } = await start({ authenticate: () => null });
  const { status, headers, body } = await send("GET", "/things");
  expect([status, body, headers["content-type"], headers["www-authenticate"]]).toEqual([401, undefined, undefined, "Bearer"]);
});

test("so has a failure in a declared range, also with a hook", async () => {
  const renderError = () => expect.fail("There is no body to render");
  const { send, log } = await start({ renderError, handlers: { operations: { getThing: () => ({ status: 200 }) } } });
  const { status, body } = await send("GET", "/things");
  expect([status, body, log.length]).toEqual([500, undefined, 1]);
});

test("errors with a body, and those that the contract doesn't declare, have one", async () => {
  const { send } = await start(({ notFound }) => ({
    handlers: {
      operations: {
        getThing: () => {
          throw notFound("None.");
        },
      },
    },
  }));
  expect(await send("GET", "/things")).toMatchObject({ status: 404, body: { error: "resource_not_found: None." } });
  expect(await send("POST", "/things")).toMatchObject({
    status: 405,
    body: { error: "method_not_allowed: Use GET or HEAD or OPTIONS." },
  });
});

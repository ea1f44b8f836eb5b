import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const single = (required: string) =>
  `{ type: object, required: [${required}], properties: { jsonrpc: { const: "2.0" }, id: { type: integer }, method: { type: string }, params: { type: object } } }`;
const request = single("jsonrpc, id, method");
const success = "{ type: object, properties: { result: { type: object } } }";
const failure =
  "{ type: object, properties: { error: { type: object, properties: { code: { type: integer }, message: { type: string } } } } }";

const of = (body: string, response: string, id = ", id: /id") =>
  findings(
    "json-rpc",
    contract({
      paths: `
/rpc:
  post:
    operationId: call
    x-platform-action-binding: { action: { in: body-field, name: method }, type: { const: ledger }, body: /params${id}, response: { result: /result } }
    x-platform-ledger-actions: { balance: {} }
    requestBody: { required: true, content: { application/json: { schema: ${body} } } }
    responses: { "200": { description: Done., content: { application/json: { schema: ${response} } } }, default: { description: No., content: { application/json: { schema: ${failure} } } } }`,
    }),
  );

test("single requests with and without an id, and errors of other statuses", () => {
  expect(of(request, success)).toEqual([]);
  expect(of(single("jsonrpc, method"), success)).toEqual([]);
});

test.each([
  [
    "lists of requests",
    `{ oneOf: [${request}, { type: array, items: ${request} }] }`,
    success,
    "a batch is described by the binding, not by the schema",
  ],
  ["errors with 200", request, `{ oneOf: [${success}, ${failure}] }`, "errors with the status 200 need a response of their own"],
])("%s", (_, body, response, part) => {
  expect(of(body, response)).toEqual([expect.stringContaining(`warning JSON-RPC: ${part}`)]);
});

test("a body without an id", () => {
  const body = `{ type: object, required: [jsonrpc, method], properties: { jsonrpc: { const: "2.0" }, method: { type: string }, params: { type: object } } }`;
  expect(of(body, success, "")).toEqual([expect.stringContaining("without an id, each request is treated")]);
});

test("not for another protocol", () => {
  const body = "{ type: object, required: [method], properties: { method: { type: string }, params: { type: object } } }";
  expect(of(body, `{ oneOf: [${success}, ${failure}] }`, "")).toEqual([]);
});

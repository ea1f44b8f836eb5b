import { expect, test } from "vitest";
import { validateFiles } from "../../../../generator/tools/exchanges/validate-files.js";
import { startProxied } from "../proxy/proxied.js";
import { contractOf, folderOf, lines } from "../validate-texts.js";
import { har, type Recorded } from "./recorded.js";

const contract = (when = "", required = "[jsonrpc, method]") => `openapi: 3.1.0
info: { title: RPC, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://rpc.example }]
security: []
paths:
  /rpc:
    post:
      operationId: call
      summary: Call
      x-platform-action-binding: { action: { in: body-field, name: method }, body: /params, id: /id, batch: 3, response: { result: /result } }
      x-platform-ledger-actions:
        balance: { label: Balance, result: { type: integer } }
        transfer:
          label: Transfer
          body: { type: object, additionalProperties: false, required: [amount], properties: { amount: { type: integer } } }
          result: { type: integer }
          errors: [{ code: not_enough, status: 409, description: There is not enough. }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              required: ${required}
              properties: { jsonrpc: { const: "2.0" }, id: { type: [string, integer] }, method: { type: string }, params: { type: object } }
      responses:
        "200":
          description: Done.
          content:
            application/json:
              schema:
                type: object
                additionalProperties: false
                required: [jsonrpc, id, result]
                properties: { jsonrpc: { const: "2.0" }, id: { type: [string, integer] }, result: { type: integer } }
        default:
          description: It failed.
          x-platform-error-binding: { codes: { not_enough: -32001 }${when} }
          content:
            application/json:
              schema:
                type: object
                additionalProperties: false
                required: [jsonrpc, id, error]
                properties:
                  jsonrpc: { const: "2.0" }
                  id: { type: [string, integer, "null"] }
                  error: { type: object, required: [code, message], properties: { code: { type: integer }, message: { type: string } } }
`;

const ask = (id: unknown, method = "balance", params?: object) => ({ jsonrpc: "2.0", id, method, ...(params && { params }) });
const notify = { jsonrpc: "2.0", method: "balance" };
const done = (id: unknown, result: unknown = 1) => ({ jsonrpc: "2.0", id, result });
const failed = (id: unknown, code = -32001) => ({ jsonrpc: "2.0", id, error: { code, message: "No." } });
const call = (sent: unknown, answer: unknown, status = answer === undefined ? 204 : 200): Recorded => {
  return { method: "POST", url: "https://rpc.example/rpc", sent, status, answer };
};

async function found(entry: Recorded, when = ", when: /error"): Promise<string[]> {
  const given = contractOf(contract(when));
  const result = await validateFiles(given, ["."], { workingFolder: folderOf({ "a.har": har([entry]) }) });
  return lines(result).map((line) => line.replace(/^.*?"(\/[^"]*)"/, "$1"));
}

test.each<[string, unknown, unknown, string[]]>([
  ["the id of the request", ask(7), done(7), []],
  ["another id", ask(7), done(8), ["/response/body/id must be that of the request"]],
  ["an id of another type", ask(7), done("7"), ["/response/body/id must be that of the request"]],
  ["an error with the id", ask("a"), failed("a", -32603), []],
  ["an error without an id", ask("a"), failed(null, -32603), []],
  ["an error with another id", ask("a"), failed("b", -32603), ["/response/body/id must be that of the request"]],
  ["nothing, to a notification", notify, undefined, []],
  ["a body, to a notification", notify, done(1), ["/response/body is not allowed: a request without an id is a notification"]],
  ["an error without an id, to a notification that wasn't read", notify, failed(null, -32600), []],
])("a response with %s", async (_, sent, answer, expected) => {
  expect(await found(call(sent, answer))).toEqual(expected.map((line) => expect.stringContaining(line)));
});

test("nothing is no response to a request with an id", async () => {
  expect(await found(call(ask(7), undefined))).toHaveLength(1);
});

test.each([", when: /error", ""])("a batch is validated call by call (%s)", async (when) => {
  const batch = [ask(1), notify, ask("b", "transfer", { amount: 2 })];
  expect(await found(call(batch, [done(1), done("b", 2)]), when)).toEqual([]);
  // In any order.
  expect(await found(call(batch, [done("b", 2), done(1)]), when)).toEqual([]);
  expect(await found(call([ask(1), ask(3, "transfer", { amount: 9 })], [done(1), failed(3)]), when)).toEqual([]);
  expect(await found(call([notify], undefined), when)).toEqual([]);
  const wrong = [ask(1), ask(2, "transfer", { amount: "2" }), ask(3, "withdraw")];
  const problems = await found(call(wrong, [done(1, "much"), done(4), done(3)]), when);
  expect([...new Set(problems)]).toEqual([
    expect.stringContaining("/request/body/1/params/amount must be integer"),
    expect.stringContaining("/request/body/2/method is not an action"),
    expect.stringContaining("/response/body/0/result must be integer"),
    expect.stringContaining("/response/body/1/id must be that of the request"),
  ]);
  expect(await found(call([ask(1), notify], [done(1), done(2)]), when)).toEqual([
    expect.stringContaining("/response/body/1 is not allowed: a request without an id is a notification"),
  ]);
  expect(await found(call([ask(1), ask(2)], [done(1)]), when)).toHaveLength(1);
});

test("the proxy validates the calls of a batch, before they are passed on and afterwards", async () => {
  let count = 0;
  const { origin, finish } = await startProxied(
    (request, response) => {
      count++;
      request.resume().on("end", () => {
        response.setHeader("content-type", "application/json").end(JSON.stringify([done(1), done(count === 1 ? 2 : 9)]));
      });
    },
    { contract: contract(", when: /error"), serviceTypes: new Map(), isEnforcing: true },
  );
  const send = async (batch: unknown) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${origin}/rpc`, { method: "POST", headers, body: JSON.stringify(batch) });
    return response.status;
  };
  expect(await send([ask(1), ask(2)])).toBe(200);
  expect(await send([ask(1), ask(2, "transfer", { amount: "2" })])).toBe(400);
  expect(count).toBe(1);
  expect(await send([ask(1), ask(2)])).toBe(502);
  expect(await finish()).not.toEqual([]);
});

import { beforeAll, describe, expect, test } from "vitest";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { planFixtures } from "../../generator/tools/exchanges/fixtures/sampling/plan-fixtures.js";
import { readContract } from "../../generator/tools/exchanges/exchange-contract.js";
import { contractsFolder, loadSelectorCase, type AnyClient } from "./selector-contract.js";

const style = { name: "json-rpc" };

/** A server's response to a body, and the client's result. */
interface Api {
  readonly send: (body: unknown, token?: string) => Promise<readonly [status: number, body: unknown]>;
  readonly client: AnyClient;
  /** The bodies of the client's requests. */
  readonly sent: unknown[];
}

let api: Api;

beforeAll(async () => {
  const { load, connect, validator } = await loadSelectorCase(style);
  const { createServer, toFetchHandler, CallError } = (await load("server/index.ts")) as {
    createServer: (application: AnyApplication) => Server;
    toFetchHandler: (server: Server) => (request: Request) => Promise<Response>;
    CallError: new (status: number, code: string, text: string) => Error;
  };
  const handle = toFetchHandler(
    createServer({
      authenticate: ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
        headers["authorization"] === "Bearer t" ? { scopes: [] } : undefined,
      canAccess: () => true,
      log: (entry: unknown) => {
        throw new Error(`Logged: ${JSON.stringify(entry)}`);
      },
      handlers: {
        actions: {
          ledger: {
            balance: () => ({ result: { balance: 7 } }),
            transfer: ({ body }: { body: { amount: number } }) => {
              if (body.amount > 7) throw new CallError(409, "not_enough", "There is not enough.");
              return { result: { balance: 7 - body.amount } };
            },
          },
        },
      },
    } as unknown as AnyApplication),
  );
  const fetchHere = async (url: string, init: RequestInit) => {
    const response = await handle(new Request(url, init));
    const text = await response.clone().text();
    const received = { status: response.status, headers: Object.fromEntries(response.headers), text };
    const problems = validator.check("/rpc", "post", received);
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    return response;
  };
  const sent: unknown[] = [];
  api = {
    sent,
    send: async (body, token = "t") => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const response = await fetchHere("http://here/rpc", { method: "POST", headers, body: text });
      return [response.status, await response.json()];
    },
    client: await connect({
      baseUrl: "http://here",
      fetch: (url: string, init: RequestInit & { body: string }) => {
        sent.push(JSON.parse(init.body));
        return fetchHere(url, init);
      },
    }),
  };
});

const request = (method: string, params?: object, id: unknown = 5) => ({ jsonrpc: "2.0", id, method, ...(params && { params }) });
const failed = (code: number, message: unknown, id: unknown = 5) => ({ jsonrpc: "2.0", id, error: { code, message } });

describe("a server of JSON-RPC", () => {
  test("repeats any id of a request", async () => {
    expect(await api.send(request("balance"))).toEqual([200, { jsonrpc: "2.0", id: 5, result: { balance: 7 } }]);
    expect(await api.send(request("transfer", { amount: 3 }, "a"))).toEqual([
      200,
      { jsonrpc: "2.0", id: "a", result: { balance: 4 } },
    ]);
  });

  test.each<[string, unknown, number, unknown]>([
    ["an unknown method", request("withdraw"), 404, failed(-32601, expect.any(String))],
    ["invalid parameters", request("transfer", { amount: 0 }), 400, failed(-32602, expect.stringContaining("/amount"))],
    ["no JSON", "{", 400, failed(-32700, expect.any(String), null)],
    ["an error of an action", request("transfer", { amount: 8 }, "b"), 409, failed(-32001, "There is not enough.", "b")],
    ["a batch", [request("balance"), request("balance")], 400, failed(-32600, expect.any(String), null)],
    [
      "digits that a number loses",
      JSON.stringify(request("balance")).replace('"id":5', '"id":9007199254740993'),
      400,
      failed(-32600, expect.any(String), null),
    ],
    ["a fraction as id", request("balance", undefined, 1.5), 400, failed(-32600, expect.stringContaining("id"), null)],
    ["no id", { jsonrpc: "2.0", method: "balance" }, 400, failed(-32600, expect.stringContaining("/id"), null)],
  ])("reports %s by the code of the protocol", async (_, body, status, expected) => {
    expect(await api.send(body)).toEqual([status, expected]);
  });

  test("reports failures without their own code with that of servers", async () => {
    expect(await api.send(request("balance"), "other")).toEqual([401, failed(-32000, expect.any(String), null)]);
  });
});

test("the contract has no error", async () => {
  const { compilation } = await loadSelectorCase(style);
  expect(compilation.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});

test("a client numbers its requests, and names the codes of errors", async () => {
  const { balance, transfer } = api.client["ledger"]!();
  expect(await transfer!({ amount: 2 })).toEqual({ result: { balance: 5 } });
  expect(await balance!({})).toEqual({ result: { balance: 7 } });
  await expect(transfer!({ amount: 9 })).rejects.toMatchObject({ status: 409, code: "not_enough", text: "There is not enough." });
  await expect(transfer!({ amount: 0 })).rejects.toMatchObject({ status: 400, code: "-32602" });
  const ids = api.sent.map((body) => (body as { id: number }).id);
  expect(ids).toEqual([...ids.keys()].map((index) => ids[0]! + index));
  expect(api.sent[0]).toEqual({ jsonrpc: "2.0", id: ids[0], method: "transfer", params: { amount: 2 } });
});

test("fixtures have an id in requests and responses", () => {
  const contract = readContract("json-rpc.yaml", { workingFolder: contractsFolder });
  const files = planFixtures(contract, { seed: 1, only: ["ledger"] });
  expect(files.map(({ missing }) => missing)).toEqual([[], []]);
  const [transfer] = files.filter(({ path }) => path.includes("transfer"));
  expect(transfer!.exchanges[0]).toMatchObject({
    request: { body: { jsonrpc: "2.0", id: 1, method: "transfer", params: { amount: expect.any(Number) } } },
    response: { body: { jsonrpc: "2.0", id: 1, result: {} } },
  });
  expect(transfer!.exchanges.find(({ name }) => name === "not_enough")).toMatchObject({
    response: { status: 409, body: { error: { code: -32001 } } },
  });
});

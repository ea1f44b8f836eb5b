import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { maxBody } from "../../../../generator/tools/exchanges/conformance/read-body.js";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { readContract } from "../../../../generator/tools/exchanges/exchange-contract.js";
import { repositoryPath } from "../../../support/repository.js";
import { contractOf, findingsOf, json, query } from "./things.js";

/** Starts a server on this machine. */
async function serve(...[listener]: Parameters<typeof createServer>): Promise<string> {
  const server = createServer(listener as never);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a body without an end is cut off, and not judged", async () => {
  let sent = 0;
  const url = await serve(((_: unknown, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = Buffer.alloc(1 << 20, 0x20);
    const write = () => {
      while (!response.destroyed) {
        sent += chunk.byteLength;
        if (!response.write(chunk)) return;
      }
    };
    response.on("drain", write);
    write();
  }) as never);
  const { diagnostics, requests } = await testContract({ contract: contractOf({ get: {} }), url, only: ["valid"] });
  expect(diagnostics).toEqual([]);
  expect(requests).toBe(1);
  expect(sent).toBeLessThan(4 * maxBody);
});

test("a stream of events without an end is let go, and not judged", async () => {
  const url = await serve(((_: unknown, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: {}\n\n");
  }) as never);
  const events = { description: "OK", content: { "text/event-stream": { schema: { type: "string" } } } };
  const contract = contractOf({ get: { responses: { "200": events } } });
  const { diagnostics } = await testContract({ contract, url, only: ["valid"] });
  expect(diagnostics).toEqual([]);
});

test("a wait that is longer than the run may take ends it", async () => {
  const start = performance.now();
  const fetch = async () => json(503, {}, { "retry-after": "50" });
  const { ended } = await testContract({ contract: contractOf({ get: {} }), fetch, limits: { time: 5_000 } });
  expect(ended).toBe("the time of 5 s is used up");
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("a server that has gone ends the run, with one finding", async () => {
  const contract = contractOf({ get: { parameters: [query("limit", { type: "integer" })] }, post: {}, put: {} });
  const refuse = async () => {
    throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
  };
  const { diagnostics, ended, cases } = await testContract({ contract, fetch: refuse });
  expect(ended).toBe("nothing responds");
  expect(cases.length).toBeLessThan(4);
  expect(diagnostics.map(({ message }) => message)).toEqual(["nothing could be tried: nothing responds at http://api.invalid"]);
});

test("an operation that never responds is not called for ever, and others are", async () => {
  const contract = contractOf({ get: { parameters: [query("limit", { type: "integer" })] }, post: {} });
  let asked = 0;
  const fetch = async (_: string, { method, signal }: RequestInit) => {
    if (method !== "GET") return json(200);
    asked++;
    return new Promise<Response>((_resolve, reject) => {
      signal!.addEventListener("abort", () => reject(signal!.reason as Error));
    });
  };
  const { diagnostics, cases } = await testContract({ contract, fetch, limits: { timeout: 30 }, only: ["valid", "invalid"] });
  expect(asked).toBe(2);
  expect(diagnostics.map(({ message, hint }) => [message, hint?.startsWith("curl")])).toEqual([
    ["getThings: doesn't respond: no response in time", true],
  ]);
  expect(cases.filter(({ reason }) => reason === "getThings doesn't respond in time").length).toBeGreaterThan(0);
  expect(cases.some(({ case: { id }, outcome }) => id.startsWith("valid/postThings") && outcome === "passed")).toBe(true);
});

test("a server that responds to nothing is reported, whatever cases share", async () => {
  const file = repositoryPath("test/tools/exchanges/conformance/servers/caches.yaml");
  const report = await testContract({
    contract: readContract(file),
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener("abort", () => reject(signal!.reason as Error))),
    callers: { owner: { token: "owner" } },
    path: { project_id: "p-own" },
    limits: { timeout: 20 },
    only: ["credentials", "missing"],
  });
  expect(report.cases.length).toBeGreaterThan(10);
  expect(report.diagnostics.some(({ message }) => message.includes("doesn't respond: no response in time"))).toBe(true);
});

test("a server may break the connection off when a body is too long, and not otherwise", async () => {
  const body = { required: true, content: { "application/json": { schema: { type: "object" } } } };
  const contract = contractOf({ post: { requestBody: body } });
  const breakOff = (length: number) => async (_: string, init: RequestInit) => {
    if (((init.body as Uint8Array | undefined)?.length ?? 0) > length)
      throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    return json(200);
  };
  expect(await findingsOf({ contract, fetch: breakOff(1_000_000), only: ["http"] })).toEqual([]);
  expect(await findingsOf({ contract, fetch: breakOff(0), only: ["http"] })).toEqual([
    "error postThings: doesn't respond: ECONNRESET",
  ]);
});

test("the request that ends a server is reported, and the run ends", async () => {
  const body = { required: true, content: { "application/json": { schema: { type: "object" } } } };
  const contract = contractOf({ post: { requestBody: body } });
  let isUp = true;
  const fetch = async (_: string, init: RequestInit) => {
    const isDeep = new TextDecoder().decode(init.body as Uint8Array | undefined).startsWith("[[[[");
    if (!isUp || isDeep) {
      const code = isUp ? "UND_ERR_SOCKET" : "ECONNREFUSED";
      isUp = false;
      throw new TypeError("fetch failed", { cause: { code } });
    }
    return json(200);
  };
  const { diagnostics, ended } = await testContract({ contract, fetch, only: ["content"] });
  expect(ended).toBe("the server can't be reached any more");
  const [crash] = diagnostics.filter(({ severity, message }) => severity === "error" && message.includes("UND_ERR_SOCKET"));
  expect(crash?.hint).toContain("[[[[");
});

test("a run that ends early says so", async () => {
  const contract = contractOf({ get: {}, post: {} });
  const { diagnostics } = await testContract({ contract, fetch: async () => json(200), limits: { requests: 1 } });
  expect(diagnostics.find(({ code }) => code === "test-ended")?.message).toMatch(
    /^the run ended after \d+ of \d+ cases: the budget of 1 requests is used up$/,
  );
});

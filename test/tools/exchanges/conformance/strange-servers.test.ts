import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { printHtml } from "../../../../generator/tools/exchanges/conformance/print-html.js";
import { testContract, type TestOptions } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { maxBody } from "../../../../generator/tools/exchanges/conformance/read-body.js";
import { readContract } from "../../../../generator/tools/exchanges/exchange-contract.js";
import { repositoryPath } from "../../../support/repository.js";

type Operation = Readonly<Record<string, unknown>>;

/** A contract with the operations of one path, each with a response of 200 with an object. */
function contractOf(operations: Readonly<Record<string, Operation>>, address = "/things", title = "Things") {
  const ok = { description: "OK", content: { "application/json": { schema: { type: "object", properties: {} } } } };
  const methods = Object.entries(operations).map(([method, { responses = {}, ...operation }]) => [
    method,
    {
      operationId: `${method}Things`,
      summary: "Things",
      tags: ["things"],
      ...operation,
      responses: { "200": ok, ...(responses as object) },
    },
  ]);
  const document = {
    openapi: "3.1.0",
    info: { title, version: "1", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/" }],
    security: [],
    tags: [{ name: "things", description: "Things." }],
    paths: { [address]: Object.fromEntries(methods) as object },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
  };
  const file = path.join(mkdtempSync(path.join(tmpdir(), "strange-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  return readContract(file);
}

const json = (status: number, body: unknown = {}, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

const query = (name: string, schema: object, required = false) => ({ name, in: "query", required, description: name, schema });

const secured = [{ key: [] }];
const challenge = { "www-authenticate": "Key" };

async function findingsOf(options: TestOptions): Promise<readonly string[]> {
  const { diagnostics } = await testContract(options);
  return diagnostics.filter(({ code }) => code !== "test-nothing").map(({ severity, message }) => `${severity} ${message}`);
}

test("an invalid value that a query can't hold is not sent, so that accepting it is no deviation", async () => {
  const parameters = [query("tags", { type: "array", items: { type: "string" } }), query("name", { type: "string" })];
  expect(
    await findingsOf({ contract: contractOf({ get: { parameters } }), fetch: async () => json(200), only: ["invalid"] }),
  ).toEqual([]);
});

test("an invalid value that a query holds is sent", async () => {
  const contract = contractOf({ get: { parameters: [query("limit", { type: "integer" })] } });
  expect(await findingsOf({ contract, fetch: async () => json(200), only: ["invalid"] })).toContainEqual(
    expect.stringContaining('query/limit breaks the rule "type"'),
  );
});

test("a redirection accepts nothing", async () => {
  const contract = contractOf({
    get: {
      security: secured,
      parameters: [query("limit", { type: "integer" })],
      responses: { "302": { description: "To a login" } },
    },
  });
  const fetch = async () => new Response(null, { status: 302, headers: { location: "/login" } });
  const callers = { me: { credentials: { key: "k" } } };
  const found = await findingsOf({ contract, callers, fetch, only: ["invalid", "credentials"] });
  expect(found.filter((text) => text.startsWith("error"))).toEqual([]);
});

test("a secured operation is not tried without a caller, or by one that lacks its credentials", async () => {
  const contract = contractOf({ get: { security: secured } });
  const fetch = async () => json(401, {}, challenge);
  for (const callers of [{}, { me: { token: "a-token" } }]) {
    const { cases } = await testContract({ contract, callers, fetch, only: ["valid"] });
    expect(cases).toMatchObject([{ outcome: "skipped", reason: expect.stringContaining("credentials") as string }]);
  }
});

test("401 is a must only where the contract declares it", async () => {
  const fetch = async (_: string, { headers }: RequestInit) =>
    (headers as Record<string, string>)["x-key"] === "k" ? json(200) : json(400);
  const callers = { me: { credentials: { key: "k" } } };
  const severities = async (responses: object) => {
    const contract = contractOf({ get: { security: secured, responses } });
    const found = await findingsOf({ contract, callers, fetch, only: ["credentials"] });
    return [...new Set(found.filter((text) => text.includes("instead of 401")).map((text) => text.split(" ")[0]))];
  };
  expect(await severities({ "400": { description: "Bad" } })).toEqual(["warning"]);
  expect(await severities({ "400": { description: "Bad" }, "401": { description: "Unknown" } })).toEqual(["error"]);
});

test.each<[status: number, operation: Operation, address?: string]>([
  [401, { security: secured }],
  [403, { security: secured }],
  [404, { parameters: [{ ...query("id", { type: "string", enum: ["a"] }), in: "path", required: true }] }, "/things/{id}"],
  [415, { requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } } }],
  [429, {}],
])("%i needs no declaration where HTTP gives it its meaning", async (status, operation, address) => {
  const contract = contractOf({ post: operation }, address);
  const fetch = async () => json(status, {}, challenge);
  const found = await findingsOf({ contract, callers: { me: { credentials: { key: "k" } } }, fetch });
  expect(found.filter((text) => text.includes("not declared"))).toEqual([]);
});

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

test("another origin is never asked, and a location that can't be decoded is no id", async () => {
  const asked = new Set<string>();
  const fetch = async (url: string) => {
    asked.add(new URL(url).origin);
    return json(201, {}, { location: "http://elsewhere.example/%E0%A4%A" });
  };
  const item = contractOf({ post: { requestBody: { content: { "application/json": { schema: { type: "object" } } } } } });
  await testContract({ contract: item, fetch, url: "http://api.example", allow: "write" });
  expect([...asked]).toEqual(["http://api.example"]);
});

test("the page shows no control characters, and runs nothing of the contract", async () => {
  const hostile = "\u001b[31m<script>alert(1)</script>\u202e";
  const contract = contractOf({ get: { parameters: [query("q", { const: hostile })] } }, "/things", hostile);
  const report = await testContract({ contract, fetch: async () => json(200, hostile) });
  expect(report.diagnostics).not.toEqual([]);
  const page = printHtml(contract.contract, report, "http://api.example");
  expect(page).not.toMatch(/<script|[\u0000-\u0008\u000b-\u001f\u202e]/);
});

test("a body that HTTP forbids is not missed, although the contract declares it", async () => {
  const content = { "application/json": { schema: { type: "object" } } };
  const contract = contractOf({ delete: { responses: { "204": { description: "Removed.", content } } } });
  expect(await findingsOf({ contract, fetch: async () => new Response(null, { status: 204 }), only: ["valid"] })).toEqual([]);
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

test("what a login responds to made-up credentials is no deviation", async () => {
  const body = { required: true, content: { "application/json": { schema: { type: "object", required: ["password"] } } } };
  const login = contractOf({ post: { requestBody: body, responses: { "401": { description: "No." } } } });
  const fetch = async () => new Response(null, { status: 401, headers: challenge });
  expect(await findingsOf({ contract: login, fetch, only: ["valid"] })).toEqual([]);
  expect(await findingsOf({ contract: contractOf({ get: {} }), fetch, only: ["valid"] })).toContain(
    "error getThings: responds with 401 where no credentials are needed",
  );
});

test("a fault of each item of a list is one finding", async () => {
  const items = { type: "array", items: { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } } };
  const ok = { description: "OK", content: { "application/json": { schema: items } } };
  const contract = contractOf({ get: { responses: { "200": ok } } });
  const fetch = async () => json(200, [{ tags: null }, { tags: [1, 2] }, { tags: null }]);
  expect(await findingsOf({ contract, fetch, only: ["valid"] })).toEqual([
    "error getThings: body/0/tags of the response with 200 must be array",
    "error getThings: body/1/tags/0 of the response with 200 must be string",
  ]);
});

test("what must never be called isn't, and a misspelled name of it ends the run before it begins", async () => {
  const contract = contractOf({ get: {}, post: {} });
  const methods = new Set<string>();
  const fetch = async (_: string, { method }: RequestInit) => {
    methods.add(method!);
    return json(200);
  };
  await testContract({ contract, fetch, never: ["postThings"] });
  expect([...methods]).toContain("GET");
  expect([...methods]).not.toContain("POST");
  const { diagnostics, requests } = await testContract({ contract, fetch, never: ["postThing"] });
  expect([diagnostics.map(({ message }) => message), requests]).toEqual([
    [expect.stringContaining('never names "postThing", which the contract doesn\'t declare')],
    0,
  ]);
});

test("ids are read from lists of them, and from items that have a number where the path has a string", async () => {
  const ok = (schema: object) => ({ "200": { description: "OK", content: { "application/json": { schema } } } });
  const id = { name: "id", in: "path", required: true, description: "Id.", schema: { type: "string" } };
  const item = { type: "object", properties: { id: { type: "integer" } } };
  const base = { summary: "Things", tags: ["things"] };
  const document = {
    openapi: "3.1.0",
    info: { title: "Lists", version: "1", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/" }],
    security: [],
    tags: [{ name: "things", description: "Things." }],
    paths: {
      "/scans": { get: { ...base, operationId: "listScans", responses: ok({}) } },
      "/scans/{id}": { get: { ...base, operationId: "getScan", parameters: [id], responses: ok({ type: "object" }) } },
      "/alerts": { get: { ...base, operationId: "listAlerts", responses: ok({ type: "array", items: item }) } },
      "/alerts/{id}": { get: { ...base, operationId: "getAlert", parameters: [id], responses: ok(item) } },
    },
  };
  const file = path.join(mkdtempSync(path.join(tmpdir(), "lists-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const asked = new Set<string>();
  const answers: Readonly<Record<string, unknown>> = {
    "/scans": ["s-1", "s-2"],
    "/scans/s-1": {},
    "/alerts": [{ id: 5 }],
    "/alerts/5": { id: 5 },
  };
  const fetch = async (url: string) => {
    const { pathname } = new URL(url);
    asked.add(pathname);
    return pathname in answers ? json(200, answers[pathname]) : json(404);
  };
  const { cases } = await testContract({ contract: file, fetch, only: ["valid"] });
  expect(cases.map(({ case: { name }, outcome }) => `${name} ${outcome}`)).toEqual([
    "getAlert passed",
    "getScan passed",
    "listAlerts passed",
    "listScans passed",
  ]);
  expect([...asked]).toEqual(expect.arrayContaining(["/scans/s-1", "/alerts/5"]));
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

test("credentials for a scheme that the contract doesn't declare end the run before it begins", async () => {
  const contract = contractOf({ get: { security: secured } });
  const { diagnostics } = await testContract({
    contract,
    fetch: async () => json(200),
    callers: { me: { credentials: { kee: "a" } } },
  });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('callers/me/credentials names "kee", which the contract doesn\'t declare'),
  ]);
});

test("a header that HTTP lets a server ignore may have any value, and others may not", async () => {
  const header = (name: string) => ({ name, in: "header", description: name, schema: { type: "string", enum: ["a", "b"] } });
  const names = ["Prefer", "If-Modified-Since", "Accept-Language", "X-Mode"];
  const contract = contractOf({ get: { parameters: names.map(header) } });
  const found = await findingsOf({ contract, fetch: async () => json(200), only: ["invalid"] });
  expect(found.filter((message) => message.includes("X-Mode")).length).toBeGreaterThan(0);
  expect(found.filter((message) => !message.includes("X-Mode"))).toEqual([]);
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

test("an address in an example of the documentation is no secret, and a real one is", async () => {
  const contract = contractOf({ get: {} });
  const shown = (url: string) =>
    findingsOf({ contract, fetch: async () => json(200, { help: `such as ${url}` }), only: ["valid"] });
  expect(await shown("https://user:pass@example.com/a")).toEqual([]);
  expect(await shown("postgres://user:hunter2hunter2@db.example:5432/a")).toHaveLength(1);
  expect(await shown("postgres://user:hunter2hunter2@db.internal/a")).toHaveLength(1);
  expect(await shown("https://a:password@example.community/")).toHaveLength(1);
});

test("a part that is a file is sent with a name and its type, others as text", async () => {
  const properties = {
    kind: { type: "string" },
    file: { type: "string", format: "binary" },
    images: { type: "array", minItems: 1, items: { type: "string", format: "binary" } },
    plan: {},
  };
  const schema = { type: "object", required: Object.keys(properties), properties };
  const encoding = { images: { contentType: "image/png" }, plan: { contentType: "application/pdf" } };
  const contract = contractOf({
    post: { requestBody: { required: true, content: { "multipart/form-data": { schema, encoding } } } },
  });
  const seen: string[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const form = await new Request(url, init).formData();
    for (const [name, value] of form) seen.push(`${name}: ${typeof value === "string" ? "text" : `${value.name} ${value.type}`}`);
    return json(200);
  };
  await testContract({ contract, fetch, only: ["valid/postThings/valid"] });
  expect(seen).toEqual([
    "kind: text",
    "file: example application/octet-stream",
    "images: example image/png",
    "plan: example application/pdf",
  ]);
});

test("a run that ends early says so", async () => {
  const contract = contractOf({ get: {}, post: {} });
  const { diagnostics } = await testContract({ contract, fetch: async () => json(200), limits: { requests: 1 } });
  expect(diagnostics.find(({ code }) => code === "test-ended")?.message).toMatch(
    /^the run ended after \d+ of \d+ cases: the budget of 1 requests is used up$/,
  );
});

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { printHtml } from "../../../../generator/tools/exchanges/conformance/print-html.js";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { contractOf, findingsOf, json, type Operation, query } from "./things.js";

const secured = [{ key: [] }];
const challenge = { "www-authenticate": "Key" };

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

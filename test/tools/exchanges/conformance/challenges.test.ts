import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createServer, load, toFetchHandler } from "../../../../generator/live/index.js";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";

/** A scheme, and what a 401 says about it; `null`: nothing. */
const schemes: readonly (readonly [scheme: object, challenge: string | null])[] = [
  [{ type: "http", scheme: "bearer" }, "Bearer"],
  [{ type: "http", scheme: "basic" }, 'Basic realm="api"'],
  [{ type: "openIdConnect", openIdConnectUrl: "https://api.acme.net/.well-known/openid-configuration" }, "Bearer"],
  [{ type: "apiKey", in: "header", name: "Authorization" }, "ApiKey"],
  [{ type: "apiKey", in: "header", name: "X-Key" }, null],
  [{ type: "apiKey", in: "query", name: "key" }, null],
  [{ type: "apiKey", in: "cookie", name: "sid" }, null],
];

const shows = { "200": { description: "A.", content: { "application/json": { schema: { type: "object" } } } } };

/** A contract with an operation that needs the scheme. */
function contractOf(scheme: object): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "challenge-")), "openapi.json");
  const failed = { default: { description: "Failed." } };
  const document = {
    openapi: "3.1.0",
    info: { title: "A", version: "1", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/" }],
    security: [{ own: [] }],
    paths: { "/a": { get: { operationId: "getA", summary: "A.", responses: { ...shows, ...failed } } } },
    components: { securitySchemes: { own: scheme } },
  };
  writeFileSync(file, JSON.stringify(document));
  return file;
}

test.each(schemes)("%j: what the server sends with a 401 is what a test demands", async (scheme, challenge) => {
  const contract = contractOf(scheme);
  const server = createServer(await load(contract), {
    authenticate: ({ headers, url }) => (/good|Z29vZDpnb29k/.test(JSON.stringify([headers, url])) ? { scopes: [] } : undefined),
    canAccess: () => true,
    handlers: { operations: { getA: () => ({ status: 200, body: {} }) } },
    log: () => undefined,
  });
  const handle = toFetchHandler(server);
  const { status, headers } = await handle(new Request("http://api.invalid/a"));
  expect([status, headers.get("www-authenticate")]).toEqual([401, challenge]);

  const login = { username: "good", password: "good" };
  const isBasic = "scheme" in scheme && scheme.scheme === "basic";
  const callers = {
    me: { token: "good", ...("in" in scheme || isBasic ? { credentials: { own: isBasic ? login : "good" } } : {}) },
  };
  const found = async (change: (response: Response) => Response) => {
    const fetch = async (url: string, init: RequestInit) => change(await handle(new Request(url, init)));
    const { diagnostics, cases } = await testContract({ contract, fetch, callers });
    expect(cases.find(({ case: { id } }) => id.startsWith("credentials/"))?.outcome).not.toBe("skipped");
    return diagnostics.map(({ severity, message }) => `${severity} ${message}`);
  };
  expect(await found((response) => response)).toEqual([]);
  const without = (response: Response) => {
    response.headers.delete("www-authenticate");
    return response;
  };
  const problem = "error getA: responds with 401 without the header www-authenticate (RFC 9110, section 15.5.2)";
  expect(await found(without)).toEqual(challenge === null ? [] : [problem]);
});

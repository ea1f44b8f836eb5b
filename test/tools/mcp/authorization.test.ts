import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as sdk from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { createServersOf } from "../../../templates/runtime/mcp/create-servers.js";
import { watchRejections } from "../../../generator/cli/commands/mcp/authorization.js";
import { serveHttp } from "../../../generator/cli/commands/mcp/http.js";
import { load } from "../../../generator/live/index.js";
import { mockOf } from "../../../generator/tools/mock/mock.js";
import { mcpOf } from "./connect.js";

const target = { project_id: "00000000-0000-4000-8000-000000000001", service_id: "00000000-0000-4000-8000-000000000002" };
const issuer = "https://login.example.com/realms/a";
const scopes = ["service:read", "service:data", "service:write", "service:admin"];
const tokens = {
  "canary-token-one": { scopes },
  "canary-token-two": { scopes: ["service:read"] },
  "canary-token-three": { scopes },
};
const contract = await load("spec/openapi.yaml");

async function start(resource?: URL) {
  const mock = mockOf(contract, { tokens });
  const service = {
    id: target.service_id,
    project_id: target.project_id,
    type: "postgres",
    plan: "dedicated",
    name: "a",
    status: "active",
  };
  mock.setState({ collections: { [`/v1/projects/${target.project_id}/services`]: [service] } });
  const sent: (string | null)[] = [];
  const logged: string[] = [];
  const { fetch: send, isRejected } = watchRejections((url, init) => {
    sent.push(new Headers(init.headers).get("authorization"));
    return mock.fetch(url, init);
  });
  const servers = createServersOf(sdk, mcpOf(contract), {
    baseUrl: "http://mock.invalid",
    fetch: send,
    budget: 1_000_000,
    audit: (line) => void logged.push(line),
    onError: (error) => void logged.push(String(error)),
  });
  const settings = { issuer, resource, scopes, title: "Test", isRejected };
  const server = await serveHttp(sdk, servers, 0, (error) => void logged.push(String(error)), settings);
  onTestFinished(() => server.close());
  return { url: server.url, sent, logged };
}

async function connect(url: string, token: string, answeredBy = token) {
  const client = new Client(
    { name: "tester", version: "1" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { confirm: true } }));
  onTestFinished(() => client.close());
  const send = (to: string | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const isAnswer = typeof init.body === "string" && init.body.includes('"requestState"');
    headers.set("authorization", `Bearer ${isAnswer ? answeredBy : token}`);
    return fetch(to, { ...init, headers });
  };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: send }));
  return client;
}

test.each([undefined, "Basic dXNlcjpwYXNz", "Bearer", "Bearer a b", "bearer-token"])(
  "a request with the header %j is sent to the metadata",
  async (authorization) => {
    const { url, sent } = await start();
    const headers = { "content-type": "application/json", ...(authorization !== undefined && { authorization }) };
    const response = await fetch(url, { method: "POST", headers, body: "{}" });
    const metadata = `${new URL(url).origin}/.well-known/oauth-protected-resource/mcp`;
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      authorization === undefined
        ? `Bearer resource_metadata="${metadata}"`
        : expect.stringMatching(new RegExp(`^Bearer error="invalid_token".*resource_metadata="${metadata}"`)),
    ]);
    expect(sent).toEqual([]);
  },
);

test("the metadata name the issuer, the scopes and this server", async () => {
  const { url } = await start();
  const response = await fetch(`${new URL(url).origin}/.well-known/oauth-protected-resource/mcp`);
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      resource: url,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
      resource_name: "Test",
    },
  ]);
  expect((await fetch(`${new URL(url).origin}/.well-known/oauth-protected-resource`)).status).toBe(401);
  expect((await fetch(response.url, { method: "POST" })).status).toBe(405);
});

test("or the URL under which callers know it", async () => {
  const { url } = await start(new URL("https://tools.example.com/agents/mcp"));
  const { headers } = await fetch(url, { method: "POST" });
  const metadata = "https://tools.example.com/.well-known/oauth-protected-resource/agents/mcp";
  expect(headers.get("www-authenticate")).toContain(`resource_metadata="${metadata}"`);
  const served = await fetch(`${new URL(url).origin}${new URL(metadata).pathname}`);
  expect(await served.json()).toMatchObject({ resource: "https://tools.example.com/agents/mcp" });
});

test("each caller calls the API with its own token, which is in no log and no result", async () => {
  const { url, sent, logged } = await start();
  const [one, two] = [await connect(url, "canary-token-one"), await connect(url, "canary-token-two")];
  const given = { name: "postgres_add_ip", arguments: { ...target, ip: "203.0.113.7" } };
  const results = [await one.callTool(given), await two.callTool(given)];
  expect(results.map(({ isError }) => isError ?? false)).toEqual([false, true]);
  expect(sent).toEqual(["Bearer canary-token-one", "Bearer canary-token-two"]);
  // The service is read for the person with the token of the caller, too.
  await one.callTool({ name: "postgres_disable_extension", arguments: { ...target, extension: "pg_trgm" } });
  expect(sent.slice(2)).toEqual(Array.from({ length: 3 }, () => "Bearer canary-token-one"));
  expect(JSON.stringify([results, logged])).not.toContain("canary");
  expect(logged).toHaveLength(4);
});

test("a token that the API has rejected is a 401 for a while", async () => {
  const { url, sent } = await start();
  const client = await connect(url, "unknown-token");
  const call = () => client.callTool({ name: "getService", arguments: target });
  expect(await call()).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("401") }] });
  await expect(call()).rejects.toThrow("invalid_token");
  const response = await fetch(url, { method: "POST", headers: { authorization: "Bearer unknown-token" } });
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, expect.stringContaining("invalid_token")]);
  expect(sent).toEqual(["Bearer unknown-token"]);
});

test.each([
  ["canary-token-one", 3],
  ["canary-token-three", 1],
])("a question to the first caller that %s answers", async (token, requests) => {
  const { url, sent } = await start();
  const client = await connect(url, "canary-token-one", token);
  const call = client.callTool({ name: "postgres_disable_extension", arguments: { ...target, extension: "pg_trgm" } });
  await call.catch(() => undefined);
  expect(sent).toHaveLength(requests);
});

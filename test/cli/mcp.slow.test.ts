import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { load, toNodeHandler } from "../../generator/live/index.js";
import { mockOf } from "../../generator/tools/mock/mock.js";
import { runBuiltCli } from "../support/built-command-line.js";
import { temporaryFolder, testEnvironment } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

const contract = repositoryPath("spec/openapi.yaml");
const command = repositoryPath("bin/openapi-actions.js");
const canary = "canary-token-5c1e";
const target = { project_id: "00000000-0000-4000-8000-000000000001", service_id: "00000000-0000-4000-8000-000000000002" };

/** A mock over HTTP that only knows the canary as token. */
async function startApi(): Promise<string> {
  const scopes = ["service:read", "service:data", "service:write", "service:admin"];
  const mock = mockOf(await load(contract), { tempo: 50, tokens: { [canary]: { scopes } } });
  const service = {
    id: target.service_id,
    project_id: target.project_id,
    type: "postgres",
    plan: "shared",
    name: "orders",
    status: "active",
  };
  mock.setState({ collections: { [`/v1/projects/${target.project_id}/services`]: [service] } });
  const server = http.createServer(toNodeHandler(mock)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const modes = { "2025-11-25": "legacy", "2026-07-28": { pin: "2026-07-28" } } as const;
type Era = keyof typeof modes;
const eras = Object.keys(modes) as Era[];

function clientOf(era: Era): Client {
  const client = new Client(
    { name: "tester", version: "1" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: modes[era] } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { confirm: true } }));
  onTestFinished(() => client.close());
  return client;
}

/** The official client, connected over stdin and stdout, and what the server prints to stderr. */
async function connectStdio(era: Era, args: readonly string[], env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp", contract, ...args],
    env: { PATH: process.env["PATH"] ?? "", ...testEnvironment, ...env },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr!.on("data", (chunk) => (stderr += String(chunk)));
  const client = clientOf(era);
  await client.connect(transport);
  return { client, stderr: () => stderr };
}

/** A server over HTTP. */
async function startHttp(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [command, "mcp", contract, "--http", "--port", "0", ...args], {
    env: { ...process.env, ...testEnvironment, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  const url = await new Promise<string>((resolve) => {
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
      const [, found] = /is served at (\S+);/.exec(stderr) ?? [];
      if (found) resolve(found);
    });
  });
  return { child, url, stderr: () => stderr, stdout: () => stdout };
}

describe.each(eras)("%s", (era) => {
  test("over stdin and stdout, on an API with a token of the environment", async () => {
    const args = ["--url", await startApi(), "--token-env", "MY_TOKEN", "--service", `${target.project_id}/${target.service_id}`];
    const { client, stderr } = await connectStdio(era, args, { MY_TOKEN: canary });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("postgres_list_backups");
    expect(tools.length).toBeLessThan(50);
    const { structuredContent, isError } = await client.callTool({ name: "postgres_backup_now", arguments: {} });
    expect([isError ?? false, structuredContent]).toEqual([false, expect.objectContaining({ finished: true })]);
    const refused = await client.callTool({ name: "postgres_add_ip", arguments: { ip: "203.0.113.7" } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: "postgres_add_ip is not available: The plan shared does not include it." }],
    });
    await client.close();
    expect(stderr()).toMatch(/^\d+ tools, about \d+ tokens\n/);
    expect(stderr()).toContain('"tool":"postgres_backup_now","caller":"tester 1"');
    expect(stderr()).not.toContain(canary);
  });

  test("over HTTP, on a mock", async () => {
    const { url, stdout, stderr } = await startHttp(["--mock"]);
    const client = clientOf(era);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["search_tools", "describe_tool", "invoke_tool"]);
    const call = (name: string, args: object) => client.callTool({ name: "invoke_tool", arguments: { name, arguments: args } });
    const given = { project_id: target.project_id, type: "postgres", plan: "dedicated", name: "orders" };
    const made = await call("createService", given);
    // Without a connection, the server can't ask.
    if (era === "2025-11-25")
      expect(made).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("can't ask") }] });
    else expect(made).toMatchObject({ structuredContent: { result: { name: "orders" } } });
    const listed = await call("listServices", { project_id: target.project_id });
    expect((listed.structuredContent as { result: { services: object[] } }).result.services).toHaveLength(
      era === "2025-11-25" ? 0 : 1,
    );
    expect(stdout()).toBe("");
    expect(stderr()).toContain("above --budget, so search_tools, describe_tool, invoke_tool stand for them");
  });
});

test("stdout is the protocol's, and the end of stdin ends the server", async () => {
  const child = spawn(process.execPath, [command, "mcp", contract, "--mock"], { env: { ...process.env, ...testEnvironment } });
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: client })}\nnot JSON\n`);
  await expect.poll(() => stdout, { timeout: 20_000 }).toContain('"id":1');
  child.stdin.end();
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
  for (const line of stdout.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
});

describe("over HTTP", () => {
  const ask = (url: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      const type = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const request = http.request(url, { method: "POST", headers: { ...type, ...headers } }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      request.on("error", reject).end(body);
    });

  test("with an authorization server, callers have tokens of their own", async () => {
    const { url, stderr } = await startHttp(["--url", await startApi(), "--authorization", "https://login.example.com"]);
    expect(await ask(url, {})).toBe(401);
    const metadata = await fetch(url.replace("/mcp", "/.well-known/oauth-protected-resource/mcp"));
    expect(await metadata.json()).toMatchObject({
      authorization_servers: ["https://login.example.com"],
      scopes_supported: ["service:admin", "service:data", "service:read", "service:write"],
    });
    const client = clientOf("2026-07-28");
    const requestInit = { headers: { authorization: `Bearer ${canary}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const given = { name: "getService", arguments: target };
    const { structuredContent } = await client.callTool({ name: "invoke_tool", arguments: given });
    expect(structuredContent).toMatchObject({ result: { name: "orders" } });
    expect(stderr()).not.toContain(canary);
  });

  test("other hosts, pages and paths are rejected, and Ctrl-C ends it", async () => {
    const { child, url } = await startHttp(["--mock"]);
    expect(await ask(url, {})).toBe(200);
    expect(await ask(url, { host: "evil.example" })).toBe(403);
    expect(await ask(url, { origin: "https://evil.example" })).toBe(403);
    expect(await ask(url, { origin: "null" })).toBe(403);
    expect(await ask(url, { origin: "http://localhost:3000" })).toBe(200);
    expect(await ask(url.replace("/mcp", "/"), {})).toBe(404);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

test("without the package, the message has the command that installs it", async () => {
  const folder = temporaryFolder();
  for (const part of ["bin", "dist", "package.json"])
    cpSync(repositoryPath(part), path.join(folder, "app", part), { recursive: true });
  mkdirSync(path.join(folder, "work"));
  const child = spawn(process.execPath, [path.join(folder, "app/bin/openapi-actions.js"), "mcp", contract, "--mock"], {
    cwd: path.join(folder, "work"),
    env: { ...process.env, ...testEnvironment },
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const [code] = (await once(child, "close")) as [number];
  expect([code, stderr]).toEqual([
    2,
    "error: mcp needs the package @modelcontextprotocol/server, which is not installed. Run: npm install --save-dev @modelcontextprotocol/server@2\n",
  ]);
});

describe("flags", () => {
  test.each([
    [[], 2, "Specify one of --url, the base URL of the API, and --mock."],
    [["--mock", "--url", "http://x"], 2, "Specify one of --url"],
    [["--url", "ftp://x"], 2, "--url must begin with http:// or https://."],
    [["--url", "http://user:pass@x"], 2, "--url must not contain credentials. Use --token-env."],
    [["--url", "http://x/?a=1"], 2, "--url must not have a query or fragment."],
    [
      ["--url", "http://x", "--token-env", "NO_SUCH_VARIABLE"],
      2,
      "--token-env: the environment has no variable NO_SUCH_VARIABLE.",
    ],
    [["--mock", "--token-env", "HOME"], 2, "--token-env: a mock needs no token."],
    [
      ["--mock", "--type", "mysql"],
      2,
      '--type: the contract has no service type "mysql" (known: auth, objects, postgres, search).',
    ],
    [["--mock", "--service", "a"], 2, "--service: expected project_id/service_id."],
    [["--mock", "--destructive", "promt"], 2, "Did you mean prompt?"],
    [["--mock", "--authorization", "https://login.example.com"], 2, "--authorization is for --http"],
    [["--mock", "--http", "--authorization", "http://login.example.com"], 2, "--authorization must begin with https://."],
    [["--mock", "--http", "--authorization", "https://a:b@login.example.com"], 2, "must not have credentials"],
    [["--mock", "--http", "--resource", "https://x.example.com/mcp"], 2, "--resource is for --authorization."],
    [
      ["--mock", "--http", "--authorization", "https://x.example.com", "--service", "a/b"],
      2,
      "there is no token to read the service",
    ],
    [["--mock", "--format", "json"], 2, "stdout is used by the protocol."],
    [["--url", "http://127.0.0.1:9", "--service", "a/b"], 1, "--service: getService"],
  ] as const)("%j", async (flags, code, message) => {
    const run = await runBuiltCli(temporaryFolder(), ["mcp", contract, ...flags]);
    expect([run.code, run.stdout, run.stderr]).toEqual([code, "", expect.stringContaining(message)]);
  });
});

test("a message that is too long ends the process, which says why", async () => {
  const child = spawn(process.execPath, [command, "mcp", contract, "--mock"], { env: { ...process.env, ...testEnvironment } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  child.stdin.on("error", () => undefined);
  child.stdin.write("a".repeat(11_000_000));
  const [code] = (await once(child, "exit")) as [number];
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("a message is longer than 10485760 bytes, which ends the connection"),
  ]);
});

test.each([
  [[], true],
  [["--destructive", "allow"], false],
] as const)("services that can't be read are named at the start; with %j: %s", async (flags, isNamed) => {
  const folder = temporaryFolder();
  writeFileSync(
    path.join(folder, "api.yaml"),
    `openapi: 3.1.0
info: { title: Test, version: "1", license: { name: MIT, identifier: MIT } }
servers: [{ url: https://api.example }]
security: []
paths:
  /robots/{robot_id}/actions/{action}:
    post:
      operationId: act
      summary: Act.
      parameters:
        - { name: robot_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      x-platform-robot-actions: { wipe: { summary: Wipe., destructive: true, body: { type: object, additionalProperties: false, required: [name], properties: { name: { type: string, maxLength: 9 } } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { type: object, required: [action, status], properties: { action: { type: string }, status: { type: string } } } } } }
        default: { description: Failed., content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } } }
`,
  );
  const child = spawn(process.execPath, [command, "mcp", "api.yaml", "--mock", ...flags], {
    cwd: folder,
    env: { ...process.env, ...testEnvironment },
  });
  child.stdin.end();
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  await once(child, "exit");
  expect(stderr).toContain("1 tool, ");
  expect(stderr.includes("not read before destructive actions: services of robot")).toBe(isNamed);
});

import net from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as sdk from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { createServersOf } from "../../../templates/runtime/mcp/create-servers.js";
import { serveHttp } from "../../../generator/cli/commands/mcp/http.js";
import { load } from "../../../generator/live/index.js";
import { mockOf } from "../../../generator/tools/mock/mock.js";
import { mcpOf } from "./connect.js";

const target = { project_id: "00000000-0000-4000-8000-000000000001", service_id: "00000000-0000-4000-8000-000000000002" };

// The response is a stream only if there is progress.
test.each([true, false])("a caller that goes away over HTTP is followed no longer; with progress: %s", async (hasProgress) => {
  const contract = await load("spec/openapi.yaml");
  const mock = mockOf(contract, { tempo: 600_000 });
  const service = {
    id: target.service_id,
    project_id: target.project_id,
    type: "postgres",
    plan: "shared",
    name: "a",
    status: "active",
  };
  mock.setState({ collections: { [`/v1/projects/${target.project_id}/services`]: [service] } });
  const audit: string[] = [];
  const errors: unknown[] = [];
  const api = { baseUrl: "http://mock.invalid", token: "any", fetch: mock.fetch };
  const servers = createServersOf(
    sdk,
    { ...mcpOf(contract), instructions: "Read first." },
    {
      ...api,
      budget: 1_000_000,
      wait: 60_000,
      interval: 5,
      audit: (line) => void audit.push(line),
      onError: (error) => void errors.push(error),
    },
  );
  const server = await serveHttp(sdk, servers, 0, (error) => void errors.push(error));
  const client = new Client({ name: "tester", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  expect(client.getInstructions()).toBe("Read first.");
  const controller = new AbortController();
  const progress: unknown[] = [];
  const running = client.callTool(
    { name: "postgres_backup_now", arguments: target },
    { signal: controller.signal, ...(hasProgress && { onprogress: ({ message }) => void progress.push(message) }) },
  );
  await expect.poll(() => (hasProgress ? progress : mock.requests).length, { timeout: 60_000 }).toBeGreaterThan(2);
  controller.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
  await expect.poll(() => audit.length, { timeout: 60_000 }).toBe(1);
  const { length } = mock.requests;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([mock.requests.length, errors]).toEqual([length, []]);
  expect(audit[0]).toContain('"outcome":"cancelled"');
});

test.each([
  ["127.0.0.1@evil.example", 403],
  ["evil.example:80", 403],
  ["127.0.0.1.evil.example", 403],
  ["a b", 403],
  ["127.0.0.1:1", 404],
])("a request for the host %s has the status %d", async (host, status) => {
  const errors: unknown[] = [];
  const servers = { create: () => expect.fail("created") };
  const server = await serveHttp(sdk, servers as never, 0, (error) => void errors.push(error));
  onTestFinished(() => server.close());
  const { port } = new URL(server.url);
  const socket = net.connect(Number(port), "127.0.0.1");
  socket.end(`GET /other HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  expect([text.split(" ")[1], errors]).toEqual([String(status), []]);
});

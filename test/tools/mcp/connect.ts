import { Client, type CallToolResult, type ClientCapabilities, ProtocolError } from "@modelcontextprotocol/client";
import * as sdk from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";
import type { LiveContract } from "../../../generator/live/index.js";
import { createMcpContract } from "../../../generator/live/mcp.js";
import type { McpContract } from "../../../templates/runtime/mcp/contract.js";
import { createServersOf, type McpServers } from "../../../templates/runtime/mcp/create-servers.js";
import type { McpOptions, McpSettings } from "../../../templates/runtime/mcp/settings.js";

/** The revisions of the protocol: with a connection, and without one. */
export const eras = ["2025-11-25", "2026-07-28"] as const;

export type Era = (typeof eras)[number];

/** How a client and its server are connected in one process. */
export interface Connection extends McpSettings {
  /** Or what creates the servers of generated code. */
  readonly contract: LiveContract | McpContract | CreateServers;
  readonly api: McpOptions;
  readonly era?: Era;
  /** What a person responds; absent: the client can't ask. */
  readonly respond?: (message: string) => {
    readonly action: "accept" | "decline" | "cancel";
    readonly content?: Record<string, boolean>;
  };
}

/** As generated code exports it. */
export type CreateServers = (options: McpOptions) => McpServers;

/** What a server logged. */
export interface Logs {
  readonly audit: string[];
  readonly errors: unknown[];
}

/** What servers know of a contract; described once. */
export function mcpOf(contract: LiveContract | McpContract): McpContract {
  if (!("model" in contract)) return contract;
  const known = described.get(contract) ?? createMcpContract(contract);
  described.set(contract, known);
  return known;
}

const described = new WeakMap<LiveContract, McpContract>();

/** Connects the official client with a server of tools. */
export async function connect({ contract, era = "2025-11-25", respond, api, ...settings }: Connection) {
  const logs: Logs = { audit: [], errors: [] };
  const create: CreateServers =
    typeof contract === "function" ? contract : (options) => createServersOf(sdk, mcpOf(contract), options);
  const servers = create({
    budget: 1_000_000,
    wait: 5_000,
    interval: 5,
    ...api,
    ...settings,
    audit: (line) => void logs.audit.push(line),
    onError: (error) => void logs.errors.push(error),
  });
  const [near, far] = sdk.InMemoryTransport.createLinkedPair();
  const handle = serveStdio(servers.create, { transport: far });
  const capabilities: ClientCapabilities = respond ? { elicitation: { form: {} } } : {};
  const client = new Client(
    { name: "tester", version: "2" },
    { capabilities, versionNegotiation: { mode: era === "2026-07-28" ? { pin: era } : "legacy" } },
  );
  if (respond) client.setRequestHandler("elicitation/create", ({ params }) => respond(params.message));
  await client.connect(near);
  onTestFinished(async () => {
    await client.close();
    await handle.close();
  });
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args }).catch((error: unknown) => {
      if (error instanceof ProtocolError) return rejected(error);
      throw error;
    });
    const texts = result.content.map((part) => (part.type === "text" ? part.text : ""));
    return { ...result, text: texts.join("\n") };
  };
  const outcomes = () => logs.audit.map((line) => (JSON.parse(line) as { outcome: string }).outcome);
  return { client, call, logs, outcomes, servers };
}

/** An error of the protocol, in the form of a result. */
function rejected({ code, message }: ProtocolError): CallToolResult {
  return { content: [{ type: "text", text: `${code}: ${message}` }], isError: true };
}

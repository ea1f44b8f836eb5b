import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { testEnvironment } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import type { Era } from "./connect.js";

/** How messages reach a server. */
export const transports = ["stdio", "http"] as const;

/** A message of a server, and the status where it came over HTTP. */
export interface Answer {
  readonly status?: number;
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server in a process of its own, to which messages are sent as they are. */
export interface RawSession {
  /** Calls a tool with arguments that are given as JSON text, or as what should be JSON. */
  readonly call: (tool: string, args: string, signal?: AbortSignal) => Promise<Answer>;
  /** All that was printed to stderr. */
  readonly stderr: () => string;
  readonly child: ChildProcess;
}

const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}';

function messageOf(era: Era, id: number, tool: string, args: string): string {
  const params = `{"name":${JSON.stringify(tool)},"arguments":${args}${era === "2026-07-28" ? `,${meta}` : ""}}`;
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`;
}

/** Starts `mcp` with a token, until the test ends. */
export async function startRaw(
  transport: (typeof transports)[number],
  era: Era,
  { args, env }: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv },
): Promise<RawSession> {
  const more = transport === "http" ? ["--http", "--port", "0"] : [];
  const child = spawn(process.execPath, [repositoryPath("bin/openapi-actions.js"), "mcp", ...args, ...more], {
    env: { ...process.env, ...testEnvironment, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stderr.on("data", (chunk) => (printed += String(chunk)));
  child.stdin.on("error", () => undefined);
  const stderr = () => printed;
  let last = 0;

  if (transport === "http") {
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.on("data", () => {
        const found = /served at (\S+);/.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.on("exit", () => reject(new Error(printed)));
    });
    const call = async (tool: string, given: string, signal?: AbortSignal): Promise<Answer> => {
      const modern = { "mcp-protocol-version": era, "mcp-method": "tools/call", "mcp-name": tool };
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(era === "2026-07-28" && modern),
        },
        body: messageOf(era, ++last, tool, given),
        ...(signal && { signal }),
      });
      const text = await response.text();
      const json = /^(?:event: message\n)?data: (.*)$/m.exec(text)?.[1] ?? text;
      return { status: response.status, ...(json.startsWith("{") ? (JSON.parse(json) as Answer) : {}) };
    };
    return { call, stderr, child };
  }

  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line) as Answer & { readonly id?: number };
    waiting.get(message.id ?? 0)?.(message);
  });
  const send = (id: number, text: string) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.set(id, resolve);
      child.once("exit", () => reject(new Error(`the server has ended: ${printed}`)));
      child.stdin.write(`${text}\n`);
    });
  child.setMaxListeners(0);
  if (era === "2025-11-25") {
    const params = '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}';
    await send(++last, `{"jsonrpc":"2.0","id":${last},"method":"initialize","params":${params}}`);
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }
  return { call: (tool, given) => send(++last, messageOf(era, last, tool, given)), stderr, child };
}

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { repositoryPath } from "../support/repository.js";

/** A place in a text, as editors count: from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A problem as an editor underlines it. */
interface EditorProblem {
  readonly message: string;
  readonly range: { readonly start: Position };
}

/** An editor with one project open, as far as YAML goes. */
export interface Editor {
  /** Opens a file of the project, or changes what is open, and returns what is wrong with it. */
  open(file: string, text: string): Promise<readonly EditorProblem[]>;
  /** Completions at a position of an open file. */
  complete(file: string, position: Position): Promise<readonly string[]>;
  /** The hover text of the word at a position of an open file. */
  hover(file: string, position: Position): Promise<string>;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

/** Starts yaml-language-server as editors do, with the settings that a project has for VS Code. */
export async function startEditor(project: string): Promise<Editor> {
  const yaml = readYamlSettings(project);
  const server = spawn(
    process.execPath,
    [repositoryPath("node_modules/yaml-language-server/bin/yaml-language-server"), "--stdio"],
    {
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  onTestFinished(() => void server.kill());
  const send = (message: object) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    server.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    server.stdin.write(body);
  };
  const answers = new Map<number, (result: unknown) => void>();
  const problems = new Map<string, (found: readonly EditorProblem[]) => void>();
  let onConfigured = () => {};
  const configured = new Promise<void>((resolve) => (onConfigured = resolve));
  readMessages(server.stdout, ({ id, method, params, result }) => {
    if (method === undefined) answers.get(id as number)?.(result);
    else if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = params as { uri: string; diagnostics: readonly EditorProblem[] };
      problems.get(uri)?.(diagnostics);
    } else if (method === "workspace/configuration") {
      const { items } = params as { items: readonly { section: string }[] };
      send({ id, result: items.map(({ section }) => (section === "yaml" ? yaml : {})) });
      onConfigured();
    } else if (id !== undefined) send({ id, result: null });
  });

  let lastId = 0;
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      answers.set(++lastId, resolve);
      send({ id: lastId, method, params });
    });
  const uriOf = (file: string) => pathToFileURL(path.join(project, file)).href;
  const rootUri = pathToFileURL(project).href;
  await request("initialize", {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "project" }],
    capabilities: { workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } } },
  });
  send({ method: "initialized", params: {} });
  await configured;

  const versions = new Map<string, number>();
  return {
    open(file, text) {
      const uri = uriOf(file);
      const version = (versions.get(uri) ?? 0) + 1;
      versions.set(uri, version);
      const found = new Promise<readonly EditorProblem[]>((resolve) => problems.set(uri, resolve));
      if (version === 1)
        send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version, text } } });
      else send({ method: "textDocument/didChange", params: { textDocument: { uri, version }, contentChanges: [{ text }] } });
      return found;
    },
    async complete(file, position) {
      const result = await request("textDocument/completion", { textDocument: { uri: uriOf(file) }, position });
      const { items } = result as { items: readonly { label: string }[] };
      return items.map(({ label }) => label);
    },
    async hover(file, position) {
      const result = await request("textDocument/hover", { textDocument: { uri: uriOf(file) }, position });
      return (result as { contents: { value: string } } | null)?.contents.value ?? "";
    },
  };
}

/** `yaml.…` of the settings as one object. Nothing is fetched from the network. */
function readYamlSettings(project: string): object {
  const settings = JSON.parse(readFileSync(path.join(project, ".vscode/settings.json"), "utf8")) as Record<string, unknown>;
  return { schemas: settings["yaml.schemas"], schemaStore: { enable: false }, validate: true, completion: true, hover: true };
}

/** Takes the messages of the Language Server Protocol out of a stream: a header with the length, and so many bytes. */
function readMessages(stream: NodeJS.ReadableStream, onMessage: (message: Message) => void): void {
  let buffer = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, Math.max(end, 0)).toString())?.[1]);
      if (end < 0 || buffer.length < end + 4 + length) return;
      onMessage(JSON.parse(buffer.subarray(end + 4, end + 4 + length).toString()) as Message);
      buffer = buffer.subarray(end + 4 + length);
    }
  });
}

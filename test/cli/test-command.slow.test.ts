import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder, testEnvironment } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

const contract = `openapi: 3.1.0
info: { title: Notes, version: "1", license: { name: MIT, identifier: MIT } }
servers: [{ url: https://notes.example.com }]
security: [{ bearer: [] }]
paths:
  /notes:
    get:
      operationId: listNotes
      summary: List notes
      responses:
        "200": { description: OK, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } } } } }
        "401": { $ref: "#/components/responses/Error" }
        "404": { $ref: "#/components/responses/Error" }
    post:
      operationId: createNote
      summary: Create a note
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewNote" } } }
      responses:
        "201": { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "400": { $ref: "#/components/responses/Error" }
        "401": { $ref: "#/components/responses/Error" }
  /notes/{note_id}:
    parameters: [{ name: note_id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getNote
      summary: Read a note
      responses:
        "200": { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "401": { $ref: "#/components/responses/Error" }
        "404": { $ref: "#/components/responses/Error" }
    delete:
      operationId: deleteNote
      summary: Remove a note
      responses:
        "204": { description: Gone }
        "401": { $ref: "#/components/responses/Error" }
        "404": { $ref: "#/components/responses/Error" }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  responses:
    Error: { description: Failed, content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } } }
  schemas:
    NewNote: { type: object, required: [text], additionalProperties: false, properties: { text: { type: string, minLength: 1, maxLength: 20 } } }
    Note: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
`;

const token = "secret-of-the-owner";

/** An API of notes; with \`isOpen\` it asks for no token to list them. */
async function startNotes({ isOpen = false, delay = 0 } = {}) {
  const notes = new Map<string, { id: string; text: string }>();
  let last = 0;
  const respond = async (request: http.IncomingMessage): Promise<readonly [status: number, body?: unknown, allow?: string]> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await new Promise((resolve) => setTimeout(resolve, delay));
    const url = new URL(request.url ?? "/", "http://notes.test");
    const [, collection, id, ...rest] = url.pathname.split("/");
    if (collection !== "notes" || rest.length > 0) return [404, { error: "no such path" }];
    const method = request.method === "HEAD" ? "GET" : request.method!;
    const allow = id === undefined ? "GET, POST" : "GET, DELETE";
    if (!allow.includes(method)) return [405, { error: "no such method" }, allow];
    const isOwner = request.headers.authorization === `Bearer ${token}`;
    if (!isOwner && !(isOpen && method === "GET")) return [401, { error: "no token" }];
    if (id !== undefined) {
      const note = notes.get(id);
      if (!note) return [404, { error: "no such note" }];
      if (method === "DELETE") notes.delete(id);
      return method === "DELETE" ? [204] : [200, note];
    }
    if (method === "GET") return [200, [...notes.values()]];
    const bytes = Buffer.concat(chunks);
    const text = new TextDecoder().decode(bytes);
    try {
      if (request.headers["content-type"] !== "application/json" || !Buffer.from(text).equals(bytes)) throw new TypeError();
      const body = JSON.parse(text) as { text: string };
      const isValid = typeof body.text === "string" && body.text !== "" && body.text.length <= 20;
      if (!isValid || Object.keys(body).length !== 1) throw new TypeError();
      const note = { id: `n${++last}`, text: body.text };
      notes.set(note.id, note);
      return [201, note];
    } catch {
      return [400, { error: "not a note" }];
    }
  };
  const server = http.createServer((request, response) => {
    void respond(request).then(([status, body, allow]) => {
      const headers = {
        ...(status === 401 && { "www-authenticate": "Bearer" }),
        ...(allow !== undefined && { allow }),
        ...(body !== undefined && { "content-type": "application/json" }),
      };
      response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { notes, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Runs the command in a folder with the contract and a file of tokens. */
async function run(flags: readonly string[], { folder = temporaryFolder(), onStart = (_: () => void) => {} } = {}) {
  writeFileSync(path.join(folder, "openapi.yaml"), contract);
  writeFileSync(path.join(folder, "tokens.yaml"), "callers: { owner: { token: $NOTES_TOKEN } }\n");
  const args = [repositoryPath("bin/openapi-actions.js"), "test", "openapi.yaml", ...flags];
  const env = { ...process.env, ...testEnvironment, NOTES_TOKEN: token };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  onStart(() => child.kill("SIGINT"));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr, folder };
}

test("a server that keeps its contract: exit code 0, and nothing is left", async () => {
  const { notes, url } = await startNotes();
  const { code, stderr } = await run(["--url", url, "--tokens", "tokens.yaml"]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^\d+ cases, \d+ requests.*: no problems\n$/m)]);
  expect(notes.size).toBe(0);
});

test("a deviation: exit code 1, the contract's line, a line for a shell without the token, a page", async () => {
  const { url } = await startNotes({ isOpen: true });
  const { code, stderr, folder } = await run(["--url", url, "--tokens", "tokens.yaml", "--report", "report.html"]);
  expect(code).toBe(1);
  expect(stderr).toContain("error test-credentials: listNotes: responds with 200 without credentials, although");
  expect(stderr).toContain("openapi.yaml:7:5");
  expect(stderr).toContain(`curl -i '${url}/notes'`);
  const page = readFileSync(path.join(folder, "report.html"), "utf8");
  expect(page).toContain("<code>listNotes</code>");
  expect(stderr + page).not.toContain(token);
});

test("a baseline hides what is known", async () => {
  const { url } = await startNotes({ isOpen: true });
  const flags = ["--url", url, "--tokens", "tokens.yaml", "--baseline", "known.json"];
  const first = await run([...flags, "--write-baseline"]);
  expect(first.code).toBe(0);
  expect((await run(flags, { folder: first.folder })).code).toBe(0);
});

test("--list sends nothing, --only selects", async () => {
  const listed = await run(["--list"]);
  const ids = listed.stdout
    .trim()
    .split("\n")
    .map((line) => line.split("\t")[0]!);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("invalid/createNote/text-too-long");
  const { url } = await startNotes();
  const one = await run(["--url", url, "--tokens", "tokens.yaml", "--only", "invalid/createNote", "--format", "json"]);
  const { test: result } = JSON.parse(one.stdout) as { test: { cases: { id: string }[] } };
  expect(result.cases.map(({ id }) => id)).toEqual(ids.filter((id) => id.startsWith("invalid/createNote/")));
});

test("Ctrl-C ends the run, and what it made is removed", async () => {
  const { notes, url } = await startNotes({ delay: 20 });
  const { code, stderr } = await run(["--url", url, "--tokens", "tokens.yaml"], {
    onStart: (interrupt) => {
      const timer = setInterval(() => {
        if (notes.size === 0) return;
        clearInterval(timer);
        interrupt();
      }, 5);
      onTestFinished(() => clearInterval(timer));
    },
  });
  expect([code, stderr]).toEqual([130, expect.stringContaining("ended early: interrupted")]);
  expect(notes.size).toBe(0);
});

test("a run in which nothing could be tried fails", async () => {
  const { url } = await startNotes();
  const { code, stderr } = await run(["--url", url, "--only", "scope/listNotes"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("nothing could be tried: no case has such an id")]);
});

test.each([
  [[], "--url is required"],
  [["--url", "http://example.com"], "example.com is another machine"],
  [["--url", "http://u:p@127.0.0.1"], "--url must not contain credentials"],
  [["--url", "file:///etc/passwd"], "--url must begin with http"],
])("%j is a wrong use", async (flags, message) => {
  const { code, stderr } = await run(flags);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("a token that the environment lacks is reported with its place", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "other.yaml"), "callers:\n  owner: { token: $NOT_SET }\n");
  const { code, stderr } = await run(["--url", "http://127.0.0.1:1", "--tokens", "other.yaml"], { folder });
  expect([code, stderr]).toEqual([1, expect.stringContaining("other.yaml:2:19")]);
  expect(stderr).toContain("the environment variable NOT_SET is not set");
});

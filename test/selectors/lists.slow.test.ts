import http from "node:http";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { CallError } from "../../templates/runtime/server/errors.js";
import { createMemoryStore } from "../../templates/runtime/server/idempotency-store.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { serve } from "../server/listen.js";
import { loadSelectorCase, type AnyClient } from "./selector-contract.js";

interface Command {
  readonly action: string;
  readonly body?: object;
}

interface Handled extends Command {
  readonly envelope: unknown;
}

type RunAll = (calls: object, commands: readonly Command[], options?: object) => Promise<unknown[]>;

const text = (words: string): Command => ({ action: "insertText", body: { text: words } });
const clear: Command = { action: "clear" };
const target = { document_id: "d" };

let ran: Handled[] = [];
let log: unknown[] = [];
beforeEach(() => {
  [ran, log] = [[], []];
});

/** A server whose handlers append to a text, and a client of it. */
async function start({ scopes = ["write", "clear"], status = "open", isValidated = false } = {}) {
  const { load, connect } = await loadSelectorCase({ name: "lists" });
  const { createServer, toNodeHandler } = (await load("server/index.ts")) as {
    createServer: (application: AnyApplication) => Server;
    toNodeHandler: (server: Server) => http.RequestListener;
  };
  const { runAll, validate } = (await load("client/index.ts")) as { runAll: RunAll; validate: (validators: object) => unknown };
  let written = "";
  type Given = { body: { text: string }; envelope: unknown; fail: (code: string) => CallError };
  const handlers = {
    insertText({ body, envelope, fail }: Given) {
      if (body.text === "too long") return fail("too_long");
      if (body.text === "broken") throw new Error("secret");
      ran.push({ action: "insertText", body, envelope });
      written += body.text;
      return { result: { length: written.length } };
    },
    clear({ envelope }: Given) {
      ran.push({ action: "clear", envelope });
      written = "";
      return { result: { length: 0 } };
    },
  } as never;
  const server = createServer({
    authenticate: () => ({ scopes }),
    canAccess: () => true,
    log: (entry) => void log.push(entry),
    findResource: () => ({ id: "d", status }),
    idempotency: { store: createMemoryStore(), callerOf: () => "one" },
    handlers: {
      actions: {
        document: handlers,
        alias: { add: () => undefined, flush: () => void ran.push({ action: "flush" } as Handled) },
      },
    },
  } as AnyApplication);
  const { port } = await serve(http.createServer(toNodeHandler(server)));
  const requests: string[] = [];
  const client: AnyClient = await connect({
    baseUrl: `http://127.0.0.1:${port}`,
    use: isValidated ? [validate(await load("validators/index.ts"))] : [],
    fetch: (url: string, init: RequestInit) => {
      requests.push(String(init.body));
      return fetch(url, init);
    },
  });
  return {
    client,
    requests,
    run: (commands: readonly Command[], options?: object) => runAll(client["document"]!(target), commands, options),
    runAll,
  };
}

test("actions of one request run in order, and their results have the same order", async () => {
  const { run, requests } = await start();
  const results = await run([text("abc"), text("abc"), clear, text("d")], { envelope: { dryRun: true } });
  expect(results).toEqual([3, 6, 0, 1].map((length) => ({ result: { length } })));
  expect(requests.map((body) => JSON.parse(body) as unknown)).toEqual([
    {
      dryRun: true,
      requests: [{ insertText: { text: "abc" } }, { insertText: { text: "abc" } }, { clear: {} }, { insertText: { text: "d" } }],
    },
  ]);
  expect(ran.map(({ action, envelope }) => [action, envelope])).toEqual(
    ["insertText", "insertText", "clear", "insertText"].map((action) => [action, { dryRun: true }]),
  );
  expect(log).toEqual([]);
});

test("actions without results have none, and common constants are sent once", async () => {
  const { client, runAll, requests } = await start();
  const commands = [{ action: "flush" }, { action: "add", body: { alias: "a" } }];
  expect(await runAll(client["alias"]!(), commands)).toEqual([undefined, undefined]);
  expect(JSON.parse(requests[0]!)).toEqual({ version: 2, batch: { actions: [{ do: "flush" }, { do: "add", alias: "a" }] } });
});

test.each<[string, Parameters<typeof start>[0], Command[], number, string]>([
  ["an unknown action", {}, [clear, { action: "explode" }], 404, "/requests/1: The document has no action of this name."],
  [
    "an invalid body",
    {},
    [clear, text("x".repeat(21))],
    400,
    "/requests/1/insertText/text must NOT have more than 20 characters",
  ],
  ["a missing scope", { scopes: ["write"] }, [text("a"), clear], 403, "/requests/1: The scope clear is required."],
  [
    "a state that excludes it",
    { status: "closed" },
    [text("a"), clear],
    409,
    "/requests/1: Not possible while the document is closed.",
  ],
  [
    "more items than allowed",
    {},
    [clear, clear, clear, clear, clear],
    400,
    "invalid_action_body: /requests must NOT have more than 4 items",
  ],
])("%s is found before any handler runs", async (_, given, commands, status, words) => {
  const { run } = await start(given);
  await expect(run(commands)).rejects.toMatchObject({ status, message: expect.stringContaining(words) });
  expect({ ran, log }).toEqual({ ran: [], log: [] });
});

test("a failure of a handler ends the request, with the item", async () => {
  const { run } = await start();
  await expect(run([text("a"), text("too long"), clear])).rejects.toMatchObject({
    status: 409,
    code: "too_long",
    message: expect.stringContaining("/requests/1: The document would be too long."),
  });
  expect(ran.map(({ action }) => action)).toEqual(["insertText"]);
});

test("a bug of a handler is a 500 that reveals nothing", async () => {
  const { run } = await start();
  const failed = run([text("a"), text("broken"), clear]);
  await expect(failed).rejects.toMatchObject({ status: 500, message: expect.not.stringContaining("secret") });
  expect(ran).toHaveLength(1);
  expect(log).toMatchObject([{ level: "error", operation: "updateDocument", action: "document.insertText" }]);
});

test("a repeated request with the same key runs nothing again", async () => {
  const { run } = await start();
  const options = { parameters: { "Idempotency-Key": '"k"' } };
  const commands = [text("a"), text("b")];
  expect(await run(commands, options)).toEqual(await run(commands, options));
  expect(ran).toHaveLength(2);
});

test("clients that validate send and read lists, too", async () => {
  const { run } = await start({ isValidated: true });
  expect(await run([text("a"), clear])).toEqual([{ result: { length: 1 } }, { result: { length: 0 } }]);
  await expect(run([clear, clear, clear, clear, clear])).rejects.toMatchObject({ name: "InvalidCallError" });
});

test("a list without actions is not sent, and servers reject one", async () => {
  const { run, requests } = await start();
  await expect(run([])).rejects.toMatchObject({ name: "InvalidCallError" });
  expect(requests).toEqual([]);
});

test("a list of any actions gives the results of single calls", async () => {
  const command = fc.oneof(fc.stringMatching(/^[a-c]{0,5}$/).map(text), fc.constant(clear));
  const [together, alone] = [await start(), await start()];
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 4 }), async (commands) => {
      const expected: unknown[] = [];
      for (const { action, body } of [clear, ...commands]) expected.push(await alone.client["document"]!(target)[action]!(body));
      await together.run([clear]);
      expect(await together.run(commands)).toEqual(expected.slice(1));
    }),
    { numRuns: 30 },
  );
});

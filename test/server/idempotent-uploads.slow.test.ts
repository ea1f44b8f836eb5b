import http from "node:http";
import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../generator/live/index.js";
import { watchUnhandled } from "../support/unhandled.js";
import { everywhere, startEverywhere } from "./everywhere.js";

const key = "{ name: Idempotency-Key, in: header, schema: { type: string } }";

const start = startEverywhere(`openapi: 3.2.0
info: { title: Films, version: "1" }
paths:
  /films:
    post:
      operationId: addFilm
      x-platform-uploads: stream
      parameters: [${key}]
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [title, film], properties: { title: { type: string }, film: { type: string, format: binary, maxLength: 1000 } } }
      responses: &responses { "200": { description: OK, content: { application/json: { schema: { type: object } } } } }
  /backups:
    post:
      operationId: addBackup
      x-platform-uploads: stream
      parameters: [${key}]
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses: *responses
  /lines:
    post:
      operationId: addLines
      parameters: [${key}]
      requestBody: { required: true, content: { application/jsonl: { itemSchema: { type: integer } } } }
      responses: *responses
`);

/** What the handlers read; each counts its successes. */
function handlers() {
  const runs = { begun: 0, ended: 0 };
  const read = async (items: AsyncIterable<unknown>) => {
    runs.begun++;
    let size = 0;
    for await (const item of items) size += item instanceof Uint8Array ? item.byteLength : 1;
    return { status: 200, body: { size, run: ++runs.ended } };
  };
  return {
    runs,
    operations: {
      addFilm: ({ body }: { body: { film: AsyncIterable<unknown> } }) => read(body.film),
      addBackup: ({ body }: { body: AsyncIterable<unknown> }) => read(body),
      addLines: ({ body }: { body: AsyncIterable<unknown> }) => read(body),
    },
  };
}

const form = (content: string) =>
  `--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nA\r\n--b\r\ncontent-disposition: form-data; name="film"; filename="a"\r\n\r\n${content}\r\n--b--`;

const bodies = [
  ["/films", "multipart/form-data; boundary=b", form],
  ["/backups", "application/octet-stream", (content: string) => content],
  ["/lines", "application/jsonl", (content: string) => `${[...content].map(() => "1").join("\n")}\n`],
] as const;

describe.each(everywhere)("%s, %s", (source, place) => {
  test.each(bodies)("an upload to %s that breaks off may be sent again, and runs once", async (path, type, bodyOf) => {
    const unhandled = watchUnhandled();
    const { runs, operations } = handlers();
    const idempotency = { store: createMemoryStore(), callerOf: () => "ann" };
    const address = await start(source, place, { handlers: { operations }, idempotency } as never);
    const headers = { "content-type": type, "idempotency-key": "k" };
    const send = async (content: string) => {
      const response = await fetch(`${address}${path}`, { method: "POST", headers, body: bodyOf(content) });
      return [response.status, await response.json()];
    };
    const broken = http.request(`${address}${path}`, { method: "POST", headers: { ...headers, "content-length": 5_000 } });
    broken.on("error", () => undefined);
    broken.write(bodyOf("abc".repeat(20)).slice(0, -8));
    await expect.poll(() => runs.begun).toBe(1);
    broken.destroy();
    await expect.poll(async () => (await send("abc"))[0]).toBe(200);
    expect(await send("abc")).toEqual([200, { size: 3, run: 1 }]);
    // What was not read is not compared.
    expect(await send("abcdef")).toEqual([200, { size: 3, run: 1 }]);
    expect([runs, unhandled]).toEqual([{ begun: 2, ended: 1 }, []]);
  });

  test("an upload that is too large may be sent again", async () => {
    const { operations } = handlers();
    const idempotency = { store: createMemoryStore(), callerOf: () => "ann" };
    const address = await start(source, place, { handlers: { operations }, idempotency } as never);
    const headers = { "content-type": "multipart/form-data; boundary=b", "idempotency-key": "k" };
    const send = async (content: string) =>
      (await fetch(`${address}/films`, { method: "POST", headers, body: form(content) })).status;
    expect([await send("a".repeat(1001)), await send("a")]).toEqual([400, 200]);
  });
});

import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { featureOf, json, type Feature } from "./feature.js";

const tick = {
  type: "object",
  additionalProperties: false,
  required: ["at"],
  properties: { at: { type: "integer", minimum: 0 }, note: { type: "string", maxLength: 5000 } },
};

const taking = (operationId: string, content: object, required = true) => ({
  post: {
    operationId,
    requestBody: { required, content },
    responses: {
      200: { description: "How many.", content: json({ type: "integer" }) },
      "4XX": { description: "Invalid.", content: json({ type: "object" }) },
    },
  },
});

const contract = {
  openapi: "3.2.0",
  security: [],
  paths: {
    "/ticks": taking("addTicks", { "application/jsonl": { itemSchema: { $ref: "#/components/schemas/Tick" } } }),
    "/records": taking("addRecords", { "application/json-seq": { itemSchema: { $ref: "#/components/schemas/Tick" } } }, false),
    "/either": taking("addEither", {
      ...json({ type: "array", maxItems: 5, items: { $ref: "#/components/schemas/Tick" } }),
      "application/x-ndjson": { itemSchema: { $ref: "#/components/schemas/Tick" } },
    }),
  },
  components: { schemas: { Tick: tick } },
};

let feature: Feature;
let server: http.Server | undefined;

beforeAll(async () => {
  feature = await featureOf(contract);
});
afterEach(() => server?.closeAllConnections());
afterAll(() => server?.close());

type Call = { readonly body: AsyncIterable<unknown> | readonly unknown[] | undefined };

const count = async ({ body }: Call) => {
  let items = 0;
  for await (const _ of body ?? []) items++;
  return { status: 200, body: items };
};

/** The server on `node:http`, with a limit of 1,000 bytes. */
async function serve(handle: (call: Call) => unknown = count): Promise<number> {
  const { createServer, toNodeHandler } = (await feature.load("server/index.ts")) as {
    createServer: (application: object) => object;
    toNodeHandler: (server: object) => http.RequestListener;
  };
  const operations = { addTicks: handle, addRecords: handle, addEither: handle };
  const application = { authenticate: () => undefined, canAccess: () => true, log: () => undefined, limits: { bodyBytes: 1000 } };
  server?.close();
  server = http.createServer(toNodeHandler(createServer({ ...application, handlers: { operations } })));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** The status and the body of the response to some text. */
async function post(
  port: number,
  text: string | Uint8Array<ArrayBuffer>,
  path = "/ticks",
  type = "application/jsonl",
): Promise<unknown[]> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body: text,
  });
  return [response.status, await response.json()];
}

async function* ticks(length: number, note?: string) {
  for (let at = 0; at < length; at++) yield { at, ...(note !== undefined && { note }) };
}

test("items are typed in clients, handlers and validators", async () => {
  expect(feature.findings).toEqual([]);
  const program = `
import { createClient, validate } from "./client/index.js";
import { operations } from "./validators/index.js";
import type { OperationHandlers } from "./server/index.js";
const client = createClient({ baseUrl: "", use: [validate({ operations })] });
async function* ticks() {
  yield { at: 1 };
}
await client.addTicks({ body: ticks() });
await client.addRecords();
await client.addEither({ body: [{ at: 1 }] });
async function* others() {
  yield { at: "1" };
}
// @ts-expect-error at is a number
await client.addTicks({ body: others() });
export const handlers: OperationHandlers = {
  addTicks: async ({ body }) => {
    for await (const { at } of body) at satisfies number;
    return { status: 200, body: 1 };
  },
  addRecords: async ({ body }) => ({ status: 200, body: body === undefined ? 0 : 1 }),
  addEither: async ({ body }) => ({ status: 200, body: Array.isArray(body) ? body.length : 0 }),
};
const value: unknown = {};
if (operations.addTicks.bodyItems["application/jsonl"](value)) value.at satisfies number;
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("items arrive as they are sent, and only as fast as they are consumed", async () => {
  const received: unknown[] = [];
  let taken = 0;
  const port = await serve(async ({ body }) => {
    for await (const item of body!) received.push([item, taken]);
    return { status: 200, body: received.length };
  });
  const client = await feature.clientOf({ baseUrl: `http://127.0.0.1:${port}` });
  async function* items() {
    for (const at of [1, 2]) {
      taken++;
      yield { at, note: "ü\n" };
    }
  }
  expect(await client["addTicks"]!({ body: items() })).toBe(2);
  expect(received.map((entry) => (entry as unknown[])[0])).toEqual([
    { at: 1, note: "ü\n" },
    { at: 2, note: "ü\n" },
  ]);
  expect(await client["addRecords"]!({ body: ticks(3) })).toBe(5);
  expect(await client["addEither"]!({ body: ticks(2) })).toBe(7);
  expect(await client["addEither"]!({ body: [{ at: 1 }] })).toBe(8);
});

test("a source that never waits, and a platform that takes all of it, don't delay a timeout", async () => {
  const fetch = async (_: string, { body, signal }: { body: AsyncIterable<unknown>; signal: AbortSignal }) => {
    for await (const _ of body) signal.throwIfAborted();
    return Response.json(1);
  };
  const client = await feature.clientOf({ baseUrl: "http://localhost", timeout: 50, fetch });
  await expect(client["addTicks"]!({ body: ticks(300_000) })).rejects.toMatchObject({ name: "TimeoutError" });
});

test("many items exceed the limit of bodies together, but not alone", async () => {
  const port = await serve();
  const client = await feature.clientOf({ baseUrl: `http://127.0.0.1:${port}` });
  expect(await client["addTicks"]!({ body: ticks(20_000, "x".repeat(100)) })).toBe(20_000);
});

const rejected = [
  ['{"at":1}\n{"at":-1}\n', 400, "invalid_body: /1/at must be >= 0."],
  ['{"at":1}\n{"at":1,"b":2}\n', 400, "invalid_body: /1/b is not allowed."],
  ["{at:1}\n", 400, "invalid_body: /0 is not acceptable JSON."],
  ['{"at":1}\n{"at"', 400, "invalid_body: /1 is not acceptable JSON."],
  ['{"__proto__":1}', 400, "invalid_body: /0 is not acceptable JSON."],
  ["[".repeat(100), 400, "invalid_body: /0 is not acceptable JSON."],
  [`{"at":1}\n{"at":1,"note":"${"x".repeat(1000)}"}\n`, 413, "payload_too_large: The item /1 is too long."],
  [`{"at":1}\n{"at":1,"note":"${"x".repeat(5000)}`, 413, "payload_too_large: The item /1 is too long."],
  [new Uint8Array([0x7b, 0xff, 0x0a]), 400, "invalid_body: The body is not UTF-8."],
  [new Uint8Array([0x7b, 0xc3]), 400, "invalid_body: The body is not UTF-8."],
] as const;

test.each(rejected)("%j is %i", async (text, status, error) => {
  expect(await post(await serve(), text)).toEqual([status, { error }]);
});

test("blank lines and the last line break are not items", async () => {
  const port = await serve();
  expect(await post(port, '\n{"at":1}\r\n \n{"at":2}')).toEqual([200, 2]);
  expect(await post(port, "")).toEqual([200, 0]);
  expect(await post(port, '\u001e{"at":1}\n\u001e{"at":2}\n', "/records", "application/json-seq")).toEqual([200, 2]);
});

test("other media types and encodings are 415", async () => {
  const port = await serve();
  expect((await post(port, "{}", "/ticks", "application/json"))[0]).toBe(415);
  expect((await post(port, "{}", "/ticks", "application/jsonl; charset=latin1"))[0]).toBe(415);
});

test("a handler that reads no item responds", async () => {
  const port = await serve(() => ({ status: 200, body: -1 }));
  expect(await post(port, '{"at":1}\n'.repeat(1000))).toEqual([200, -1]);
});

test("a caller that disconnects ends the sequence", async () => {
  let end = (_error: unknown) => {};
  const ended = new Promise((resolve) => (end = resolve));
  const port = await serve(async ({ body }) => {
    try {
      for await (const _ of body!) socket.destroy();
    } catch (error) {
      end(error);
    }
    return { status: 200, body: 0 };
  });
  const socket = net.connect(port, "127.0.0.1");
  socket.write("POST /ticks HTTP/1.1\r\nhost: a\r\ncontent-type: application/jsonl\r\ncontent-length: 100\r\n\r\n");
  socket.write('{"at":1}\n');
  expect(await ended).toMatchObject({ status: 400, text: "The body ended early." });
});

test("fetch: the same server reads the platform's streams", async () => {
  const { client, send } = await feature.connect({ addTicks: count as never });
  expect(await client["addTicks"]!({ body: ticks(3) })).toBe(3);
  const headers = { "content-type": "application/jsonl" };
  const response = await send("/ticks", { method: "POST", headers, body: '{"at":-1}' });
  expect([response.status, await response.json()]).toEqual([400, { error: "invalid_body: /0/at must be >= 0." }]);
});

test("an error of the sequence fails the call, and a rejected one ends it", async () => {
  const port = await serve();
  const client = await feature.clientOf({ baseUrl: `http://127.0.0.1:${port}` });
  const cause = new Error("no more");
  async function* failing() {
    yield { at: 1 };
    throw cause;
  }
  await expect(client["addTicks"]!({ body: failing() })).rejects.toMatchObject({
    name: "InvalidCallError",
    message: "addTicks has a sequence of items that failed",
    cause,
  });
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  async function* endless() {
    try {
      for (let at = 5; ; at--) yield { at };
    } finally {
      end();
    }
  }
  await expect(client["addTicks"]!({ body: endless() })).rejects.toMatchObject({ status: 400 });
  await ended;
});

test("clients validate each item before it is sent", async () => {
  const port = await serve();
  const { validate } = (await feature.load("client/index.ts")) as { validate: (validators: object) => unknown };
  const validators = await feature.validators();
  const client = await feature.clientOf({ baseUrl: `http://127.0.0.1:${port}`, use: [validate(validators)] });
  async function* invalid() {
    yield { at: 1 };
    yield { at: -1 };
  }
  await expect(client["addTicks"]!({ body: invalid() })).rejects.toMatchObject({
    name: "InvalidCallError",
    message: "addTicks violates the contract: an item at /at must be >= 0",
  });
  expect(await client["addTicks"]!({ body: ticks(2) })).toBe(2);
});

test("a sequence is not sent again with another token", async () => {
  const port = await serve();
  let attempts = 0;
  const rejecting = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    return ++attempts === 1 ? new Response("{}", { status: 401 }) : response;
  };
  const token = (rejected?: string) => (rejected === undefined ? "first" : "second");
  const { validate } = (await feature.load("client/index.ts")) as { validate: (validators: object) => unknown };
  for (const use of [[], [validate(await feature.validators())]]) {
    attempts = 0;
    const client = await feature.clientOf({ baseUrl: `http://127.0.0.1:${port}`, fetch: rejecting, token, use });
    await expect(client["addTicks"]!({ body: ticks(2) })).rejects.toMatchObject({
      name: "InvalidCallError",
      message: "addTicks has a sequence of items that can't be sent again",
    });
  }
});

test("fixtures have the list of the items", () => {
  const request = (body: unknown) => feature.validate({ operation: "addTicks", request: { body } } as never);
  expect(request([{ at: 1 }])).toEqual([]);
  expect(request([{ at: 1 }, { at: -1 }])).toEqual(["/request/body/1/at must be >= 0"]);
  expect(request({ at: 1 })).toEqual(["/request/body must be the list of the items"]);
});

test("docs describe the items, and diff compares them", async () => {
  expect(await feature.page("operations/addTicks.md")).toContain("each as a line of JSON");
  const Tick = { ...tick, required: ["at", "note"] };
  expect(await feature.changes({ ...contract, components: { schemas: { Tick } } })).toContainEqual(
    expect.stringContaining("request-property-required"),
  );
});

import { parse } from "yaml";
import { beforeAll, describe, expect, test } from "vitest";
import { emitAll } from "../../generator/emit/emit-all.js";
import { readTemplate } from "../../generator/package.js";
import type { AnyClient } from "../client/other-contract.js";
import { emitClientOf, object } from "../client/other-contract.js";
import { contractOf } from "../emit/load-emitted.js";
import { loadOutput } from "../support/load-output.js";

// Every range with every kind of schema, in both directions: what the client sends reaches the handler, and what the handler returns
// reaches the client.

const essence = (type: string | null | undefined) => type?.split(";")[0];

const value = { a: 1 };
const schemas = {
  object: object({ a: { type: "integer" } }, ["a"]),
  list: { type: "array", items: { type: "integer" } },
  union: { oneOf: [{ $ref: "#/components/schemas/Thing" }, { type: "integer" }] },
  nullable: { type: ["string", "null"] },
  text: { type: "string" },
  named: { $ref: "#/components/schemas/Word" },
  bytes: { type: "string", format: "binary" },
  image: { contentMediaType: "image/png" },
  none: undefined,
} as const;
type SchemaName = keyof typeof schemas;
const ranges = {
  all: "*/*",
  app: "application/*",
  charset: "*/*;charset=UTF-8",
  suffix: "application/*+json",
  txt: "text/*",
  img: "image/*",
};

const kindOf = (range: string, name: SchemaName) => {
  if (range.startsWith("text/")) return "text";
  if (range.startsWith("image/")) return "bytes";
  if (range.endsWith("+json")) return "json";
  if (name === "none") return "any";
  if (name === "text" || name === "named") return "text";
  return name === "bytes" || name === "image" ? "bytes" : "json";
};

const cases = Object.entries(ranges).flatMap(([prefix, range]) =>
  (Object.keys(schemas) as SchemaName[])
    // No value of JSON is bytes.
    .filter((name) => !range.endsWith("+json") || (name !== "bytes" && name !== "image"))
    .map((name) => ({ id: `${prefix}_${name}`, range, name, kind: kindOf(range, name) })),
);
const content = (range: string, name: SchemaName) => ({ content: { [range]: name === "none" ? {} : { schema: schemas[name] } } });
const document = {
  openapi: "3.1.0",
  info: { title: "Ranges", version: "1" },
  security: [],
  paths: Object.fromEntries(
    cases.map(({ id, range, name }) => [
      `/${id}`,
      {
        post: {
          operationId: id,
          requestBody: { required: true, ...content(range, name) },
          responses: { "200": { description: "The same.", ...content(range, name) } },
        },
      },
    ]),
  ),
  components: { schemas: { Thing: schemas.object, Word: { type: "string", enum: ["a", "b"] } } },
};

const values: Record<SchemaName, unknown> = {
  object: value,
  list: [1, 2],
  union: value,
  nullable: "a",
  text: "a",
  named: "a",
  bytes: new Uint8Array([1, 255]),
  image: new Uint8Array([1, 255]),
  none: "a",
};
const invalid: Partial<Record<SchemaName, unknown>> = { object: { a: "1" }, list: ["1"], union: "a", nullable: 1 };

let client: AnyClient;
let received: { body: unknown; contentType: string | undefined } | undefined;
let respond: (body: unknown) => object;
const seen: { type: string | null; sent: string | null; accept: string | null }[] = [];

beforeAll(async () => {
  const load = await loadOutput(await emitAll(contractOf(parse(JSON.stringify(document))), { template: readTemplate }));
  const { createServer, toFetchHandler } = (await load("server/index.ts")) as Record<string, (given: unknown) => unknown>;
  const { createClient } = (await load("client/index.ts")) as Record<string, (given: object) => AnyClient>;
  const handler = ({ body, contentType }: { body: unknown; contentType: string | undefined }) => {
    received = { body, contentType };
    return respond(body);
  };
  const operations = Object.fromEntries(cases.map(({ id }) => [id, handler]));
  const handle = toFetchHandler!(
    createServer!({
      ...application,
      handlers: { operations },
    }),
  ) as (request: Request) => Promise<Response>;
  client = createClient!({
    baseUrl: "https://api.test",
    fetch: async (url: string, init: RequestInit) => {
      const request = new Request(url, init);
      const response = await handle(request);
      const { headers } = request;
      seen.push({ type: headers.get("content-type"), accept: headers.get("accept"), sent: response.headers.get("content-type") });
      return response;
    },
  });
});

const application = { authenticate: () => ({ scopes: [] }), canAccess: () => true, log: () => undefined };

describe.each(cases)("$range with the schema $name", ({ id, range, name, kind }) => {
  const body = kind === "bytes" || kind === "text" ? { bytes: new Uint8Array([1, 255]), text: "a" }[kind] : values[name];
  const usual = { json: "application/json", text: "text/plain", bytes: "application/octet-stream", any: undefined }[kind];
  const isOpen = range.startsWith("application")
    ? kind === "text" || kind === "any"
    : kind === "any" || range.startsWith("image/");
  // Callers name the type of an image by the headers of the call.
  const named = isOpen
    ? { headers: { "content-type": essence(range)!.replace("*/*", "text/plain").replace("*", "png") } }
    : undefined;

  test("reaches the other side, in its default type or the one that is named", async () => {
    respond = (given) => ({ status: 200, body: given, ...(isOpen && { contentType: named!.headers["content-type"] }) });
    const returned = await client[id]!({ body }, named);
    expect(received!.body).toEqual(kind === "any" ? new TextEncoder().encode("a") : body);
    expect(essence(received!.contentType)).toBe(named?.headers["content-type"] ?? usual);
    expect(essence(seen.at(-1)!.sent)).toBe(named?.headers["content-type"] ?? usual);
    if (kind === "json") expect(seen.at(-1)!.accept).toMatch(/^application\/json\b/);
    // Text that is sent as bytes of an unknown type stays bytes.
    expect(returned).toEqual(kind === "any" && range === "application/*" ? new TextEncoder().encode("a") : body);
  });
});

const isJson = ({ kind }: { kind: string }) => kind === "json";

test.each(cases.filter(isJson))(
  "JSON below $range is validated in both directions, and encoded once: $name",
  async ({ id, name }) => {
    respond = () => ({ status: 200, body: JSON.stringify(values[name]), contentType: "application/problem+json" });
    expect(await client[id]!({ body: values[name] })).toEqual(values[name]);
    expect(seen.at(-1)!.sent).toContain("application/problem+json");
    respond = () => ({ status: 200, body: "{no JSON", contentType: "application/json" });
    await expect(client[id]!({ body: values[name] })).rejects.toThrow("500");
  },
);

test.each(cases.filter((one) => isJson(one) && one.name in invalid))(
  "no invalid JSON below $range: $name",
  async ({ id, name }) => {
    await expect(client[id]!({ body: invalid[name] })).rejects.toThrow("400");
    for (const written of [{ body: JSON.stringify(invalid[name]), contentType: "application/json" }, { body: invalid[name] }]) {
      respond = () => ({ status: 200, ...written });
      await expect(client[id]!({ body: values[name] })).rejects.toThrow("500");
    }
  },
);

test.each(cases.filter(isJson))("JSON below $range is no other media type for callers: $name", async ({ id, range, name }) => {
  respond = () => ({ status: 200, body: "<a/>", contentType: "application/xml" });
  const message = range.endsWith("+json") ? "500" : "application/xml content, which the contract does not declare";
  await expect(client[id]!({ body: values[name] })).rejects.toThrow(message);
  await expect(client[id]!({ body: new Blob(["<a/>"], { type: "application/xml" }) })).rejects.toThrow("415");
});

const isRaw = ({ range, kind }: { range: string; kind: string }) =>
  /^(?:\*|app)/.test(range) && (kind === "text" || kind === "bytes");

test.each(cases.filter(isRaw))("$kind below $range stays what it is if it is sent as JSON: $name", async ({ id, kind }) => {
  const text = '{"a":1}';
  const written = kind === "text" ? text : new TextEncoder().encode(text);
  respond = (given) => ({ status: 200, body: given, contentType: "application/json" });
  const sent = kind === "text" ? text : new Blob([text], { type: "application/json" });
  const returned = await client[id]!({ body: sent }, { headers: { "content-type": "application/json" } });
  expect(received!.body).toEqual(written);
  expect(returned).toEqual(written);
});

test("without a content type, the range of anything applies", async () => {
  const load = await loadOutput(await emitAll(contractOf(document), { template: readTemplate }));
  const { createServer } = (await load("server/index.ts")) as Record<
    string,
    (given: unknown) => { handle: (request: object) => Promise<{ status: number }> }
  >;
  const operations = Object.fromEntries(
    cases.map(({ id }) => [id, () => ({ status: 200, body: value, contentType: undefined })]),
  );
  const server = createServer!({ ...application, handlers: { operations } });
  const send = (id: string) =>
    server.handle({ method: "POST", url: `/${id}`, headers: {}, body: new TextEncoder().encode('{"a":1}') });
  expect((await send("all_object")).status).toBe(200);
  expect((await send("app_object")).status).toBe(415);
});

test("the types are those of the kind", async () => {
  const { check } = await emitClientOf(document);
  const handlers = (lines: readonly string[]) => `
    import type { OperationHandlers } from "./server/index.js";
    import type { Client } from "./client/index.js";
    ${lines.map((line, index) => `export const h${index} = ${line};`).join("\n")}`;
  const returns = (id: string, response: string) => `(async () => (${response})) satisfies OperationHandlers["${id}"]`;
  const bytes = "new Uint8Array(1)";
  const right = [
    returns("all_object", "{ status: 200, body: { a: 1 } } as const"),
    returns("all_object", `{ status: 200, body: '{"a":1}', contentType: "application/json" } as const`),
    returns("all_object", `{ status: 200, body: ${bytes}, contentType: "application/octet-stream" } as const`),
    returns("app_object", `{ status: 200, body: { a: 1 }, contentType: "application/hal+json" } as const`),
    returns("suffix_object", `{ status: 200, body: { a: 1 }, contentType: "application/hal+json" } as const`),
    returns("all_text", `{ status: 200, body: "a" } as const`),
    returns("charset_named", `{ status: 200, body: "a", contentType: "text/csv" } as const`),
    returns("txt_none", `{ status: 200, body: "a" } as const`),
    returns("all_bytes", `{ status: 200, body: ${bytes} } as const`),
    returns("app_bytes", `{ status: 200, body: ${bytes} } as const`),
    returns("img_none", `{ status: 200, body: ${bytes}, contentType: "image/png" } as const`),
    `(async ({ body }) => ({ status: 200, body: { a: body.a + 1 } })) satisfies OperationHandlers["all_object"]`,
    `(async ({ body }) => ({ status: 200, body: body.toUpperCase() })) satisfies OperationHandlers["all_text"]`,
    `(async ({ body }) => ({ status: 200, body: body.subarray(1) })) satisfies OperationHandlers["all_bytes"]`,
    `async (c: Client): Promise<number> => (await c.all_object({ body: { a: 1 } })).a`,
    `async (c: Client): Promise<string> => c.all_text({ body: "a" })`,
    `async (c: Client): Promise<Uint8Array> => c.all_bytes({ body: ${bytes} })`,
  ];
  expect(await check(handlers(right))).toBe("");
  const wrong = [
    returns("all_object", `{ status: 200, body: { a: "1" } } as const`),
    returns("all_object", `{ status: 200, body: '{"a":1}' } as const`),
    returns("app_object", `{ status: 200, body: { a: 1 }, contentType: "text/plain" } as const`),
    returns("all_none", `{ status: 200, body: "a" } as const`),
    returns("app_text", `{ status: 200, body: "a" } as const`),
    returns("img_none", `{ status: 200, body: ${bytes} } as const`),
    returns("img_none", `{ status: 200, body: ${bytes}, contentType: "text/plain" } as const`),
    `async (c: Client) => c.all_object({ body: { a: "1" } })`,
    `async (c: Client) => c.all_text({ body: 1 })`,
  ];
  const errors = await check(handlers(wrong));
  for (const [index] of wrong.entries()) {
    const line = 4 + index;
    expect(errors, wrong[index]).toMatch(new RegExp(`use\\.ts[(:]${line}[,:]`));
  }
});

const both = {
  openapi: "3.1.0",
  info: { title: "Both", version: "1" },
  security: [],
  paths: {
    "/both": {
      get: {
        operationId: "both",
        responses: {
          "200": {
            description: "One of two shapes.",
            content: {
              "*/*": { schema: { type: "array" } },
              "application/json": { schema: schemas.object },
              "text/plain": { schema: { type: "string" } },
            },
          },
        },
      },
    },
  },
  components: { schemas: { Thing: schemas.object } },
};

test.each<[unknown, string | undefined, boolean]>([
  [value, undefined, true],
  [value, "application/json", true],
  [[1], "application/json", false],
  [value, "application/hal+json", false],
  [[1], "application/hal+json", true],
  ["a", "text/plain", true],
])("the most specific media type validates a response: %j as %s", async (body, contentType, isValid) => {
  const load = await loadOutput(await emitAll(contractOf(both), { template: readTemplate }));
  const { createServer } = (await load("server/index.ts")) as Record<
    string,
    (given: unknown) => { handle: (request: object) => Promise<{ status: number; body?: string; headers: HeadersInit }> }
  >;
  const server = createServer!({
    ...application,
    handlers: { operations: { both: () => ({ status: 200, body, contentType }) } },
  });
  const sent = await server.handle({ method: "GET", url: "/both", headers: {} });
  expect(sent.status).toBe(isValid ? 200 : 500);
  const { createClient, validate } = (await load("client/index.ts")) as Record<string, (given: object) => AnyClient>;
  const validators = await load("validators/index.ts");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": contentType ?? "application/json" };
  const called = createClient!({
    baseUrl: "https://api.test",
    use: [validate!(validators)],
    fetch: () => Promise.resolve(new Response(text, { headers })),
  });
  await expect(
    called["both"]!().then(
      () => true,
      (error: Error) => error.name,
    ),
  ).resolves.toBe(isValid ? true : "InvalidResponseError");
});

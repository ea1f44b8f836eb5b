import { expect, test } from "vitest";
import { actionPath, createControlPlane, projectId } from "./control-plane.js";
import { exampleOf } from "./examples.js";
import { listen } from "./listen.js";

const path = actionPath("auth", "create_user");
const { body: example } = exampleOf("auth", "create_user");
const json = JSON.stringify(example);
const problem = (text: string) => ({ error: `invalid_action_body: ${text}` });

test.each([
  "application/json",
  "APPLICATION/JSON",
  "application/json; charset=utf-8",
  'application/json;charset="UTF-8"',
  "application/json; charset=us-ascii",
  "application/json; charset=US-ASCII",
  "application/json; charset=ascii",
  "application/json; charset=utf8",
  "application/json; profile=x",
])("is accepted as %s", async (type) => {
  const { send } = await listen(createControlPlane().server);
  expect((await send("POST", path, { body: json, headers: { "content-type": type } })).status).toBe(200);
});

test.each(["identity", " Identity "])("is accepted with the encoding %j", async (encoding) => {
  const { send } = await listen(createControlPlane().server);
  expect((await send("POST", path, { body: json, headers: { "content-encoding": encoding } })).status).toBe(200);
});

test.each([
  { "content-type": "text/plain" },
  { "content-type": "application/merge-patch+json" },
  { "content-type": "application/json; charset=latin1" },
  { "content-type": "application/json, text/html" },
  { "content-type": "" },
  { "content-encoding": "gzip" },
])("is not accepted with %j", async (headers) => {
  const { server, ran } = createControlPlane();
  const { send } = await listen(server);
  const { status, json: answer } = await send("POST", path, { body: json, headers });
  expect([status, answer, ran]).toEqual([
    415,
    { error: "unsupported_media_type: Send application/json, text in UTF-8, without a content encoding." },
    [],
  ]);
});

test("without content-type is not accepted", async () => {
  const { handle } = createControlPlane().server;
  const { status } = await handle({
    method: "POST",
    url: path,
    headers: { authorization: "Bearer all" },
    body: new TextEncoder().encode(json),
  });
  expect(status).toBe(415);
});

test.each<[string, string | Uint8Array, string]>([
  ["empty", "", "A body is required."],
  ["blank", " ", "The body is not JSON."],
  ["cut off", json.slice(0, -1), "The body is not JSON."],
  ["two values", `${json}${json}`, "The body is not JSON."],
  ["comments", `${json}//`, "The body is not JSON."],
  ["invalid UTF-8", Buffer.concat([Buffer.from('{"email":"'), Buffer.of(0xff), Buffer.from('"}')]), "The body is not UTF-8."],
  ["UTF-16", Buffer.from(json, "utf16le"), "The body is not JSON."],
  [
    "too deep",
    `{"email":"a@example.com","user_metadata":${'{"a":'.repeat(64)}1${"}".repeat(65)}`,
    "The body nests more than 64 levels deep.",
  ],
  ["a bomb of brackets", "[".repeat(500_000), "The body nests more than 64 levels deep."],
  [
    "__proto__",
    '{"email":"a@example.com","user_metadata":{"__proto__":{"admin":true}}}',
    "The body has a property __proto__, which is not allowed.",
  ],
])("is rejected: %s", async (_, body, text) => {
  const { server, ran } = createControlPlane();
  const { send } = await listen(server);
  const { status, json: answer } = await send("POST", path, { body });
  expect([status, answer, ran]).toEqual([400, problem(text), []]);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test("as deep as allowed is left to the schema", async () => {
  const { send } = await listen(createControlPlane().server);
  const deep = `{"email":"a@example.com","user_metadata":${'{"a":'.repeat(62)}{}${"}".repeat(63)}`;
  const { json: answer } = await send("POST", path, { body: deep });
  expect(answer).toEqual({ error: expect.stringContaining("/user_metadata/a must be string") as unknown });
});

test("numbers that JSON can't represent are rejected", async () => {
  const { send } = await listen(createControlPlane().server);
  const { status, json: answer } = await send("POST", actionPath("auth", "list_users"), { body: '{"limit":1e400}' });
  expect([status, answer]).toEqual([400, problem("The body has a number beyond the range of a double.")]);
});

test("a byte order mark is not part of the text", async () => {
  const { send } = await listen(createControlPlane().server);
  expect((await send("POST", path, { body: `\ufeff${json}` })).status).toBe(200);
});

test("names every failing field and no value", async () => {
  const { send } = await listen(createControlPlane().server);
  const body = { bucket: "SECRET-VALUE", versioning: "SECRET-VALUE", other: "SECRET-VALUE" };
  const { status, text } = await send("POST", actionPath("objects", "create_bucket"), { body });
  expect(status).toBe(400);
  expect(text).not.toContain("SECRET");
  for (const name of [
    "/other is not allowed",
    "/bucket must match pattern",
    '/versioning must be one of \\"unversioned\\", \\"enabled\\"',
  ])
    expect(text).toContain(name);
});

test("may be as large as the limit, and no larger", async () => {
  const limit = 2000;
  const { server, ran } = createControlPlane({ limits: { bodyBytes: limit } });
  const { send } = await listen(server);
  const padded = (size: number) => json + " ".repeat(size - Buffer.byteLength(json));
  expect((await send("POST", path, { body: padded(limit) })).status).toBe(200);
  const tooLarge = [413, { error: "payload_too_large: The body must not exceed 2000 bytes." }];
  const announced = await send("POST", path, { body: padded(limit + 1) });
  expect([announced.status, announced.json]).toEqual(tooLarge);
  const chunked = await send("POST", path, { body: padded(limit + 1), headers: { "transfer-encoding": "chunked" } });
  expect([chunked.status, chunked.json]).toEqual(tooLarge);
  expect(ran).toHaveLength(1);
});

test("may be as large as 1 MiB if the application sets no limit", async () => {
  const { send } = await listen(createControlPlane().server);
  const padded = (size: number) => json + " ".repeat(size - Buffer.byteLength(json));
  expect((await send("POST", path, { body: padded(1_048_576) })).status).toBe(200);
  const { status, json: answer } = await send("POST", path, { body: padded(1_048_577) });
  expect([status, answer]).toEqual([413, { error: "payload_too_large: The body must not exceed 1 MiB." }]);
});

test("of other operations are checked, too", async () => {
  const { send } = await listen(createControlPlane().server);
  const { json: answer } = await send("POST", `/v1/projects/${projectId}/services`, { body: "[" });
  expect(answer).toEqual({ error: "invalid_body: The body is not JSON." });
});

import { expect, test } from "vitest";
import { type BodyRoute, readAnyBody, writeAnyBody, writeForm } from "../../../templates/runtime/client/encoding.js";
import type { Call } from "../../../templates/runtime/client/call.js";

const form = "application/x-www-form-urlencoded";
const bytes = new Uint8Array([1, 2, 3]);

/** The serialized body, and its media type. */
async function sendPlain(body: unknown, content: readonly string[] | undefined, given: Record<string, string> = {}) {
  const headers = new Headers(given);
  const call = {
    name: "test",
    route: { method: "POST", path: "/", ...(content && { content }) },
    args: { body },
  } as unknown as Call;
  const written = writeAnyBody(call, headers);
  const request = new Request("http://localhost", { method: "POST", body: written, headers });
  return { type: request.headers.get("content-type")?.replace(/boundary=.*/, "boundary"), text: await request.text() };
}

test.each([
  ["an object, where JSON is taken", { a: 1 }, undefined, "application/json", '{"a":1}'],
  ["a text, where only JSON is taken", "a", undefined, "application/json", '"a"'],
  [
    "an object, where JSON of a kind is taken",
    { a: 1 },
    ["application/merge-patch+json"],
    "application/merge-patch+json",
    '{"a":1}',
  ],
  ["an object, where anything is taken", { a: 1 }, ["*/*"], "application/json", '{"a":1}'],
  ["an object beside a form", { a: 1 }, [form, "application/json"], "application/json", '{"a":1}'],
  ["a form of the platform", new URLSearchParams({ a: "1" }), [form], `${form};charset=UTF-8`, "a=1"],
  ["a text", "a", ["text/csv", "application/json"], "text/csv", "a"],
  ["a text of any kind", "a", ["text/*"], "text/plain", "a"],
  ["a text as XML", "<a/>", ["application/xml"], "application/xml", "<a/>"],
  ["bytes", bytes, ["image/png"], "image/png", "\u0001\u0002\u0003"],
  ["bytes of any kind", bytes, ["application/*"], "application/octet-stream", "\u0001\u0002\u0003"],
  ["bytes below a range beside a type", bytes, ["image/*", "application/pdf"], "application/pdf", "\u0001\u0002\u0003"],
  ["bytes below several ranges", bytes, ["image/*", "application/*"], "application/octet-stream", "\u0001\u0002\u0003"],
  ["a picture of a known type", new Blob(["a"], { type: "image/png" }), ["image/*"], "image/png", "a"],
  ["bytes in a buffer", bytes.buffer, ["*/*"], "application/octet-stream", "\u0001\u0002\u0003"],
  ["a file of a known type", new Blob(["a"], { type: "text/css" }), ["text/*"], "text/css", "a"],
  ["a file of an unknown type", new Blob(["a"]), ["application/pdf"], "application/pdf", "a"],
])("%s", async (_, body, content, type, text) => {
  expect(await sendPlain(body, content)).toEqual({ type, text });
});

test.each([
  ["bytes", bytes, ["image/*", "video/*"], "image/* or video/*"],
  ["a file without a type", new Blob(["a"]), ["image/*"], "image/*"],
  ["text", "a", ["application/*"], "application/*"],
])("%s below a range without a default need a media type", async (_, body, content, ranges) => {
  await expect(sendPlain(body, content)).rejects.toThrow(`test needs a header content-type within ${ranges}`);
  const type = ranges.replace(/\*.*/, "x");
  expect((await sendPlain(body, content, { "content-type": type })).type).toBe(type);
});

test("a form with files gets its boundary from the platform", async () => {
  const body = new FormData();
  body.append("file", new Blob(["a"]), "a.txt");
  const { type, text } = await sendPlain(body, ["multipart/form-data"]);
  expect(type).toBe("multipart/form-data; boundary");
  expect(text).toContain('name="file"; filename="a.txt"');
});

test("a media type given by the caller is kept", async () => {
  expect(await sendPlain(bytes, ["image/*"], { "content-type": "image/webp" })).toMatchObject({ type: "image/webp" });
  expect(
    await sendPlain({ a: 1 }, ["application/json", "application/vnd.a+json"], { "content-type": "application/vnd.a+json" }),
  ).toEqual({
    type: "application/vnd.a+json",
    text: '{"a":1}',
  });
});

test("values that can't be written are rejected", () => {
  const call = { name: "sendForm", route: { content: [form] }, args: { body: 7 } } as unknown as Call;
  expect(() => writeAnyBody(call, new Headers())).toThrow("sendForm does not accept this kind of body");
});

const multipart = "multipart/form-data";

const json = "application/json";

/** The request that is sent for a body. */
function send(body: unknown, content: readonly string[], encoding?: BodyRoute["encoding"]): Request {
  const headers = new Headers();
  const route = { method: "POST", path: "/", content, ...(encoding && { encoding }) };
  const written = writeForm({ name: "test", route, args: { body } } as unknown as Call, headers);
  return new Request("http://localhost", { method: "POST", body: written, headers });
}

const typeOf = (request: Request) => request.headers.get("content-type")!.replace(/;.*/, "");

test.each([
  ["fields", { a: 1, b: ["x y", "&"], c: undefined }, undefined, "a=1&b=x+y&b=%26"],
  ["an object is JSON", { a: { b: 1 } }, undefined, "a=%7B%22b%22%3A1%7D"],
  ["a list in one field", { a: [1, 2] }, { a: { explode: false } }, "a=1,2"],
  ["an object in brackets", { a: { b: "c d" } }, { a: { style: "deepObject" } }, "a%5Bb%5D=c%20d"],
] as const)("URL-encoded: %s", async (_, body, encoding, text) => {
  const request = send(body, [form], encoding);
  expect([typeOf(request), await request.text()]).toEqual([form, text]);
});

test("multipart: files remain files, lists are parts, objects are JSON of the declared type", async () => {
  const file = new File(["x"], "a.txt");
  const body = { file, tags: ["a", "b"], plain: { a: 1 }, typed: [1], none: undefined };
  const form = await send(body, [multipart], { typed: { contentType: json } }).formData();
  const told = [...form].map(([name, value]) => [name, typeof value === "string" ? value : `${value.name} ${value.type}`]);
  expect(told).toEqual([
    ["file", "a.txt application/octet-stream"],
    ["tags", "a"],
    ["tags", "b"],
    ["plain", '{"a":1}'],
    ["typed", `blob ${json}`],
  ]);
  expect(await (form.get("typed") as File).text()).toBe("[1]");
});

test.each([
  ["JSON where it is taken", { a: 1 }, [multipart, json], json],
  ["multipart where there are files", { a: [new Blob(["x"])] }, [json, form, multipart], multipart],
  ["URL-encoded rather than multipart", { a: 1 }, [multipart, form], form],
  ["what the platform has as it is", new URLSearchParams({ a: "1" }), [multipart, form], form],
])("%s", (_, body, content, type) => {
  expect(typeOf(send(body, content))).toBe(type);
});

const read = (responses: readonly string[] | undefined, type: string | undefined, body: string, status = 200) => {
  const response = new Response(status === 204 ? null : new TextEncoder().encode(body), { status });
  if (type !== undefined) response.headers.set("content-type", type);
  return readAnyBody({ name: "read", route: { responses } } as unknown as Call, response);
};

const jsonBytes = new TextEncoder().encode("[1]");

test.each<[string[] | undefined, string | undefined, unknown]>([
  [undefined, "application/json", [1]],
  [undefined, "Application/JSON; charset=utf-8", [1]],
  [["application/vnd.acme.v2+json"], "application/vnd.acme.v2+json; charset=utf-8", [1]],
  [["text/csv", "application/json"], "application/json", [1]],
  [["text/csv"], "Text/CSV; header=present", "[1]"],
  [["text/*"], "text/html", "[1]"],
  [["image/*"], "image/png", jsonBytes],
  [["application/octet-stream"], undefined, jsonBytes],
  [["*/*", ""], "image/png", jsonBytes],
  [["*/*", ""], "text/html", "[1]"],
  [["*/*", ""], undefined, jsonBytes],
  [["application/*", ""], "application/json", [1]],
])("of %j, %s is read by its media type", async (responses, type, value) => {
  expect(await read(responses, type, "[1]")).toEqual(value);
});

test.each<[string[] | undefined, string | undefined]>([
  [undefined, "text/html"],
  [undefined, undefined],
  [undefined, "application/vnd.acme.v2+json"],
  [["application/vnd.acme.v2+json"], "application/json"],
  [["application/vnd.acme.v2+json"], "application/vnd.acme.v1+json"],
  [["text/csv"], "text/html"],
  [["text/csv"], "application/json"],
  [["text/csv"], undefined],
  [["image/*"], "imagery/png"],
  [["application/json", ""], "text/html"],
  [["application/pdf"], "application/octet-stream"],
])("of %j, %s is not declared", async (responses, type) => {
  await expect(read(responses, type, "[1]")).rejects.toMatchObject({
    name: "InvalidResponseError",
    message: `read returned ${type ?? "untyped"} content, which the contract does not declare`,
  });
});

test("an empty body is undefined only if the contract declares it", async () => {
  expect(await read(["application/json", ""], undefined, "", 204)).toBeUndefined();
  expect(await read(["application/json", ""], "application/json", "")).toBeUndefined();
  expect(await read(["text/csv"], "text/csv", "")).toBe("");
  expect(await read(["application/pdf"], "application/pdf", "")).toEqual(new Uint8Array(0));
  await expect(read(undefined, "application/json", "")).rejects.toThrow("read returned text that is not the declared JSON");
  await expect(read(["text/csv"], undefined, "", 204)).rejects.toThrow("returned no content, which");
});

test("an error may be anything", async () => {
  expect(await read(["text/csv"], "application/json", "[1]", 400)).toEqual([1]);
  expect(await read(["text/csv"], "text/html", "[1]", 502)).toBe("[1]");
  expect(await read(["text/csv"], undefined, "[1]", 502)).toEqual(jsonBytes);
  expect(await read(["text/csv"], "application/json", "[", 502)).toBe("[");
  expect(await read(["text/csv"], undefined, "", 502)).toBeUndefined();
});

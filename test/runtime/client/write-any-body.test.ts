import { expect, test } from "vitest";
import type { Call } from "../../../templates/runtime/client/call.js";
import { writeAnyBody } from "../../../templates/runtime/client/body.js";

const form = "application/x-www-form-urlencoded";
const bytes = new Uint8Array([1, 2, 3]);

/** What is sent for a body, and as which media type. */
async function send(body: unknown, content: readonly string[] | undefined, given: Record<string, string> = {}) {
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
  ["bytes of any kind", bytes, ["image/*"], "application/octet-stream", "\u0001\u0002\u0003"],
  ["bytes in a buffer", bytes.buffer, ["*/*"], "application/octet-stream", "\u0001\u0002\u0003"],
  ["a file of a known type", new Blob(["a"], { type: "text/css" }), ["text/*"], "text/css", "a"],
  ["a file of an unknown type", new Blob(["a"]), ["application/pdf"], "application/pdf", "a"],
])("%s", async (_, body, content, type, text) => {
  expect(await send(body, content)).toEqual({ type, text });
});

test("a form with files gets its boundary from the platform", async () => {
  const body = new FormData();
  body.append("file", new Blob(["a"]), "a.txt");
  const { type, text } = await send(body, ["multipart/form-data"]);
  expect(type).toBe("multipart/form-data; boundary");
  expect(text).toContain('name="file"; filename="a.txt"');
});

test("a media type that the caller gives is kept", async () => {
  expect(await send(bytes, ["image/*"], { "content-type": "image/webp" })).toMatchObject({ type: "image/webp" });
  expect(
    await send({ a: 1 }, ["application/json", "application/vnd.a+json"], { "content-type": "application/vnd.a+json" }),
  ).toEqual({
    type: "application/vnd.a+json",
    text: '{"a":1}',
  });
});

test("what can't be written is refused", () => {
  const call = { name: "sendForm", route: { content: [form] }, args: { body: 7 } } as unknown as Call;
  expect(() => writeAnyBody(call, new Headers())).toThrow("sendForm needs a body of another kind");
});

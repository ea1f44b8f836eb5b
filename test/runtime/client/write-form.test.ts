import { expect, test } from "vitest";
import type { Call, Route } from "../../../templates/runtime/client/call.js";
import { writeForm } from "../../../templates/runtime/client/body.js";

const urlEncoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";
const json = "application/json";

/** The request that is sent for a body. */
function send(body: unknown, content: readonly string[], encoding?: Route["encoding"]): Request {
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
  const request = send(body, [urlEncoded], encoding);
  expect([typeOf(request), await request.text()]).toEqual([urlEncoded, text]);
});

test("multipart: files stay files, lists are parts, objects are JSON of the type that the contract says", async () => {
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
  ["multipart where there are files", { a: [new Blob(["x"])] }, [json, urlEncoded, multipart], multipart],
  ["URL-encoded rather than multipart", { a: 1 }, [multipart, urlEncoded], urlEncoded],
  ["what the platform has as it is", new URLSearchParams({ a: "1" }), [multipart, urlEncoded], urlEncoded],
])("%s", (_, body, content, type) => {
  expect(typeOf(send(body, content))).toBe(type);
});

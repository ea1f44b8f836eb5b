import { expect, test } from "vitest";
import type { Call } from "../../../templates/runtime/client/call.js";
import { readAnyBody } from "../../../templates/runtime/client/body.js";

const read = (responses: readonly string[] | undefined, type: string | undefined, body: string, status = 200) => {
  const response = new Response(status === 204 ? null : new TextEncoder().encode(body), { status });
  if (type !== undefined) response.headers.set("content-type", type);
  return readAnyBody({ name: "read", route: { responses } } as unknown as Call, response);
};
const bytes = new TextEncoder().encode("[1]");

test.each<[string[] | undefined, string | undefined, unknown]>([
  [undefined, "application/json", [1]],
  [["application/problem+json"], "application/json; charset=utf-8", [1]],
  [["text/csv", "application/json"], "application/json", [1]],
  [["text/csv"], "Text/CSV; header=present", "[1]"],
  [["text/*"], "text/html", "[1]"],
  [["image/*"], "image/png", bytes],
  [["application/octet-stream"], undefined, bytes],
  [["*/*", ""], "image/png", bytes],
  [["*/*", ""], "text/html", "[1]"],
  [["*/*", ""], undefined, bytes],
  [["application/*", ""], "application/json", [1]],
])("of %j, %s is read as what it is", async (responses, type, value) => {
  expect(await read(responses, type, "[1]")).toEqual(value);
});

test.each<[string[] | undefined, string | undefined]>([
  [undefined, "text/html"],
  [undefined, undefined],
  [["text/csv"], "text/html"],
  [["text/csv"], "application/json"],
  [["text/csv"], undefined],
  [["image/*"], "imagery/png"],
  [["application/json", ""], "text/html"],
  [["application/pdf"], "application/octet-stream"],
])("of %j, %s is not declared", async (responses, type) => {
  await expect(read(responses, type, "[1]")).rejects.toMatchObject({
    name: "InvalidResponseError",
    message: `read was answered ${type ?? "untyped"} content, which the contract does not declare`,
  });
});

test("nothing is undefined only where the contract declares it", async () => {
  expect(await read(["application/json", ""], undefined, "", 204)).toBeUndefined();
  expect(await read(["application/json", ""], "application/json", "")).toBeUndefined();
  expect(await read(["text/csv"], "text/csv", "")).toBe("");
  expect(await read(["application/pdf"], "application/pdf", "")).toEqual(new Uint8Array(0));
  await expect(read(undefined, "application/json", "")).rejects.toThrow("read was answered text that is no JSON");
  await expect(read(["text/csv"], undefined, "", 204)).rejects.toThrow("untyped content");
});

test("an error may be anything", async () => {
  expect(await read(["text/csv"], "application/json", "[1]", 400)).toEqual([1]);
  expect(await read(["text/csv"], "text/html", "[1]", 502)).toBe("[1]");
  expect(await read(["text/csv"], undefined, "[1]", 502)).toEqual(bytes);
  expect(await read(["text/csv"], "application/json", "[", 502)).toBe("[");
  expect(await read(["text/csv"], undefined, "", 502)).toBeUndefined();
});

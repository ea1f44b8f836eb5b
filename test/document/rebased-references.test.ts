import { expect, it } from "vitest";
import { load } from "./load-text.js";

const schema = (text: string, version = "3.1.0") => ({
  "openapi.yaml": `openapi: ${version}\ninfo: { title: T, version: "1" }\ncomponents:\n  schemas:\n    B: {}\n    A: ${text}\n`,
  "b.yaml": "type: string",
  "c.yaml": '$id: "https://shop.test/schemas/c"\nproperties: { b: { $ref: b.yaml }, c: { $ref: "#/x" } }\nx: {}',
});
const problemsOf = (text: string, version?: string) => load(schema(text, version)).problems;

const rebased = (ref: string, id: string) =>
  expect.stringContaining(`ref-rebased $ref "${ref}" is relative to the enclosing $id "${id}" and has another target`);

it.each([
  ["a file", "https://shop.test/schemas/a", "b.yaml"],
  ["a file, by a relative $id", "schemas/a", "b.yaml"],
])("a reference to %s has another target below an $id", (_, id, ref) => {
  const text = `{ $id: "${id}", $defs: { B: {} }, properties: { b: { items: { $ref: "${ref}" } } } }`;
  expect(problemsOf(text)).toContainEqual(rebased(ref, id));
});

it.each([
  ["what only the document has", '{ $id: "https://shop.test/a", properties: { b: { $ref: "#/components/schemas/B" } } }'],
  ["a file beside the document, whose name is the $id", "{ $id: a, properties: { b: { $ref: b.yaml } } }"],
  ["another, from a whole file that has an $id", "{ $ref: c.yaml }"],
  ["a schema beside it that has the $id", '{ $id: "https://shop.test/a", items: { $ref: b }, $defs: { B: { $id: "/b" } } }'],
])("a reference to %s is followed", (_, text) => {
  expect(problemsOf(text)).toEqual([]);
});

it("OpenAPI 3.0 has no $id", () => {
  expect(problemsOf('{ $id: "https://shop.test/a", properties: { b: { $ref: b.yaml } } }', "3.0.3")).toEqual([]);
});

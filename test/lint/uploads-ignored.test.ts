import { expect, test } from "vitest";
import { contract, diagnosticsOf } from "./lint-text.js";

const of = (uploads: string, content: string): string[] =>
  diagnosticsOf(
    "uploads-ignored",
    contract({
      paths: `/things: { post: { operationId: addThing, x-platform-uploads: ${uploads}, requestBody: { content: { ${content} } }, responses: {} } }`,
    }),
  ).map(({ message }) => message);

test.each([
  "application/octet-stream: {}",
  "image/*: { schema: { type: string, format: binary } }",
  "multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary } } } }",
  "multipart/form-data: { schema: { type: object, properties: { file: { type: string } } }, encoding: { file: { contentType: image/png } } }",
  "application/json: {}, application/zip: {}",
])("something is a stream: %s", (content) => {
  expect(of("stream", content)).toEqual([]);
  expect(of("buffer", content)).toEqual([]);
});

test.each([
  "application/json: {}",
  "text/plain: {}",
  "application/jsonl: { itemSchema: { type: object } }",
  "multipart/form-data: { schema: { type: object, properties: { name: { type: string } } } }",
  "multipart/form-data: { schema: { type: object, properties: { files: { type: array, items: { type: string, format: binary } } } } }",
])("nothing is: %s", (content) => {
  expect(of("stream", content)).toEqual(['"POST /things" has no upload that can be a stream']);
});

test("another word is none", () => {
  expect(of("streamed", "application/zip: {}")).toEqual(['"POST /things" has uploads that are neither stream nor buffer']);
});

import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (limits: string) =>
  findings(
    "list-length",
    contract({
      paths: `
/documents/{id}/updates:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  post:
    operationId: update
    x-platform-action-binding: { list: /requests, action: { in: body-key }, type: { const: document }, response: null }
    x-platform-document-actions: { clear: {} }
    requestBody: { required: true, content: { application/json: { schema: { allOf: [{ type: object }, { properties: { requests: { type: array, ${limits}items: { type: object } } } }] } } } }
    responses: { "204": { description: Done. } }`,
    }),
  );

test("lists that may have one item", () => {
  expect(["", "minItems: 1, maxItems: 1, ", "minItems: 0, "].flatMap(of)).toEqual([]);
});

test.each([
  ["minItems: 2, ", "minItems is 2"],
  ["maxItems: 0, ", "maxItems is 0"],
])("%s", (limits, text) => {
  expect(of(limits)).toEqual([expect.stringContaining(`warning a list of actions can't have one item: ${text}`)]);
});

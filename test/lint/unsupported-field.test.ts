import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (paths: string, openapi = "3.2.0") => findings("unsupported-field", contract({ openapi, paths }));

const ok = `responses: { "200": { description: Fine. } }`;

test.each([
  [
    `/events: { get: { responses: { "200": { description: Events., content: { multipart/mixed: { itemSchema: {} } } } } } }`,
    'itemSchema] error "itemSchema" here',
  ],
  [
    `/events: { get: { responses: { "500": { description: Failed., content: { text/event-stream: { itemSchema: {} } } } } } }`,
    'itemSchema] error "itemSchema" here',
  ],
  [
    `/events: { post: { requestBody: { content: { text/event-stream: { itemSchema: {} } } }, ${ok} } }`,
    'itemSchema] error "itemSchema" here',
  ],
  [`/events: { post: { requestBody: { content: { application/jsonl: { itemSchema: {} } } }, ${ok} } }`],
  [
    `/events: { get: { x-platform-reveal: true, responses: { "200": { description: Keys., content: { application/jsonl: { itemSchema: {} } } } } } }`,
    'itemSchema] error "itemSchema" here',
  ],
  [`/events: { get: { responses: { "200": { description: Events., content: { text/event-stream: { itemSchema: {} } } } } } }`],
  [
    `/forms: { post: { requestBody: { content: { multipart/mixed: { prefixEncoding: [{}], itemEncoding: {}, encoding: { part: { encoding: {} } } } } }, ${ok} } }`,
    'prefixEncoding] error "prefixEncoding"',
    'itemEncoding] error "itemEncoding"',
    'encoding] error "encoding"',
  ],
])("%s", (paths, ...expected) => {
  expect(of(paths)).toEqual(expected.map((text) => `[${text} of OpenAPI 3.2 is not supported`));
});

test("other versions have no such fields: they are ignored there, as any unknown field", () => {
  const content = "content: { multipart/mixed: { itemEncoding: {} } }";
  expect(of(`/forms: { post: { requestBody: { ${content} }, ${ok} } }`, "3.1.0")).toEqual([]);
});

test("an endpoint of actions suggests a separate operation for a sequence", () => {
  const paths = `/vms/{id}/do/{action}: { post: { x-platform-vm-actions: { watch: {} }, responses: { "200": { description: Events., content: { text/event-stream: { itemSchema: {} } } } } } }`;
  const [found] = diagnosticsOf("unsupported-field", contract({ openapi: "3.2.0", paths }));
  expect(found?.message).toBe('"itemSchema" here of OpenAPI 3.2 is not supported');
  expect(found?.hint).toContain("as an operation with a path of its own");
});

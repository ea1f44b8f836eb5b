import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (paths: string, openapi = "3.2.0") => findings("unsupported-field", contract({ openapi, paths }));

const ok = `responses: { "200": { description: Fine. } }`;

test.each([
  [`/events: { get: { responses: { "200": { description: Events., content: { multipart/mixed: { itemSchema: {} } } } } } }`],
  [
    `/events: { get: { responses: { "200": { description: Events., content: { multipart/form-data: { itemSchema: {} } } } } } }`,
    'itemSchema] error "itemSchema" of OpenAPI 3.2',
  ],
  [
    `/events: { get: { responses: { "200": { description: Events., content: { multipart/mixed: { schema: { type: array }, itemSchema: {} } } } } } }`,
    'itemSchema] error "itemSchema" of OpenAPI 3.2',
  ],
  [
    `/events: { get: { responses: { "200": { description: Events., content: { multipart/mixed: { itemSchema: {} }, application/jsonl: { itemSchema: {} } } } } } }`,
    "{ itemSchema: {} }] error a list of parts",
  ],
  [
    `/keys: { get: { x-platform-reveal: true, responses: { "200": { description: Keys., content: { multipart/mixed: { schema: { items: {} } } } } } } }`,
    "schema] error a list of parts",
  ],
  [
    `/vms/{id}/do/{action}: { post: { x-platform-vm-actions: { watch: {} }, requestBody: { content: { multipart/mixed: { schema: { items: {} } } } }, ${ok} } }`,
    "schema] error a list of parts",
  ],
  [
    `/events: { get: { responses: { "500": { description: Failed., content: { text/event-stream: { itemSchema: {} } } } } } }`,
    'itemSchema] error "itemSchema" of OpenAPI 3.2',
  ],
  [
    `/events: { post: { requestBody: { content: { text/event-stream: { itemSchema: {} } } }, ${ok} } }`,
    'itemSchema] error "itemSchema" of OpenAPI 3.2',
  ],
  [`/events: { post: { requestBody: { content: { application/jsonl: { itemSchema: {} } } }, ${ok} } }`],
  [
    `/events: { get: { x-platform-reveal: true, responses: { "200": { description: Keys., content: { application/jsonl: { itemSchema: {} } } } } } }`,
    'itemSchema] error "itemSchema" of OpenAPI 3.2',
  ],
  [`/events: { get: { responses: { "200": { description: Events., content: { text/event-stream: { itemSchema: {} } } } } } }`],
  [
    `/hooks: { post: { ${ok}, callbacks: { sent: { "{$request.query.url}": { post: { requestBody: { content: { multipart/mixed: { schema: { items: {} } } } }, ${ok} } } } } } }`,
    "schema] error a list of parts",
  ],
  [
    `/forms: { post: { requestBody: { content: { multipart/mixed: { prefixEncoding: [{}], itemEncoding: {}, encoding: { part: { encoding: {} } } } } }, ${ok} } }`,
    'prefixEncoding] error "prefixEncoding" of OpenAPI 3.2',
    'itemEncoding] error "itemEncoding" of OpenAPI 3.2',
    'encoding] error "encoding" of OpenAPI 3.2',
  ],
  [
    `/forms: { post: { requestBody: { content: { multipart/form-data: { schema: { type: array }, prefixEncoding: [{}] } } }, ${ok} } }`,
    'prefixEncoding] error "prefixEncoding" of OpenAPI 3.2',
  ],
  [
    `/forms: { post: { requestBody: { content: { multipart/form-data: { encoding: { files: { contentType: multipart/mixed, itemEncoding: {} } } } } }, ${ok} } }`,
    'itemEncoding] error "itemEncoding" of OpenAPI 3.2',
  ],
  [
    `/forms: { post: { requestBody: { content: { multipart/mixed: { schema: { items: { type: array, items: {} } }, itemEncoding: { contentType: multipart/mixed, prefixEncoding: [{}], itemEncoding: {} } } } }, ${ok} } }`,
  ],
  [
    `/forms: { post: { requestBody: { content: { multipart/mixed: { schema: { items: { type: object } }, itemEncoding: { itemEncoding: {}, encoding: {} } } } }, ${ok} } }`,
    'itemEncoding] error "itemEncoding" of OpenAPI 3.2',
    'encoding] error "encoding" of OpenAPI 3.2',
  ],
  [
    `/forms: { post: { requestBody: { content: { multipart/mixed: { itemSchema: {}, itemEncoding: { headers: { Content-Type: { required: true }, X-Id: { schema: {} } } } } } }, ${ok} } }`,
  ],
  [
    `/forms: { post: { requestBody: { content: { multipart/mixed: { itemSchema: {}, itemEncoding: { headers: { Content-Location: { required: true } } } } } }, ${ok} } }`,
    'headers] error the required header "Content-Location" of a part',
  ],
])("%s", (paths, ...expected) => {
  expect(of(paths)).toEqual(expected.map((text) => `[${text} is not supported here`));
});

test("parts of parts may be described by components", () => {
  const encoding = "contentType: multipart/mixed, itemEncoding: { contentType: multipart/mixed, itemEncoding: {} } ";
  const content = `content: { multipart/mixed: { schema: { $ref: "#/components/schemas/List" }, itemEncoding: { ${encoding} } } }`;
  const schemas = `List: { type: array, items: { $ref: "#/components/schemas/List" } }`;
  const paths = `/forms: { post: { requestBody: { ${content} }, ${ok} } }`;
  expect(findings("unsupported-field", contract({ openapi: "3.2.0", paths, schemas }))).toEqual([]);
});

test("other versions have no such fields: they are ignored there, as any unknown field", () => {
  const content = "content: { multipart/mixed: { itemEncoding: {} } }";
  expect(of(`/forms: { post: { requestBody: { ${content} }, ${ok} } }`, "3.1.0")).toEqual([]);
});

test("an endpoint of actions suggests a separate operation for a sequence", () => {
  const paths = `/vms/{id}/do/{action}: { post: { x-platform-vm-actions: { watch: {} }, responses: { "200": { description: Events., content: { text/event-stream: { itemSchema: {} } } } } } }`;
  const [found] = diagnosticsOf("unsupported-field", contract({ openapi: "3.2.0", paths }));
  expect(found?.message).toBe('"itemSchema" of OpenAPI 3.2 is not supported here');
  expect(found?.hint).toContain("as an operation with a path of its own");
});

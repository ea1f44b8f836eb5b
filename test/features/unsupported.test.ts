import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { lint } from "../../generator/compile.js";
import { repositoryPath } from "../support/repository.js";

const schema = (text: string): string => `components: { schemas: { Pet: ${text} } }`;
const manyCombined = (keyword: string) => `{ ${keyword}: false, allOf: [${Array.from({ length: 501 }, () => "{}").join(", ")}] }`;
const parameter = (text: string): string => `components: { parameters: { P: ${text} } }`;

/** Unsupported features: the severity, the code and the marked text. */
const unsupported = [
  ["error", "openapi-version", 'openapi: "3.3.0"', '"3.3.0"'],
  ["error", "parameter-style", `openapi: "3.2.0"\n${parameter("{ name: p, in: query, style: cookie, schema: {} }")}`, "cookie"],
  [
    "error",
    "unsupported-field",
    'openapi: "3.2.0"\npaths: { /p: { put: { requestBody: { content: { multipart/mixed: { itemEncoding: {} } } }, responses: {} } } }',
    "itemEncoding",
  ],
  [
    "warning",
    "example-serialized",
    `openapi: "3.2.0"\n${parameter("{ name: p, in: query, schema: {}, examples: { one: { serializedValue: a } } }")}`,
    "a",
  ],
  [
    "error",
    "querystring",
    `openapi: "3.2.0"\n${parameter("{ name: p, in: querystring, content: { text/*: {} } }")}`,
    "querystring",
  ],
  [
    "error",
    "additional-method",
    'openapi: "3.2.0"\npaths: { /pets: { additionalOperations: { POST: { responses: {} } } } }',
    "POST",
  ],
  ["error", "ref-syntax", schema("{ $ref: '#pet' }"), "'#pet'"],
  ["error", "ref-remote", schema("{ $ref: 'https://example.com/pet.json' }"), "'https://example.com/pet.json'"],
  ["error", "ref-outside-root", schema("{ $ref: '../pet.json' }"), "'../pet.json'"],
  ["error", "ref-syntax", schema("{ $ref: '#pet' }"), "'#pet'"],
  [
    "warning",
    "ref-misplaced",
    "components: { requestBodies: { Pet: { content: { $ref: '#/x-content' } } } }\nx-content: {}",
    "'#/x-content'",
  ],
  ["warning", "keyword-ignored", schema("{ id: pet }"), "id"],
  ["error", "ref-rebased", schema("{ $id: pets/pet, items: { $ref: content.yaml } }"), "content.yaml"],
  ["error", "media-type", "components: { requestBodies: { Pet: { content: { json: {} } } } }", "json"],
  ["warning", "keyword-ignored", schema("{ additionalItems: false }"), "additionalItems"],
  ["warning", "keyword-ignored", schema("{ $schema: 'http://json-schema.org/draft-03/schema' }"), "$schema"],
  ["warning", "dialect-difference", schema("{ $schema: 'http://json-schema.org/draft-04/schema', const: 1 }"), "const"],
  ["warning", "dialect-difference", schema("{ dependencies: {} }"), "dependencies"],
  ["warning", "dynamic-reference", schema("{ $dynamicAnchor: pet, items: { $dynamicRef: '#pet' } }"), "$dynamicRef"],
  ["warning", "exclusive-boolean", schema("{ minimum: 1, exclusiveMinimum: true }"), "true"],
  ["error", "unsupported-keyword", schema("{ $dynamicRef: '#pet' }"), "$dynamicRef"],
  ["error", "unsupported-keyword", schema("{ $schema: 'https://shop.test/dialect' }"), "$schema"],
  ["error", "unsupported-keyword", schema(manyCombined("unevaluatedProperties")), "unevaluatedProperties"],
  ["error", "unsupported-keyword", schema(manyCombined("unevaluatedItems")), "unevaluatedItems"],
  ["error", "unsupported-keyword", schema("{ dependencies: [] }"), "dependencies"],
  ["warning", "keyword-ignored", schema("{ prefixItems: [{}], additionalItems: false }"), "additionalItems"],
  ["warning", "unknown-keyword", schema("{ type: string, optional: true }"), "optional"],
  ["error", "unknown-keyword", schema("{ type: string, maxLenght: 5 }"), "maxLenght"],
  ["warning", "impossible-schema", schema("{ type: integer, const: text }"), "text"],
  [
    "error",
    "impossible-schema",
    "paths: { /pets: { get: { parameters: [{ name: kind, in: query, required: true, schema: { enum: [] } }], responses: {} } } }",
    "[]",
  ],
  [
    "error",
    "secret-only-on-reveal",
    "paths: { /pets: { get: { responses: { '200': { description: Pets., content: { text/plain: { schema: { format: password } } } } } } } }",
    undefined,
  ],
  ["warning", "nullable-keyword", schema("{ type: string, nullable: true }"), "nullable"],
  ["warning", "pattern-bounded", schema("{ type: string, pattern: 'a+$' }"), "'a+$'"],
  ["error", "component-name", "components: { schemas: { '{Pet}': {} } }", "'{Pet}'"],
  ["warning", "component-name-nonstandard", "components: { schemas: { Pét: {} } }", "Pét"],
  ["error", "operation-id", "paths: { /pets: { get: { operationId: (), responses: {} } } }", "()"],
  ["warning", "path-parameters", "paths: { '/pets/{id}': { get: { responses: {} } } }", "get"],
  ["warning", "path-nonstandard", "paths: { '/pets?all=true': { get: { responses: {} } } }", "'/pets?all=true'"],
  [
    "warning",
    "operation-unroutable",
    "paths: { /pets: { get: { responses: {} } }, '/pets#all': { get: { responses: {} } } }",
    "get",
  ],
  ["error", "pattern-not-linear", schema("{ type: string, pattern: '^(a+)+$' }"), "'^(a+)+$'"],
  [
    "error",
    "too-many-properties",
    schema(`{ properties: { ${Array.from({ length: 1001 }, (_, index) => `p${index}: {}`).join(", ")} } }`),
    undefined,
  ],
  ["warning", "pattern-dialect", schema("{ type: string, pattern: '(?i)^a$' }"), "'(?i)^a$'"],
  ["warning", "format-unknown", schema("{ type: string, format: MM/YYYY }"), "MM/YYYY"],
  ["error", "parameter-name", parameter('{ name: "a=b; Domain=evil", in: cookie, schema: {} }'), '"a=b; Domain=evil"'],
  ["warning", "path-parameter-optional", parameter("{ name: id, in: path, required: false, schema: {} }"), "false"],
  [
    "warning",
    "schema-dialect",
    "jsonSchemaDialect: 'http://json-schema.org/draft-07/schema'",
    "'http://json-schema.org/draft-07/schema'",
  ],
  ["warning", "server-url", "servers: [{ url: 'javascript:alert(1)' }]", "'javascript:alert(1)'"],
  [
    "warning",
    "secret-in-url",
    "paths: { /pets: { get: { parameters: [{ name: key, in: query, schema: { type: string, format: password } }], responses: {} } } }",
    undefined,
  ],
  ["warning", "secret-example", schema("{ type: string, format: password, example: hunter2 }"), undefined],
  [
    "warning",
    "write-only-sent",
    `${schema("{ properties: { pin: { writeOnly: true } } }")}
webhooks: { pet: { post: { requestBody: { content: &pet { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, responses: { "200": { description: Done., content: *pet } } } } }`,
    undefined,
  ],
  ["warning", "untyped-object", schema("{ properties: { name: { type: string } } }"), "properties"],
  [
    "warning",
    "listed-children",
    "components: { schemas: { Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }], properties: { name: {} } }, Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }] } } }",
    undefined,
  ],
  ["warning", "null-value", parameter("{ name: page, in: query, schema: null }"), "null"],
  ["warning", "structure", parameter("{ name: page, in: query, schema: {}, examples: [1] }"), "[1]"],
  ["warning", "link-target", "components: { links: { pet: { operationId: getPet } } }", "getPet"],
  ["warning", "header-reserved", parameter("{ name: Accept, in: header, schema: {} }"), "Accept"],
  ["warning", "enum-value", schema("{ type: string, enum: [a, 1] }"), "1"],
  [
    "warning",
    "item-schema-version",
    "paths: { /pets: { get: { responses: { '200': { description: All., content: { application/jsonl: { itemSchema: {} } } } } } } }",
    undefined,
  ],
  ["warning", "prototype-property", "components: { schemas: { Pet: { properties: { __proto__: {} } } } }", "__proto__"],
  ["error", "forbidden-name", "components: { schemas: { Pet: { dependentRequired: { __proto__: [name] } } } }", "__proto__"],
] as const;

test.each(unsupported)("%s %s: %s", async (severity, code, text, marked) => {
  const folder = mkdtempSync(path.join(tmpdir(), "unsupported-"));
  const version = text.startsWith("openapi:") ? "" : "openapi: 3.1.0\n";
  const paths = /^paths:/m.test(text) ? "" : "paths: {}\n";
  writeFileSync(path.join(folder, "openapi.yaml"), `${version}info: { title: Pets, version: "1" }\n${paths}${text}\n`);
  writeFileSync(path.join(folder, "content.yaml"), "application/json: {}\n");
  const { diagnostics } = await lint("openapi.yaml", { workingFolder: folder });
  const found = diagnostics.filter((diagnostic) => diagnostic.code === code);
  expect(found.map((diagnostic) => diagnostic.severity)).toEqual([severity]);
  const { lineText, column, endColumn } = found[0]!.location!;
  if (marked !== undefined) expect(lineText!.slice(column - 1, endColumn! - 1)).toBe(marked);
});

test("the documentation names them all", () => {
  const page = readFileSync(repositoryPath("docs/openapi-support.md"), "utf8");
  const named = [...page.matchAll(/\[`([a-z-]+)`\]\(diagnostics\.md#\1\)/g)].map(([, code]) => code);
  expect([...new Set(named)].sort()).toEqual([...new Set(unsupported.map(([, code]) => code))].sort());
});

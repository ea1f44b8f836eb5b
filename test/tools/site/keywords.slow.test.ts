import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { subschemaKeywords } from "../../../generator/document/visitor.js";
import { narrowingKeywords } from "../../../generator/tools/site/schema/narrowing.js";
import { fileOf, siteOfText } from "./build-site.js";

/** For each keyword, the rest of its schema and a value that narrows it further. */
const samples: Readonly<Record<string, readonly [JsonObject, JsonValue]>> = {
  type: [{}, "integer"],
  const: [{}, "a"],
  enum: [{ type: "string" }, ["a", "b"]],
  format: [{ type: "string" }, "uuid"],
  minimum: [{ type: "integer", maximum: 9 }, 2],
  maximum: [{ type: "integer" }, 8],
  exclusiveMinimum: [{ type: "number", minimum: 0, maximum: 3 }, 1],
  exclusiveMaximum: [{ type: "number", minimum: 0, maximum: 3 }, 2],
  multipleOf: [{ type: "number" }, 5],
  minLength: [{ type: "string" }, 3],
  maxLength: [{ type: "string" }, 3],
  "x-max-utf8-bytes": [{ type: "string" }, 12],
  pattern: [{ type: "string" }, "^a"],
  contentEncoding: [{ type: "string" }, "base64"],
  contentMediaType: [{ type: "string" }, "application/json"],
  contentSchema: [{ type: "string", contentMediaType: "application/json" }, { type: "integer" }],
  minItems: [{ type: "array", items: { type: "string" } }, 2],
  maxItems: [{ type: "array", items: { type: "string" } }, 2],
  uniqueItems: [{ type: "array", items: { type: "string" } }, true],
  items: [{ type: "array" }, { maximum: 3 }],
  prefixItems: [{ type: "array" }, [{ type: "string" }, { not: { const: 3 } }]],
  contains: [{ type: "array" }, { const: "admin" }],
  minContains: [{ type: "array", contains: { const: "admin" } }, 2],
  maxContains: [{ type: "array", contains: { const: "admin" } }, 2],
  minProperties: [{ type: "object" }, 2],
  maxProperties: [{ type: "object", properties: { a: { type: "string" } } }, 2],
  required: [{ type: "object" }, ["other"]],
  properties: [{ type: "object" }, { a: { type: "integer" } }],
  patternProperties: [{ type: "object", additionalProperties: false }, { "^x-": { type: "integer" } }],
  additionalProperties: [{ type: "object", properties: { a: { type: "string" } } }, false],
  unevaluatedProperties: [{ type: "object", properties: { a: { type: "string" } } }, { type: "integer" }],
  unevaluatedItems: [{ type: "array", prefixItems: [{ type: "string" }] }, { type: "integer" }],
  propertyNames: [{ type: "object" }, { pattern: "^x" }],
  dependentRequired: [{ type: "object", properties: { a: {}, b: {} } }, { a: ["b"] }],
  dependentSchemas: [{ type: "object" }, { a: { required: ["b"] } }],
  if: [{ type: "object", then: { required: ["b"] } }, { minProperties: 3 }],
  then: [{ type: "object", if: { required: ["a"] } }, { maxProperties: 3 }],
  else: [{ type: "object", if: { required: ["a"] } }, { properties: { b: false } }],
  not: [{}, { type: "string" }],
  allOf: [{ type: "string" }, [{ maxLength: 3 }]],
  anyOf: [{ type: "string" }, [{ maxLength: 3 }, { pattern: "^a" }]],
  oneOf: [{ type: "object" }, [{ required: ["a"] }, { properties: { b: { type: "string" } } }]],
};

/** Keywords that no contract after lint has. */
const absent = ["additionalItems"];

test("there is a sample of each keyword that narrows a value", () => {
  const holding = Object.keys(subschemaKeywords).filter((keyword) => subschemaKeywords[keyword]!.subject !== "nothing");
  const all = [...new Set([...narrowingKeywords, ...holding])].filter((keyword) => !absent.includes(keyword));
  expect(Object.keys(samples).sort()).toEqual(all.sort());
});

/** The locations of a schema on a page. */
const locations: Readonly<Record<string, (schema: JsonValue, name: string) => JsonObject>> = {
  body: (schema) => post(schema),
  field: (schema) => post({ type: "object", properties: { field: schema } }),
  "field of a field": (schema) =>
    post({
      type: "object",
      properties: { outer: { type: "object", additionalProperties: false, properties: { field: schema } } },
    }),
  "items of a field": (schema) => post({ type: "object", properties: { list: { type: "array", items: schema } } }),
  "items of lists": (schema) =>
    post({ type: "object", properties: { list: { type: "array", items: { type: "array", items: schema } } } }),
  "items of the body": (schema) => post({ type: "array", items: schema }),
  "a position": (schema) => post({ type: "object", properties: { pair: { type: "array", prefixItems: [schema] } } }),
  "other fields": (schema) => post({ type: "object", additionalProperties: schema }),
  "a part of the body": (schema) => post({ allOf: [{ type: ["object", "array", "string", "number"] }, schema] }),
  "a part of a field": (schema) => post({ type: "object", properties: { field: { description: "A field.", allOf: [schema] } } }),
  "a nullable field": (schema) => post({ type: "object", properties: { field: { anyOf: [schema, { type: "null" }] } } }),
  "an alternative of the body": (schema) => post({ oneOf: [schema, { type: "boolean" }] }),
  "an alternative of a field": (schema) =>
    post({ type: "object", properties: { field: { anyOf: [{ type: "object", properties: { z: {} } }, schema] } } }),
  "a component": (_, name) => post({ type: "object", properties: { field: { $ref: `#/components/schemas/${name}` } } }),
  response: (schema) => ({ responses: { "200": { description: "Done.", content: json(schema) } } }),
  parameter: (schema) => ({ parameters: [{ name: "p", in: "query", content: json(schema) }], responses }),
  header: (schema) => ({ responses: { "200": { description: "Done.", headers: { "x-h": { content: json(schema) } } } } }),
};

const responses = { "204": { description: "Done." } };

function json(schema: JsonValue): JsonObject {
  return { "application/json": { schema } };
}

function post(schema: JsonValue): JsonObject {
  return { requestBody: { required: true, content: json(schema) }, responses };
}

/** Returns what the pages of a contract with some operations contain, without the examples. */
async function pagesOf(operations: readonly JsonObject[], schemas: JsonObject): Promise<string[]> {
  const info = { title: "Keywords", version: "1.0.0" };
  const paths = Object.fromEntries(
    operations.map((operation, index) => [`/x${index}`, { post: { operationId: `x${index}`, ...operation } }]),
  );
  const servers = [{ url: "https://api.acme.test" }];
  const site = await siteOfText(JSON.stringify({ openapi: "3.1.0", info, servers, paths, components: { schemas } }));
  return operations.map((_, index) => {
    const page = fileOf(site, `operations/x${index}.md`);
    return page.slice(page.indexOf("**Contract:**"), page.indexOf("## Example")).replace(/.*/, "");
  });
}

test("every keyword is described wherever it stands", { timeout: 60_000 }, async () => {
  const places = Object.entries(locations);
  const schemas: Record<string, JsonObject> = {};
  const cases = Object.entries(samples).flatMap(([keyword, [base, value]], index) => {
    const narrowed = { ...base, [keyword]: value };
    schemas[`Before${index}`] = base;
    schemas[`After${index}`] = narrowed;
    return places.map(([location, place]) => ({
      name: `${keyword} in ${location}`,
      operations: [place(base, `Before${index}`), place(narrowed, `After${index}`)],
    }));
  });
  const pages = await pagesOf(
    cases.flatMap(({ operations }) => operations),
    schemas,
  );
  const told = pages.map((page) => page.replace(/(?:Before|After)\d+/g, ""));
  expect(cases.filter((_, index) => told[2 * index] === told[2 * index + 1]).map(({ name }) => name)).toEqual([]);
});

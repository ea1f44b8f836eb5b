import { expect, test } from "vitest";
import { findSecrets } from "../../generator/emit/client/find-secrets.js";
import { contractOf } from "../emit/load-emitted.js";

const key = { type: "string", format: "password" };
const keyed = { properties: { key } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function secretsOf(schema: object, schemas: object = {}): string[] {
  const contract = contractOf({
    openapi: "3.1.0",
    info: { title: "Keys", version: "1" },
    paths: {
      "/key": {
        get: {
          operationId: "getKey",
          "x-platform-reveal": true,
          responses: { "200": { description: "Done.", content: { "application/json": { schema } } } },
        },
      },
    },
    components: { schemas },
  });
  return findSecrets(contract.operations[0]!, contract);
}

test.each([
  ["properties", keyed],
  ["a list of secrets", { properties: { key: { type: "array", items: key } } }],
  ["a branch of a property", { properties: { key: { allOf: [key] } } }],
  ["a property that may be null", { properties: { key: { anyOf: [key, { type: "null" }] } } }],
  ["patternProperties", { patternProperties: { "^k": keyed } }],
  ["unevaluatedProperties", { unevaluatedProperties: keyed }],
  ["then", { if: {}, then: keyed }],
  ["else", { if: {}, else: keyed }],
  ["dependentSchemas", { dependentSchemas: { name: keyed } }],
  ["contains", { contains: keyed }],
  ["beside $ref", { ...ref("Any"), ...keyed }],
  ["a property beside $ref", { properties: { key: { ...ref("Text"), format: "password" } } }],
  ["a property behind two references", { properties: { key: ref("Alias") } }],
])("in %s", (_, schema) => {
  expect(secretsOf(schema, { Any: {}, Alias: { ...ref("Text"), format: "password" }, Text: { type: "string" } })).toEqual([
    "key",
  ]);
});

test("not in values that are not secret", () => {
  expect(secretsOf({ properties: { name: { type: "string" }, nested: { properties: { id: { type: "string" } } } } })).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { subschemaKeywords, type Subject } from "../../generator/document/visitor.js";
import { findSecrets } from "../../generator/emit/client/find-secrets.js";
import { createSecretSchemas } from "../../generator/tools/exchanges/secrets/secret-schemas.js";
import { wrapSecrets } from "../../templates/runtime/client/secrets.js";
import { contractOf } from "../emit/load-emitted.js";
import { diagnosticsOf } from "../lint/lint-text.js";
import { createSecretSearch } from "../../generator/json-schema/secrets.js";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { resolveComponent } from "../../generator/document/reference.js";

const key = { type: "string", format: "password" };
const keyed = { properties: { key } };

/** The pointers at which a value has secrets. */
function secretsIn(schema: JsonObject, value: JsonValue, schemas: JsonObject = {}): string[] {
  const document = { components: { schemas } };
  const { visit } = createSecretSearch({
    resolve: (from) => (from["$ref"] === undefined ? undefined : resolveComponent({ $ref: from["$ref"] }, document)),
  });
  const found: string[] = [];
  visit(schema, value, (_, pointer) => found.push(pointer));
  return found;
}

test.each<[string, JsonObject, JsonValue, string]>([
  ["the value itself", key, "s3cret", ""],
  ["properties", keyed, { key: "s3cret" }, "/key"],
  ["patternProperties", { patternProperties: { "^k": key } }, { key: "s3cret", name: "Ann" }, "/key"],
  ["additionalProperties", { properties: { name: {} }, additionalProperties: key }, { key: "s3cret", name: "Ann" }, "/key"],
  ["unevaluatedProperties", { unevaluatedProperties: key }, { key: "s3cret" }, "/key"],
  ["items", { items: key }, ["s3cret"], "/0"],
  ["prefixItems", { prefixItems: [{}, key] }, ["Ann", "s3cret"], "/1"],
  ["contains", { contains: keyed }, [{ key: "s3cret" }], "/0/key"],
  ["allOf", { allOf: [{}, keyed] }, { key: "s3cret" }, "/key"],
  ["anyOf", { anyOf: [{}, keyed] }, { key: "s3cret" }, "/key"],
  ["oneOf", { oneOf: [{}, keyed] }, { key: "s3cret" }, "/key"],
  ["then", { if: {}, then: keyed }, { key: "s3cret" }, "/key"],
  ["else", { if: false, else: keyed }, { key: "s3cret" }, "/key"],
  ["dependentSchemas", { dependentSchemas: { name: keyed } }, { key: "s3cret", name: "Ann" }, "/key"],
  ["contentSchema", { contentSchema: keyed }, '{"key":"s3cret"}', ""],
  ["beside $ref", { $ref: "#/components/schemas/Any", properties: { key } }, { key: "s3cret" }, "/key"],
  ["behind $ref", { items: { $ref: "#/components/schemas/Keyed" } }, [{ key: "s3cret" }], "/0/key"],
])("%s", (_, schema, value, pointer) => {
  expect(secretsIn(schema, value, { Any: {}, Keyed: keyed })).toEqual([pointer]);
});

test("what is only sent in requests is no secret", () => {
  const note = { type: "string", writeOnly: true };
  expect(secretsIn(note, "s3cret")).toEqual([]);
  expect(secretsIn({ properties: { note, key } }, { note: "s3cret", key: "s3cret" })).toEqual(["/key"]);
  expect(secretsIn({ writeOnly: true, properties: { key } }, { key: "s3cret" })).toEqual(["/key"]);
});

test("conditions on an absent property have no effect", () => {
  expect(secretsIn({ dependentSchemas: { name: keyed } }, { key: "s3cret" })).toEqual([]);
});

test("schemas that refer to each other many times validate a value once", () => {
  const levels = Array.from({ length: 60 }, (_, level) => {
    const next = { $ref: `#/components/schemas/L${level + 1}` };
    return [`L${level}`, { allOf: [next, next] }] as const;
  });
  const schemas = { ...Object.fromEntries(levels), L60: { properties: { key, next: { $ref: "#/components/schemas/L0" } } } };
  const value = { key: "s3cret", next: { next: { key: "s3cret" } } };
  expect(secretsIn({ $ref: "#/components/schemas/L0" }, value, schemas).toSorted()).toEqual(["/key", "/next/next/key"]);
});

/** For each subject of a keyword: what stands under it, a value with a secret, and where the secret is. */
const samples: Record<Exclude<Subject, "nothing">, { under: object; value: JsonValue; pointer: string }> = {
  value: { under: keyed, value: { key: "s3cret", k: 1 }, pointer: "/key" },
  property: { under: key, value: { k: "s3cret" }, pointer: "/k" },
  item: { under: key, value: ["s3cret"], pointer: "/0" },
  name: { under: key, value: { s3cret: 1 }, pointer: "/s3cret" },
  content: { under: keyed, value: '{"key":"s3cret"}', pointer: "" },
};

/** Nothing but references leads to what `$defs` keeps, and the loader makes components of what references lead to. */
const applied = Object.entries(subschemaKeywords).flatMap(([name, { holds, subject }]) =>
  subject === "nothing" ? [] : [[name, { holds, subject }] as const],
);

describe.each(applied)("a secret behind %s", (keyword, { holds, subject }) => {
  const { under, value, pointer } = samples[subject];
  const schema = { [keyword]: holds === "one" ? under : holds === "list" ? [under] : { k: under } };
  const reading = (schema: object, reveals: boolean) => ({
    openapi: "3.1.0",
    info: { title: "Keys", version: "1" },
    paths: {
      "/key": {
        get: {
          operationId: "getKey",
          "x-platform-reveal": reveals,
          responses: { "200": { description: "Done.", content: { "application/json": { schema } } } },
        },
      },
    },
    components: { schemas: { Held: schema } },
  });

  test("is reported by lint unless it is revealed", () => {
    expect(diagnosticsOf("secret-only-on-reveal", JSON.stringify(reading(schema, false)))).toHaveLength(1);
  });

  test("is redacted by clients", () => {
    const redactedBy = (schema: object, value: JsonValue) => {
      const contract = contractOf(reading(schema, true));
      const names = findSecrets(contract.operations[0]!, contract);
      expect(names).not.toEqual([]);
      return JSON.stringify(JSON.parse(JSON.stringify(value), wrapSecrets(names)));
    };
    const texts = [redactedBy(schema, value), redactedBy({ properties: { held: schema } }, { held: value })];
    // The name of a property stays what it is.
    for (const text of texts) expect(text.includes("s3cret")).toBe(subject === "name");
  });

  test("is masked by validate", () => {
    const contract = contractOf(reading(schema, true));
    const secrets = createSecretSchemas(contract);
    const found: string[][] = [];
    secrets.visit(contract.schemas.get("Held"), value, (text, at) => found.push([text, at]));
    expect(found).toEqual([["s3cret", pointer]]);
  });
});

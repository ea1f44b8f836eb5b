import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { subschemaKeywords } from "../../../generator/document/visitor.js";
import { value } from "../../json-schema/containment/arbitraries.js";
import { components, schema } from "../../robustness/arbitrary-schema.js";
import { mutants } from "../../runtime/json-schema/mutants.js";
import { contractWith, expandSpec, expandValue, operationOf, type OpenApi } from "./expand-contract.js";
import type { Expansion } from "../../../generator/tools/expand/expansion.js";

type Verdict = (value: unknown) => boolean;

const options = { strict: false, ownProperties: true, logger: false, validateFormats: false } as const;
const in30: Expansion = { openapi: "3.0" };

/** A plain validator of the schema of an action's body in a document of OpenAPI 3.1. */
function verdict31(document: JsonObject, body: JsonValue): Verdict {
  const ajv = new Ajv2020.default(options);
  ajv.addSchema({ $id: "https://contract.test/", components: document["components"] });
  return ajv.compile(JSON.parse(JSON.stringify(body).replaceAll('"#/', '"https://contract.test/#/')) as object);
}

/** The same of OpenAPI 3.0, which differs from draft 7 in exclusive bounds, besides `nullable`, which Ajv knows. */
function verdict30(document: JsonObject, body: JsonValue): Verdict {
  const ajv = new Ajv.default(options);
  const text = JSON.stringify(withNumericBounds(document["components"]!));
  ajv.addSchema({ $id: "https://contract.test/", components: JSON.parse(text) as object });
  return ajv.compile(JSON.parse(JSON.stringify(body).replaceAll('"#/', '"https://contract.test/#/')) as object);
}

function withNumericBounds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withNumericBounds);
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNumericBounds(item)]));
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (copy[exclusive] !== true || typeof copy[bound] !== "number") continue;
    copy[exclusive] = copy[bound];
    delete copy[bound];
  }
  return copy;
}

const bodyOf = (document: OpenApi) =>
  operationOf({ document: () => document }, "go").requestBody.content["application/json"]!.schema as JsonValue;

/** Random schemas where components come from: as alternatives, with the same title or none, and as parts of objects. */
const titles = fc.constantFrom("Left", "Same", "Same", "same", "Other title", undefined);
const inner = fc.tuple(schema, titles, fc.constantFrom("one", "other")).map(([any, title, kind]): JsonObject => {
  const part = typeof any === "object" ? (any as JsonObject) : { properties: { any } };
  const kinds = { ...((part["properties"] ?? {}) as JsonObject), kind: { type: "string", const: kind } };
  return { ...(title !== undefined && { title }), type: "object", ...part, properties: kinds, required: ["kind"] };
});
const parts = fc.array(fc.oneof(inner, schema), { minLength: 2, maxLength: 3 });
const nested: fc.Arbitrary<JsonValue> = fc.oneof(
  schema,
  fc.tuple(fc.constantFrom("oneOf", "anyOf"), parts).map(([keyword, branches]): JsonObject => ({ [keyword]: branches })),
  fc.tuple(inner, schema, parts).map(([a, b, items]): JsonObject => {
    return { properties: { a: { ...a, type: ["object", "null"] }, b, child: { items: { oneOf: items } } } };
  }),
);

test("every value has the same verdict in 3.1, and no valid value is invalid in 3.0", () => {
  const verdicts = { valid: 0, invalid: 0, wider: 0, named: 0 };
  fc.assert(
    fc.property(nested, fc.array(value, { minLength: 5, maxLength: 10 }), (body, values) => {
      const contract = contractWith({ go: { body } }, { components: { schemas: components } });
      let written: OpenApi;
      let before: Verdict;
      try {
        written = expandValue(contract, { nested: "inline" }).document("vm");
        before = verdict31(written, bodyOf(written));
      } catch {
        return; // No contract has this, or Ajv doesn't know the pattern.
      }
      const documents = [expandValue(contract).document("vm"), expandValue(contract, in30).document("vm")] as const;
      const [same, wider] = [verdict31(documents[0], bodyOf(documents[0])), verdict30(documents[1], bodyOf(documents[1]))];
      expect(keywordsBeyond30(documents[1].components["schemas"]!)).toEqual([]);
      const count = ({ components: { schemas } }: OpenApi) => Object.keys(schemas ?? {}).length;
      if (count(documents[0]) > count(written)) verdicts.named++;
      for (const candidate of values.flatMap((one) => [one, { kind: "one", a: one }, { a: { kind: "other", b: one } }])) {
        const isValid = before(candidate);
        verdicts[isValid ? "valid" : "invalid"]++;
        expect([candidate, same(candidate)]).toEqual([candidate, isValid]);
        if (isValid) expect([candidate, wider(candidate)]).toEqual([candidate, true]);
        else if (wider(candidate)) verdicts.wider++;
      }
    }),
    { numRuns: 150 },
  );
  expect(Math.min(verdicts.valid, verdicts.invalid, verdicts.wider)).toBeGreaterThan(20);
  expect(verdicts.named).toBeGreaterThan(25);
});

test("bodies of the project's contract have the same verdicts", () => {
  const written = expandSpec({ nested: "inline" });
  let verdicts = 0;
  for (const { name: type, actions } of written.contract.serviceTypes) {
    const [before, named, old] = [written, expandSpec(), expandSpec(in30)].map((expanded) => expanded.document(type));
    for (const { body, examples } of actions) {
      const ref = { $ref: `#/components/schemas/${body}` };
      const [is, isNamed, isOld] = [verdict31(before!, ref), verdict31(named!, ref), verdict30(old!, ref)];
      for (const example of examples)
        for (const candidate of example.body === undefined ? [{}] : [example.body, ...mutants(example.body)]) {
          verdicts++;
          const isValid = is(candidate);
          expect([body, candidate, isNamed(candidate)]).toEqual([body, candidate, isValid]);
          if (isValid) expect([body, candidate, isOld(candidate)]).toEqual([body, candidate, true]);
        }
    }
  }
  expect(verdicts).toBeGreaterThan(2_000);
});

const keywords30 = new Set(
  (
    "$ref additionalProperties allOf anyOf default deprecated description discriminator enum example exclusiveMaximum " +
    "exclusiveMinimum externalDocs format items maxItems maxLength maxProperties maximum minItems minLength minProperties " +
    "minimum multipleOf not nullable oneOf pattern properties readOnly required title type uniqueItems writeOnly xml"
  ).split(" "),
);

/** Invalid in schemas of OpenAPI 3.0: other keywords, keywords next to `$ref`, lists of types, schemas that are boolean. */
function keywordsBeyond30(schemas: JsonObject): string[] {
  const found: string[] = [];
  const visit = (schema: JsonValue, at: string): void => {
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return void found.push(`${at} is no schema`);
    for (const [key, part] of Object.entries(schema)) {
      if (!keywords30.has(key) && !key.startsWith("x-")) found.push(`${at}.${key}`);
      if (key === "$ref" && Object.keys(schema).length > 1) found.push(`${at} has siblings`);
      if (key === "type" && typeof part !== "string") found.push(`${at}.type`);
      const holds = Object.hasOwn(subschemaKeywords, key) ? subschemaKeywords[key]!.holds : undefined;
      if (holds === "one" && !(key === "additionalProperties" && typeof part === "boolean")) visit(part, `${at}.${key}`);
      if (holds === "list" || holds === "map")
        for (const [name, child] of Object.entries(part as JsonObject)) visit(child, `${at}.${key}.${name}`);
    }
    if (schema["type"] === "array" && schema["items"] === undefined) found.push(`${at} has no items`);
  };
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name);
  return found;
}

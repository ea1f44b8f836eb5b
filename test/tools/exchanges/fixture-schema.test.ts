import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import schema from "../../../schemas/fixture.schema.json" with { type: "json" };
import type { JsonValue } from "../../../generator/document/json-value.js";
import { fixtureErrors } from "../../../generator/tools/exchanges/fixtures/read-fixtures.js";

const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);

const request = { params: { id: 1 }, query: {}, headers: { a: "b", c: 1, d: ["e"] }, cookies: {}, body: null };

test.each<[string, JsonValue]>([
  ["a request", { operation: "a", request }],
  ["a response", { service_type: "a", action: "b", response: { status: 200, headers: {}, body: [] } }],
  [
    "both, with all that goes with them",
    { $schema: "x", name: "n", service: { type: "a" }, action: "b", request, response: { status: 200 }, expect: "valid" },
  ],
  ["what is expected", { request, expect: { invalid: [{ pointer: "/request/body", rule: "type" }] } }],
  ["a list", { $schema: "x", operation: "a", service_type: "a", action: "b", service: {}, exchanges: [{ request }] }],
  ["an empty list", { exchanges: [] }],
])("%s is a fixture", (_, value) => {
  expect(fixtureErrors(value)).toEqual([]);
  expect(validate(value)).toBe(true);
});

test.each<[string, JsonValue]>([
  ["nothing", {}],
  ["an exchange with neither", { operation: "a" }],
  ["an unknown key", { reqest: {} }],
  ["an unknown key of a request", { request: { boddy: 1 } }],
  ["an unknown key beside a list", { exchanges: [], request: {} }],
  ["a status that is none", { response: { status: 99 } }],
  ["a header that is an object", { request: { headers: { a: {} } } }],
  ["an expectation of another kind", { request, expect: "invalid" }],
  ["an expectation of nothing", { request, expect: { invalid: [] } }],
  ["a pointer to elsewhere", { request, expect: { invalid: [{ pointer: "/body", rule: "type" }] } }],
  ["an expectation without a rule", { request, expect: { invalid: [{ pointer: "/request" }] } }],
])("%s is none", (_, value) => {
  expect(fixtureErrors(value)).not.toEqual([]);
  expect(validate(value)).toBe(false);
});

test("editors and the validator judge alike, as one schema decides", () => {
  const keys = fc.constantFrom(
    "request",
    "response",
    "exchanges",
    "expect",
    "invalid",
    "status",
    "body",
    "headers",
    "name",
    "operation",
    "pointer",
    "rule",
    "x",
  );
  const value = fc.letrec<{ any: JsonValue }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<JsonValue>("valid", "/request/body", 200, null, true),
      fc.array(tie("any"), { maxLength: 2 }),
      fc.dictionary(keys, tie("any"), { maxKeys: 4 }),
    ),
  })).any;
  fc.assert(
    fc.property(value, (fixture) => {
      expect(fixtureErrors(fixture).length === 0).toBe(validate(fixture));
    }),
    { numRuns: 2_000 },
  );
});

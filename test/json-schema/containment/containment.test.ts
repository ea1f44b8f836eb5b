import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { alternativesOf } from "../../../generator/json-schema/containment/alternatives.js";
import { collectReasons } from "../../../generator/json-schema/containment/collect-reasons.js";
import { createMeanings } from "../../../generator/json-schema/containment/meaning.js";
import { propertyNode } from "../../../generator/json-schema/containment/parts.js";
import { createProver } from "../../../generator/json-schema/containment/prover.js";
import { createView } from "../../../generator/json-schema/containment/view.js";
import { findWitness } from "../../../generator/json-schema/containment/witness/find-witness.js";
import { createSampler } from "../../../generator/json-schema/containment/witness/sample-node.js";
import type { Direction } from "../../../generator/json-schema/interpreter.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";

const components: JsonObject = {
  Text: { type: "string", maxLength: 10 },
  Tree: {
    type: "object",
    additionalProperties: false,
    properties: { name: { type: "string" }, child: { $ref: "#/components/schemas/Tree" } },
  },
  // The same as Tree, one level unrolled.
  Root: {
    type: "object",
    additionalProperties: false,
    properties: {
      name: { type: "string" },
      child: {
        type: "object",
        additionalProperties: false,
        properties: { name: { type: "string" }, child: { $ref: "#/components/schemas/Root" } },
      },
    },
  },
  // Wider: its children may have a number.
  Wide: {
    type: "object",
    additionalProperties: false,
    properties: { name: { type: "string" }, size: { type: "number" }, child: { $ref: "#/components/schemas/Wide" } },
  },
};

/** `yes`, or `no` where a value shows it, or else `unknown`. */
function isContained(left: string, right: string, options: { open?: boolean; direction?: Direction } = {}): string {
  const [one, other] = [left, right].map((text) => parse(text) as JsonValue) as [JsonValue, JsonValue];
  // Renamed, so that nothing is equal by its text.
  const renamed = Object.fromEntries(Object.entries(components).map(([name, schema]) => [`${name}2`, rename(schema)]));
  const meanings = createMeanings(components, renamed);
  const before = createView(components, meanings.before, options.direction).strict;
  const after = createView(renamed, meanings.after, options.direction)[options.open ? "open" : "strict"];
  const prover = createProver();
  const [mine, others] = [before.node([one]), after.node([rename(other)])];
  if (prover.isContained(mine, others)) return "yes";
  const sampler = createSampler(before);
  const reasons = collectReasons(prover, mine, others);
  return reasons.some((reason) => findWitness(reason, mine, others, sampler) !== undefined) ? "no" : "unknown";
}

function rename(schema: JsonValue): JsonValue {
  return JSON.parse(
    JSON.stringify(schema).replaceAll(/"#\/components\/schemas\/(\w+)"/g, '"#/components/schemas/$12"'),
  ) as JsonValue;
}

const ref = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
const closed = (properties: string, more = "") =>
  `{ type: object, additionalProperties: false, properties: { ${properties} }${more} }`;
const kind = (name: string, more = "") => closed(`kind: { const: ${name} }${more}`, ", required: [kind]");

describe("every value of the first is valid for the second", () => {
  test.each([
    // Types and values
    ["{ type: integer }", "{ type: number }"],
    ["{ type: integer }", "{ type: number, multipleOf: 1 }"],
    ["{ type: boolean }", "{ enum: [true, false] }"],
    ["{ type: 'null' }", "{ const: null }"],
    ["{ enum: [a, b] }", "{ type: string, maxLength: 1 }"],
    ["{ enum: [a, 5] }", "{ anyOf: [{ type: string }, { type: integer, minimum: 5 }] }"],
    ["{ const: { a: [1] } }", "{ type: object, required: [a] }"],
    ["{ type: string, const: 5 }", "{ type: boolean }"],
    // Numbers
    ["{ type: integer, minimum: 1 }", "{ type: number, exclusiveMinimum: 0 }"],
    ["{ type: integer, exclusiveMinimum: 0 }", "{ type: integer, minimum: 1 }"],
    ["{ type: number, multipleOf: 4 }", "{ type: number, multipleOf: 2 }"],
    ["{ type: number, multipleOf: 0.3 }", "{ type: number, multipleOf: 0.1 }"],
    ["{ type: number, multipleOf: 1e21 }", "{ type: number, multipleOf: 1 }"],
    ["{ type: integer }", "{ type: number, multipleOf: 0.01 }"],
    ["{ enum: [0.07, 19.99] }", "{ type: number, multipleOf: 0.01 }"],
    ["{ type: integer, minimum: 0, maximum: 100 }", "{ type: integer, format: int32 }"],
    ["{ type: integer, format: int32 }", "{ type: integer, format: int64 }"],
    ["{ type: integer, minimum: 0, maximum: 9007199254740991 }", "{ type: integer, format: int64 }"],
    ["{ type: integer, minimum: -9223372036854775808, maximum: 9223372036854775807 }", "{ type: integer, format: int64 }"],
    ["{ type: integer, format: int64 }", "{ type: integer, minimum: -9223372036854775808, maximum: 9223372036854775807 }"],
    ["{ type: integer, minimum: 1, maximum: 9223372036854775807 }", "{ type: integer, format: int64 }"],
    // Texts
    ["{ type: string, minLength: 3, maxLength: 5 }", "{ type: string, minLength: 2 }"],
    ["{ type: string, maxLength: 4 }", "{ type: string, x-max-utf8-bytes: 16 }"],
    ["{ type: string, x-max-utf8-bytes: 4 }", "{ type: string, maxLength: 4 }"],
    ["{ type: string, pattern: ^a, format: date }", "{ type: string, pattern: ^a }"],
    ["{ type: string }", "{ type: string, format: password }"],
    ["{ type: integer }", "{ format: uuid }"],
    // Lists
    ["{ type: array, items: { type: integer }, maxItems: 1 }", "{ type: array, uniqueItems: true, items: { type: number } }"],
    ["{ type: array, prefixItems: [{ type: integer }], items: false }", "{ type: array, maxItems: 1, items: { type: number } }"],
    ["{ type: array, items: { type: integer }, minItems: 1 }", "{ type: array, contains: { type: number } }"],
    ["{ type: array, items: false }", "{ type: array, items: { type: string } }"],
    // Objects
    [closed("a: { type: string }"), closed("a: { type: string }, b: {}")],
    [closed("a: {}", ", required: [a]"), "{ type: object, minProperties: 1, maxProperties: 1 }"],
    [closed("a: {}, b: {}"), "{ type: object, propertyNames: { maxLength: 1 } }"],
    [closed("a: {}, b: {}", ", required: [a, b]"), closed("a: {}, b: {}", ", dependentRequired: { a: [b] }")],
    [
      "{ type: object, patternProperties: { ^x-: { type: integer } }, additionalProperties: false }",
      "{ type: object, patternProperties: { ^x-: { type: number } } }",
    ],
    [
      closed("x-a: { type: integer }"),
      "{ type: object, patternProperties: { ^x-: { type: number } }, additionalProperties: false }",
    ],
    [
      "{ allOf: [{ type: object, properties: { a: {} } }, { properties: { b: {} } }], unevaluatedProperties: false }",
      closed("a: {}, b: {}"),
    ],
    [
      closed("a: {}, b: {}"),
      "{ type: object, allOf: [{ properties: { a: {} } }, { properties: { b: {} } }], unevaluatedProperties: false }",
    ],
    // Unions
    ["{ type: [string, 'null'] }", "{ anyOf: [{ type: 'null' }, { type: string }] }"],
    ["{ oneOf: [{ type: string }, { type: integer }] }", "{ type: [string, number] }"],
    [`{ oneOf: [${kind("a")}, ${kind("b")}] }`, `{ oneOf: [${kind("b")}, ${kind("c")}, ${kind("a", ", size: {}")}] }`],
    [closed("kind: { enum: [a, b] }", ", required: [kind]"), `{ oneOf: [${kind("a")}, ${kind("b")}] }`],
    [closed("a: { type: string }"), `{ anyOf: [${closed("")}, ${closed("a: {}", ", required: [a]")}] }`],
    [kind("a"), `{ oneOf: [${kind("a")}, ${kind("b")}] }`],
    ["{ type: string, maxLength: 3 }", "{ type: string, not: { minLength: 5 } }"],
    [closed("a: {}"), "{ type: object, not: { required: [b] } }"],
    // Conditions
    [kind("a"), "{ type: object, if: { properties: { kind: { const: b } }, required: [kind] }, then: { required: [size] } }"],
    [closed("b: {}"), "{ type: object, dependentSchemas: { a: { required: [c] } } }"],
    // References and recursion
    [ref("Text"), "{ type: string }"],
    ["{ type: string, maxLength: 10 }", ref("Text")],
    [ref("Tree"), ref("Tree")],
    [ref("Tree"), ref("Root")],
    [ref("Root"), ref("Tree")],
    [ref("Tree"), ref("Wide")],
    ["{ allOf: [{ $ref: '#/components/schemas/Text' }, { minLength: 1 }] }", ref("Text")],
    // What a text holds
    [
      "{ type: string, contentMediaType: application/json, contentSchema: { type: integer } }",
      "{ type: string, contentMediaType: application/json, contentSchema: { type: number } }",
    ],
  ])("%s in %s", (left, right) => {
    expect(isContained(left, right)).toBe("yes");
  });
});

describe("some value of the first is invalid for the second", () => {
  test.each([
    ["{ type: number }", "{ type: integer }"],
    ["{ enum: [a, b, c] }", "{ enum: [a, b] }"],
    ["{ type: string }", "{ enum: [a] }"],
    ["{ type: number, minimum: 1 }", "{ type: number, exclusiveMinimum: 1 }"],
    ["{ type: number, multipleOf: 2 }", "{ type: number, multipleOf: 4 }"],
    ["{ type: integer, minimum: 0, maximum: 1e16 }", "{ type: integer, format: int64 }"],
    ["{ type: number, multipleOf: 0.01 }", "{ type: number, multipleOf: 0.03 }"],
    ["{ type: number, multipleOf: 0.1, minimum: 0.3, maximum: 0.3 }", "{ type: number, exclusiveMinimum: 0.3 }"],
    ["{ type: integer }", "{ type: number, multipleOf: 0.3 }"],
    ["{ type: string, maxLength: 5 }", "{ type: string, maxLength: 4 }"],
    ["{ type: string, maxLength: 5 }", "{ type: string, x-max-utf8-bytes: 5 }"],
    ["{ type: string }", "{ type: string, format: date }"],
    ["{ type: string, pattern: ^a }", "{ type: string, pattern: ^b }"],
    ["{ type: array, items: { type: string } }", "{ type: array, items: { type: string }, uniqueItems: true }"],
    ["{ type: array, items: { type: string } }", "{ type: array, prefixItems: [{ type: string }], items: false }"],
    ["{ type: array }", "{ type: array, contains: { type: string } }"],
    [closed("a: {}"), closed("a: {}", ", required: [a]")],
    [closed("a: {}, b: {}"), closed("a: {}")],
    ["{ type: object }", closed("a: {}")],
    ["{ type: object }", "{ type: object, maxProperties: 1 }"],
    [
      closed("a: { type: object, properties: { b: { type: [string, 'null'] } } }"),
      closed("a: { type: object, properties: { b: { type: string } } }"),
    ],
    [`{ oneOf: [${kind("a")}, ${kind("b")}] }`, kind("a")],
    [kind("a"), `{ oneOf: [${kind("a")}, ${closed("kind: {}")}] }`],
    ["{}", "{ not: { type: string } }"],
    [ref("Wide"), ref("Tree")],
    [closed("a: {}, b: {}"), closed("a: {}, b: {}", ", dependentRequired: { a: [b] }")],
    ["{ type: object }", "{ type: object, if: { required: [a] }, then: { required: [b] } }"],
  ])("%s in %s", (left, right) => {
    expect(isContained(left, right)).toBe("no");
  });
});

describe("undecidable, so it counts as no", () => {
  test.each([
    // Patterns are not compared.
    ["{ type: string, pattern: '^(?!x)[a-z]+$' }", "{ type: string, pattern: '^[a-z]+$' }"],
    // A format that nothing checks is taken by its word.
    ["{ type: string }", "{ type: string, format: phone }"],
    // Nothing looks into a text.
    ["{ type: string, contentSchema: { type: string } }", "{ type: string, contentSchema: { type: integer } }"],
    // Keywords that are only compared by their text.
    ["{ type: array, items: { type: string } }", "{ type: array, unevaluatedItems: { type: string } }"],
  ])("%s in %s", (left, right) => {
    expect(isContained(left, right)).toBe("unknown");
  });
});

describe("as readers accept it", () => {
  test.each([
    [closed("a: {}, b: {}"), closed("a: {}"), "yes"],
    [closed("a: {}"), closed("a: {}, b: {}", ", required: [b]"), "no"],
    [`{ anyOf: [${closed("a: {}")}, ${closed("a: {}, b: {}")}] }`, `{ oneOf: [${closed("a: {}")}, ${closed("b: {}")}] }`, "yes"],
    [
      closed("a: { type: array, items: " + closed("b: {}") + " }"),
      closed("a: { type: array, items: " + closed("") + " }"),
      "yes",
    ],
    ["{ type: object }", "{ type: object, not: " + closed("") + " }", "no"],
  ])("%s in %s: %s", (left, right, verdict) => {
    expect(isContained(left, right, { open: true })).toBe(verdict);
  });
});

test("a property that only the response has may be missing in a request", () => {
  const [free, needed] = [closed("id: { readOnly: true }"), closed("id: { readOnly: true }", ", required: [id]")];
  expect(isContained(free, needed, { direction: "request" })).toBe("yes");
  expect(isContained(free, needed, { direction: "response" })).toBe("no");
});

test("the shape of all values keeps no node of a view", () => {
  const views = [1, 2].map(() => createView({}, createMeanings({}, {}).before).strict);
  const nodes = views.map((view) => propertyNode(alternativesOf(view.node([true]), "left")![0]!, "name", view));
  expect(nodes.map((node) => views.indexOf(node.view as (typeof views)[number]))).toEqual([0, 1]);
});

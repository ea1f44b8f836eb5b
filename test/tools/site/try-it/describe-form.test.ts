import { expect, test } from "vitest";
import type { JsonValue } from "../../../../generator/document/json-value.js";
import { describeForm } from "../../../../generator/tools/site/try-it/describe-form.js";
import type { FormField } from "../../../../generator/tools/site/try-it/form-field.js";

const form = (schema: JsonValue, components: Readonly<Record<string, JsonValue>> = {}) =>
  describeForm(schema, new Map(Object.entries(components)));

/** A field in a few words. */
function short(field: FormField): unknown {
  switch (field.kind) {
    case "object":
      return {
        ...Object.fromEntries(field.members.map((one) => [`${one.name}${one.isRequired ? "" : "?"}`, short(one.field)])),
        ...(field.others && { "…": short(field.others) }),
      };
    case "list":
      return [...(field.first ?? []), ...(field.items ? [field.items] : [])].map(short);
    case "choice":
      return Object.fromEntries(field.branches.map(({ label, field: own }) => [`| ${label}`, short(own)]));
    case "values":
      return field.values;
    case "same":
      return `same as ${field.as}`;
    default:
      return field.kind;
  }
}

const cases: readonly (readonly [name: string, schema: JsonValue, expected: unknown])[] = [
  ["texts", { type: "string" }, "text"],
  ["numbers", { type: ["integer"] }, "number"],
  ["values", { enum: ["a", 1, null] }, ["a", 1, null]],
  ["a constant", { const: "x" }, ["x"]],
  ["null beside a type", { type: ["string", "null"] }, { "| string": "text", "| null": [null] }],
  ["anything", true, "json"],
  [
    "members, required ones first",
    {
      type: "object",
      required: ["b"],
      properties: { a: { type: "boolean" }, b: { type: "number" } },
      additionalProperties: false,
    },
    { b: "number", "a?": "boolean" },
  ],
  ["a map", { type: "object", additionalProperties: { type: "integer" } }, { "…": "number" }],
  [
    "a map by patterns",
    { type: "object", patternProperties: { "^x": { type: "string" } }, additionalProperties: false },
    { "…": "text" },
  ],
  ["any object", { type: "object" }, { "…": "json" }],
  ["lists", { type: "array", items: { type: "string" } }, ["text"]],
  ["positions", { type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }], items: false }, ["text", "boolean"]],
  [
    "members of allOf",
    {
      allOf: [
        { type: "object", required: ["a"], properties: { a: { type: "string" } } },
        { properties: { b: { type: "number" } } },
      ],
    },
    { a: "text", "b?": "number" },
  ],
  [
    "alternatives, with what all have",
    {
      type: "object",
      properties: { id: { type: "string" } },
      oneOf: [
        { title: "First", required: ["a"], properties: { a: { type: "string" } } },
        { required: ["kind"], properties: { kind: { const: "second" } } },
      ],
    },
    { "| First": { a: "text", "id?": "text" }, "| kind: second": { kind: ["second"], "id?": "text" } },
  ],
  [
    "alternatives that only say what is needed",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    { "a?": "text" },
  ],
  [
    "texts of several shapes",
    {
      anyOf: [
        { type: "string", format: "ipv4" },
        { type: "string", format: "ipv6" },
      ],
    },
    "text",
  ],
  ["a member that is not allowed", { type: "object", properties: { a: false, b: { type: "string" } } }, { "b?": "text" }],
];

test.each(cases)("%s", (_, schema, expected) => expect(short(form(schema).field)).toEqual(expected));

test("a schema that contains itself has a shared field", () => {
  const node = {
    type: "object",
    properties: { name: { type: "string" }, below: { type: "array", items: { $ref: "#/components/schemas/Node" } } },
  };
  const { field, shared } = form({ $ref: "#/components/schemas/Node" }, { Node: node });
  expect(short(field)).toEqual({ "name?": "text", "below?": ["same as Node"] });
  expect(short(shared["Node"]!)).toEqual(short(field));
});

test("a schema without an end and one of many members are cut: the rest is JSON", () => {
  const deep = {
    type: "object",
    properties: { next: { allOf: [{ $ref: "#/components/schemas/Deep" }, { description: "Next." }] } },
  };
  expect(JSON.stringify(form({ $ref: "#/components/schemas/Deep" }, { Deep: deep }).field)).toContain('"kind":"json"');
  const wide = {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 700 }, (__, index) => [`a${index}`, { type: "string" }])),
  };
  expect(JSON.stringify(form(wide).field).match(/"kind":"text"/g)).toHaveLength(599);
});

test("a secret is entered unseen, a long text on several lines, and defaults are hints", () => {
  const { field } = form({
    type: "object",
    properties: {
      password: { type: "string", format: "password" },
      text: { type: "string", maxLength: 1_000, description: "What it says." },
      limit: { type: "integer", default: 20 },
    },
  });
  expect(field.kind === "object" && field.members.map((member) => member.field)).toEqual([
    { type: "string (password)", kind: "text", isSecret: true },
    { type: "string", about: "What it says.", kind: "text", isLong: true },
    { type: "integer", hint: "default: 20", kind: "number" },
  ]);
});

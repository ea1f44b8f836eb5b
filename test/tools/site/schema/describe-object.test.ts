import { expect, test } from "vitest";
import type { JsonValue } from "../../../../generator/document/json-value.js";
import { plainText } from "../../../../generator/tools/site/blocks/inline.js";
import { describeObject, type ObjectDescription } from "../../../../generator/tools/site/schema/describe-object.js";

/** Fields as `path! type (rules) -> component`, where `!` is said of those that are required. */
function fieldsOf(shape: ObjectDescription): string[] {
  return shape.fields.map(({ path, isRequired, type, rules, components, variant }) => {
    const told = rules.length > 0 ? ` (${rules.map(plainText).join("; ")})` : "";
    const rest = `${components.length === 0 ? "" : ` -> ${components.join()}`}${variant === undefined ? "" : ` in ${variant}`}`;
    return `${path}${isRequired ? "!" : ""} ${type}${told}${rest}`;
  });
}

const variantsOf = (shape: ObjectDescription) => shape.choices.flatMap(({ shapes }) => shapes);

const describe = (schema: JsonValue, components: Record<string, JsonValue> = {}, most = 50) =>
  describeObject(schema, new Map(Object.entries(components)), most);

test("lists fields, required ones first and in the contract's order", () => {
  const shape = describe({
    type: "object",
    additionalProperties: false,
    required: ["port", "host"],
    properties: {
      comment: { type: "string", maxLength: 10 },
      host: { type: "string", format: "hostname" },
      port: { type: "integer", minimum: 1, maximum: 65_535, default: 5432 },
    },
  });
  expect(fieldsOf(shape)).toEqual([
    "port! integer (1 to 65535; default 5432)",
    "host! string (hostname)",
    "comment string (at most 10 characters)",
  ]);
  expect([shape.isClosed, shape.rules, shape.choices]).toEqual([true, [], []]);
});

test("lists the fields of nested objects and lists", () => {
  const entry = { type: "object", additionalProperties: false, required: ["cidr"], properties: { cidr: { type: "string" } } };
  const shape = describe(
    {
      properties: {
        entry: { $ref: "#/components/schemas/Entry", description: "The entry." },
        failure: { anyOf: [entry, { type: "null" }] },
        lists: { type: "array", items: { type: "array", items: entry } },
        labels: { type: "object", additionalProperties: { type: "string" } },
      },
    },
    { Entry: entry },
  );
  expect(fieldsOf(shape)).toEqual([
    "entry object",
    "entry.cidr! string",
    "failure object or null",
    "failure.cidr! string",
    "lists list of list of object",
    "lists[][].cidr! string",
    "labels object",
    "labels.* string",
  ]);
  expect(shape.fields[0]!.description).toBe("The entry.");
});

test("merges allOf, and is closed if one of its schemas is", () => {
  const shape = describe(
    {
      allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { b: { type: "integer" } } }],
      unevaluatedProperties: false,
    },
    { Base: { required: ["a"], properties: { a: { type: "string" }, b: { type: "number" } } } },
  );
  expect(fieldsOf(shape)).toEqual(["a! string", "b number (also integer)"]);
  expect(shape.isClosed).toBe(true);
});

test("names alternatives without a title by their distinguishing values", () => {
  const titlesOf = (...branches: JsonValue[]) => variantsOf(describe({ oneOf: branches })).map(({ title }) => title);
  const target = (value: JsonValue, ...required: string[]) => ({ type: "object", required, properties: { target: value } });
  expect(titlesOf(target({ const: "primary" }), target({ enum: ["replica"] }))).toEqual(["target: primary", "target: replica"]);
  expect(titlesOf(target({ type: "string" }, "target"), target({ type: "string" }, "id"))).toEqual(["with target", "with id"]);
  expect(titlesOf({ type: "object", properties: { a: {} } }, { type: "object", properties: { b: {} } })).toEqual([
    "with a",
    "with b",
  ]);
  expect(titlesOf({ type: "object" }, { type: "object", properties: { b: {} } })).toEqual(["Shape 1", "with b"]);
});

test("names each of several shapes by its title, otherwise by its component", () => {
  const branch = (name: string) => ({
    type: "object",
    required: [name],
    additionalProperties: false,
    properties: { [name]: {} },
  });
  const shape = describe(
    {
      properties: { shared: { type: "boolean" } },
      oneOf: [{ title: "ByIp", ...branch("ip") }, { $ref: "#/components/schemas/ByCidr" }, branch("x")],
    },
    { ByCidr: branch("cidr") },
  );
  expect(fieldsOf(shape)).toEqual(["shared boolean"]);
  expect(variantsOf(shape).map(({ title, shape: inner }) => [title, fieldsOf(inner), inner.isClosed])).toEqual([
    ["ByIp", ["ip! anything"], true],
    ["ByCidr", ["cidr! anything"], true],
    ["with x", ["x! anything"], true],
  ]);
});

test("names a shape by a title that only its part of allOf has, not by one that all inherit", () => {
  const base = { title: "Animal", type: "object" };
  const branches = [{ allOf: [{ title: "Cat", properties: { a: {} } }] }, { allOf: [base, {}] }, { allOf: [base] }];
  expect(variantsOf(describe({ oneOf: branches })).map(({ title }) => title)).toEqual(["Cat", "Shape 2", "Shape 3"]);
});

test("several choices are told apart, and rules of an alternative name it", () => {
  const one = (name: string) => ({
    title: name,
    type: "object",
    properties: { [name]: {} },
    dependentRequired: { [name]: ["z"] },
  });
  const shape = describe({ allOf: [{ oneOf: [one("a"), one("b")] }, { anyOf: [one("c"), one("d")] }] });
  expect(shape.choices.map(({ allowsSeveral, shapes }) => [allowsSeveral, shapes.length])).toEqual([
    [false, 2],
    [true, 2],
  ]);
  const nested = describe({ properties: { field: { oneOf: [one("a"), { ...one("b"), additionalProperties: false }] } } });
  expect(nested.rules.map(plainText)).toEqual([
    "In a: field.a needs field.z.",
    "In a: field can have other fields.",
    "In b: field.b needs field.z.",
  ]);
});

test("a field is required if any part of allOf requires it, and has the rules of all of them", () => {
  const shape = describe({
    allOf: [
      { properties: { a: { type: "string", minLength: 2 } } },
      { required: ["a", "b"], properties: { a: { maxLength: 5 } } },
    ],
  });
  expect(fieldsOf(shape)).toEqual(["a! string (at least 2 characters; at most 5 characters)"]);
  expect(shape.rules.map(plainText)).toEqual(["b is required."]);
});

test("tuples have a row for each position, in lists of lists too", () => {
  const pair = {
    type: "array",
    prefixItems: [
      { type: "number", description: "Width" },
      { type: "object", properties: { a: {} } },
    ],
  };
  expect(fieldsOf(describe({ properties: { pairs: { type: "array", items: { ...pair, items: false } } } }))).toEqual([
    "pairs list of list (number, object)",
    "pairs[][0] number",
    "pairs[][1] object (other fields allowed)",
    "pairs[][1].a anything",
  ]);
  const endless = {
    type: "array",
    prefixItems: [{ $ref: "#/components/schemas/Endless" }, { $ref: "#/components/schemas/Endless" }],
  };
  expect(describe({ properties: { a: endless } }, { Endless: endless }).fields.length).toBeLessThan(100);
});

test("an alternative that is not an object is named by its type", () => {
  const variants = variantsOf(describe({ oneOf: [{ type: "object", properties: { a: {} } }, { type: "string" }] }));
  expect(variants.map(({ value }) => value)).toEqual([undefined, ["string"]]);
});

test("fields of nested alternatives name their alternative", () => {
  const shape = describe({
    properties: {
      target: {
        oneOf: [
          { title: "Primary", type: "object", properties: { kind: { const: "primary" } } },
          { title: "Replica", type: "object", properties: { id: { type: "string" } } },
        ],
      },
    },
  });
  expect(fieldsOf(shape)).toEqual([
    "target object (exactly one of: Primary; Replica)",
    'target.kind string (always "primary") in Primary',
    "target.id string in Replica",
  ]);
});

test("a recursive schema, and one that is too large, is left to its own page", () => {
  const tree = { type: "object", properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } } };
  expect(fieldsOf(describe({ $ref: "#/components/schemas/Tree" }, { Tree: tree }))).toEqual(["children list of object -> Tree"]);
  const large = { type: "object", properties: Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, {}])) };
  const shape = describe({ properties: { a: { $ref: "#/components/schemas/Large" }, b: {} } }, { Large: large }, 5);
  expect(fieldsOf(shape)).toEqual(["a object -> Large", "b anything"]);
});

test("nested objects show whether they accept other fields, unless they accept none", () => {
  const shape = describe({
    properties: {
      open: { type: "object", properties: { a: {} } },
      closed: { type: "object", additionalProperties: false, properties: { a: {} } },
      free: { type: ["object", "null"] },
      empty: { type: "object", additionalProperties: false },
    },
  });
  expect(fieldsOf(shape)).toEqual([
    "open object (other fields allowed)",
    "open.a anything",
    "closed object",
    "closed.a anything",
    "free object or null (any fields)",
    "empty object (no fields)",
  ]);
});

test("rules of nested fields are listed with their paths", () => {
  const usage = {
    type: "object",
    additionalProperties: false,
    properties: { from: {}, to: {} },
    dependentRequired: { from: ["to"] },
  };
  const { rules } = describe({ properties: { usage, list: { type: "array", items: usage } } });
  expect(rules.map(plainText)).toEqual(["usage.from needs usage.to.", "list[].from needs list[].to."]);
});

test("forbidden properties are not listed", () => {
  expect(fieldsOf(describe({ properties: { a: {}, b: false, c: { not: {} } } }))).toEqual(["a anything"]);
});

test("secrets and deprecated fields are marked, and writeOnly alone makes no secret", () => {
  const { fields } = describe({
    properties: {
      a: { type: "string", writeOnly: true },
      b: { type: "string", format: "password" },
      c: { deprecated: true },
      d: {},
    },
  });
  expect(fields.map(({ isSecret, isWriteOnly, isDeprecated }) => [isSecret, isWriteOnly, isDeprecated])).toEqual([
    [false, true, false],
    [true, false, false],
    [false, false, true],
    [false, false, false],
  ]);
});

test("alternatives that double at every depth end", () => {
  const components: Record<string, JsonValue> = { Last: { type: "object", properties: { end: {} } } };
  for (let depth = 40; depth > 0; depth--) {
    const next = { $ref: `#/components/schemas/${depth === 40 ? "Last" : `A${depth + 1}`}` };
    components[`A${depth}`] = { type: "object", oneOf: [next, next, next] };
  }
  expect(variantsOf(describe({ $ref: "#/components/schemas/A1" }, components))).toHaveLength(3);
});

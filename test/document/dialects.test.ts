import { expect, test } from "vitest";
import { at, load } from "./load-text.js";

const read = (schema: string, others = "") => {
  const { contract, problems } = load(
    `openapi: 3.1.0\ninfo: {}\npaths: {}\ncomponents:\n  schemas:\n    A: ${schema}\n    B: { type: string }\n${others}`,
  );
  if (!contract) throw new Error(problems.join("\n"));
  const notes = problems.map((problem) => problem.replace(/^\S+ dialect-difference /, ""));
  return { schema: at(contract.document, "components", "schemas", "A"), notes };
};
const draft = (name: string, rest: string) =>
  read(
    `{ $schema: "http${name.startsWith("2") ? "s" : ""}://json-schema.org/${name.startsWith("2") ? "draft/" : ""}${name}/schema#", ${rest} }`,
  );
const b = '$ref: "#/components/schemas/B"';

test.each(["draft-04", "draft-06", "draft-07", "2019-09"])("%s: tuples and dependencies are those of 2020-12", (name) => {
  expect(draft(name, "items: [{ type: string }, true], additionalItems: false")).toEqual({
    schema: { prefixItems: [{ type: "string" }, true], items: false },
    notes: [],
  });
  expect(draft(name, "items: [{}]").schema).toEqual({ prefixItems: [{}] });
  expect(draft(name, "items: [], additionalItems: { type: string }").schema).toEqual({ items: { type: "string" } });
  expect(draft(name, `dependencies: { a: [b], c: { ${b} } }`)).toEqual({
    schema: {
      dependentRequired: { a: ["b"] },
      dependentSchemas: { c: { $ref: "#/components/schemas/B" } },
    },
    notes: [],
  });
});

test("before 2019-09, keywords next to a reference are ignored, which is reported where they would count", () => {
  const schema = { $ref: "#/components/schemas/B", description: "Text." };
  for (const name of ["draft-04", "draft-06", "draft-07"]) {
    expect(draft(name, `${b}, maxLength: 1, description: Text.`)).toEqual({
      schema,
      notes: [`"maxLength": ${name} ignores keywords next to "$ref"`],
    });
  }
  expect(draft("2019-09", `${b}, maxLength: 1`).schema).toMatchObject({ maxLength: 1 });
});

test("keywords of later drafts don't exist", () => {
  const later = "const: 1, if: {}, unevaluatedItems: false, prefixItems: [{}]";
  const notes = (name: string) =>
    draft(name, later)
      .notes.map((note) => note.split(":")[0])
      .sort();
  expect(notes("draft-04")).toEqual(['"const"', '"if"', '"prefixItems"', '"unevaluatedItems"']);
  expect(notes("draft-06")).toEqual(['"if"', '"prefixItems"', '"unevaluatedItems"']);
  expect(notes("draft-07")).toEqual(['"prefixItems"', '"unevaluatedItems"']);
  expect(notes("2019-09")).toEqual(['"prefixItems"']);
  expect(draft("draft-04", later).schema).toEqual({});
});

test("draft 4: limits are excluded by a boolean", () => {
  expect(draft("draft-04", "minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false").schema).toEqual({
    exclusiveMinimum: 1,
    maximum: 2,
  });
});

test("draft 4: id is the base of references, and a fragment is an anchor", () => {
  const { schema, notes } = draft(
    "draft-04",
    'id: "https://shop.test/a", items: { $ref: "#text" }, not: { $ref: list }, definitions: { x: { id: "#text", type: string }, y: { id: list, type: array } }',
  );
  expect(schema).toMatchObject({
    items: { $ref: "#/components/schemas/A_x" },
    not: { $ref: "#/components/schemas/A_y" },
    definitions: { x: { type: "string" }, y: { type: "array" } },
  });
  expect(JSON.stringify(schema)).not.toContain('"id"');
  expect(notes).toEqual([]);
});

test("a draft holds for what is inside, unless that declares another", () => {
  const { schema } = draft(
    "draft-07",
    'properties: { a: { items: [{}] }, b: { $schema: "https://json-schema.org/draft/2020-12/schema", prefixItems: [{}] } }',
  );
  expect(schema).toEqual({
    properties: {
      a: { prefixItems: [{}] },
      b: { $schema: "https://json-schema.org/draft/2020-12/schema", prefixItems: [{}] },
    },
  });
});

test("a part of another file has the draft of that file, and pointers into a tuple are as written", () => {
  const files = {
    "openapi.yaml":
      'openapi: 3.1.0\ninfo: {}\npaths: {}\ncomponents: { schemas: { A: { $ref: "old.json#/definitions/pair" }, B: { $ref: "old.json#/definitions/pair/items/0" } } }\n',
    "old.json":
      '{ "$schema": "http://json-schema.org/draft-07/schema#", "definitions": { "pair": { "items": [{ "$ref": "#text", "minLength": 1 }] }, "text": { "$id": "#text", "type": "string" } } }',
  };
  const { contract, problems } = load(files);
  expect(problems).toEqual([
    expect.stringMatching(/^old\.json:.* dialect-difference "minLength": draft-07 ignores keywords next to "\$ref"$/),
  ]);
  expect(at(contract!.document, "components", "schemas")).toEqual({
    A: { prefixItems: [{ $ref: "#/components/schemas/text" }] },
    B: { $ref: "#/components/schemas/text" },
    text: { type: "string" },
  });
});

test("2019-09: contains evaluates no items", () => {
  expect(draft("2019-09", "contains: { const: 1 }, minContains: 2, unevaluatedItems: false").schema).toEqual({
    allOf: [{ not: { not: { contains: { const: 1 }, minContains: 2 } } }],
    unevaluatedItems: false,
  });
});

test("dependencies are read without a draft, too, and next to their successors", () => {
  const { schema, notes } = read("{ dependencies: { a: [b], c: false }, dependentRequired: { a: [d] } }");
  expect(schema).toEqual({
    allOf: [{ dependentRequired: { a: ["b"] } }],
    dependentRequired: { a: ["d"] },
    dependentSchemas: { c: false },
  });
  expect(notes).toEqual(['"dependencies": it is read as dependentRequired and dependentSchemas']);
});

test("OpenAPI 3.0 has no $schema", () => {
  const { contract } = load(
    'openapi: 3.0.3\ninfo: {}\npaths: {}\ncomponents: { schemas: { A: { $schema: "http://json-schema.org/draft-04/schema#", const: 1 } } }\n',
  );
  expect(at(contract!.document, "components", "schemas", "A")).toMatchObject({ const: 1 });
});

const vocabulary = (names: string) =>
  names
    .split(" ")
    .map((name) => `https://json-schema.org/draft/2020-12/vocab/${name}: true`)
    .join(", ");
const own = (vocabularies: string, schema: string) =>
  read(
    `{ $schema: "https://shop.test/dialect", ${schema} }`,
    `    D: { $id: "https://shop.test/dialect", $vocabulary: { ${vocabularies} } }\n`,
  );

test("a dialect of one's own is the schema with its $id: keywords of other vocabularies don't exist, which is reported where they would count", () => {
  const written =
    "type: object, title: T, properties: { a: { minimum: 1, not: { required: [b] } } }, minProperties: 1, format: x, x-a: 1";
  expect(own(vocabulary("core applicator"), written)).toEqual({
    schema: { properties: { a: { not: {} } }, format: "x", "x-a": 1 },
    notes: ["type", "minProperties", "minimum", "required"].map(
      (name) => `"${name}": no vocabulary of its dialect has this keyword`,
    ),
  });
  expect(own(vocabulary("core applicator validation meta-data format-assertion"), written).notes).toEqual([]);
  expect(
    own(`${vocabulary("core validation")}, "https://shop.test/own": false`, "type: string, items: { type: string }"),
  ).toEqual({
    schema: { type: "string" },
    notes: ['"items": no vocabulary of its dialect has this keyword'],
  });
});

test("a dialect holds for what is inside, also by reference, and not for what is outside or has another", () => {
  const { schema } = own(
    vocabulary("core applicator"),
    `items: { $ref: "#/components/schemas/A/$defs/a" }, not: { ${b} }, $defs: { a: { minimum: 1 }, b: { $schema: "https://json-schema.org/draft/2020-12/schema", minimum: 1 } }`,
  );
  expect(schema).toMatchObject({
    items: { $ref: "#/components/schemas/A_a" },
    not: { $ref: "#/components/schemas/B" },
    $defs: { a: {}, b: { minimum: 1 } },
  });
  expect(JSON.stringify(schema)).not.toContain('"a":{"minimum"');
});

test.each([
  ["requires an unknown vocabulary", '$vocabulary: { "https://shop.test/own": true }'],
  ["has no vocabularies", "type: object"],
])("a dialect that %s stays, and is rejected", (_name, metaschema) => {
  const { schema } = read(
    '{ $schema: "https://shop.test/dialect", type: string }',
    `    D: { $id: "https://shop.test/dialect", ${metaschema} }\n`,
  );
  expect(schema).toEqual({ $schema: "https://shop.test/dialect", type: "string" });
});

import { expect, it } from "vitest";
import { bundled, load, type Files } from "./load-text.js";

const self = "https://doc.test/api/openapi.json";
const document = (schemas: string, { uri = self, version = "3.2.0", more = "" } = {}) =>
  `openapi: ${version}\n$self: ${uri}\ninfo: { title: T, version: "1" }\n${more}components:\n  schemas:\n${schemas.replace(/^/gm, "    ")}\n`;
const schemasOf = (files: string | Files) => (bundled(files)["components"] as Record<string, unknown>)["schemas"];
const toB = { $ref: "#/components/schemas/B" };

it.each([
  ["the URI of the document", `{ $ref: "${self}#/components/schemas/B" }`, ""],
  ["a URI that is the same", '{ $ref: "https://DOC.test:443/x/../api/openapi.json#/components/schemas/B" }', ""],
  ["the document, relative to itself", '{ $ref: "openapi.json#/components/schemas/B" }', ""],
  ["the document, from the host", '{ $ref: "/api/openapi.json#/components/schemas/B" }', ""],
  ["an anchor of the document", `{ $ref: "${self}#nb" }`, "$anchor: nb, "],
  ["an anchor, relative to the document", '{ $ref: "openapi.json#nb" }', "$anchor: nb, "],
  ["an anchor, dynamically", `{ $dynamicRef: "${self}#nb" }`, "$dynamicAnchor: nb, "],
  ["a pointer, dynamically", `{ $dynamicRef: "${self}#/components/schemas/B" }`, ""],
  ["a relative $id, by its URI", '{ $ref: "https://doc.test/api/b" }', "$id: b, "],
  ["a relative $id", "{ $ref: b }", "$id: b, "],
  ["a URI as $id, relative to the document", "{ $ref: b }", '$id: "https://doc.test/api/b", '],
  [
    "the document, relative to an $id",
    '{ $id: "https://doc.test/other/a", $ref: "../api/openapi.json#/components/schemas/B" }',
    "",
  ],
  ["the document, relative to a relative $id", '{ $id: other/a, $ref: "../openapi.json#/components/schemas/B" }', ""],
])("with $self, a reference finds its schema by %s", (_, reference, identifier) => {
  expect(schemasOf(document(`A: ${reference}\nB: { ${identifier}type: string }`))).toEqual({ A: toB, B: { type: "string" } });
});

it("parameters, path items and mappings are found by the URI of their document, too", () => {
  const more = `paths:
  /a: { parameters: [{ $ref: "${self}#/components/parameters/P" }] }
  /b: { $ref: "openapi.json#/paths/~1a" }\n`;
  const schemas = `A:
  oneOf: [{ $ref: "#/components/schemas/B" }]
  discriminator: { propertyName: p, mapping: { b: "${self}#/components/schemas/B" } }
B: {}`;
  const parameters = "  parameters: { P: { name: p, in: query, schema: {} } }\n";
  const parameter = { parameters: [{ $ref: "#/components/parameters/P" }] };
  expect(bundled(document(schemas, { more }) + parameters)).toMatchObject({
    paths: { "/a": parameter, "/b": parameter },
    components: { schemas: { A: { discriminator: { mapping: { b: toB.$ref } } } } },
  });
});

it("a file is found beside the document, and finds the document by its URI", () => {
  const files = {
    "main.yaml": document('A: { $ref: "parts.yaml#/P" }\nB: { type: string }'),
    "parts.yaml": `P: { items: { $ref: "${self}#/components/schemas/B" }, not: { $ref: "main.yaml#/components/schemas/B" } }`,
  };
  expect(schemasOf(files)).toEqual({ A: { items: toB, not: toB }, B: { type: "string" } });
});

it("the URI of the document comes before the file of that name", () => {
  const files = {
    "main.yaml": document('A: { $ref: "openapi.json#/components/schemas/B" }\nB: { type: string }'),
    "openapi.json": '{ "components": { "schemas": { "B": { "type": "integer" } } } }',
  };
  expect(schemasOf(files)).toMatchObject({ A: toB, B: { type: "string" } });
});

it("a relative $self is relative to the file", () => {
  const text = document('A: { $ref: "v1/api.json#/components/schemas/B" }\nB: { type: string }', { uri: "v1/../v1/api.json" });
  expect(load(text).problems).toContainEqual(expect.stringContaining("ref-unresolved"));
  const own = document('A: { $ref: "api.json#/components/schemas/B" }\nB: { type: string }', { uri: "v1/api.json" });
  expect(schemasOf(own)).toMatchObject({ A: toB });
});

it.each([
  ["another document", { ref: "https://doc.test/api/other.json#/B" }, "ref-remote"],
  ["a URI with another query", { ref: `${self}?v=2#/components/schemas/B` }, "ref-remote"],
  ["what the document doesn't have", { ref: `${self}#/components/schemas/C` }, "ref-unresolved"],
  ["an anchor that it doesn't have", { ref: `${self}#nb` }, "ref-syntax"],
  ["the document in 3.1, which has no $self", { ref: `${self}#/components/schemas/B`, version: "3.1.0" }, "ref-remote"],
  ["a document whose $self is no URI", { ref: "https://[/x#/components/schemas/B", uri: '"https://["' }, "ref-remote"],
])("a reference doesn't find %s", (_, { ref, ...options }, code) => {
  const { problems } = load(document(`A: { $ref: "${ref}" }\nB: {}`, options));
  expect(problems).toEqual([expect.stringContaining(` ${code} `)]);
});

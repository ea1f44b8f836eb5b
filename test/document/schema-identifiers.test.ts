import { expect, it } from "vitest";
import { createIdentifierReader } from "../../generator/document/schema-identifiers.js";
import { bundled, load } from "./load-text.js";

const document = (schemas: string) => `openapi: 3.1.0\ninfo: { title: T, version: "1" }\ncomponents:\n  schemas:\n${schemas}`;
const schemasOf = (files: Parameters<typeof bundled>[0]) => (bundled(files)["components"] as Record<string, unknown>)["schemas"];
const problemsOf = (schemas: string) => load(document(schemas)).problems;

it.each([
  ["an absolute $id", "https://shop.test/name", "https://shop.test/name"],
  ["an $id relative to the one around it", "https://shop.test/v1/name", "name"],
  ["a path from the host", "https://shop.test/v1/name", "/v1/name"],
  ["an empty fragment", "https://shop.test/v1/name", "name#"],
  ["a URN", "urn:shop:name", "urn:shop:name"],
  ["a pointer below the $id", "https://shop.test/v1/names", "names#/$defs/Name"],
  ["an anchor below the $id", "https://shop.test/v1/names", "names#name"],
])("a reference finds its schema by %s", (_, id, ref) => {
  const name = '{ $anchor: name, type: string, description: "A name." }';
  const target = ref.includes("names") ? `{ $id: "${id}", $defs: { Name: ${name} } }` : `{ $id: "${id}", ...name }`;
  const text = target.replace("...name", name.slice(2, -2));
  const schemas = schemasOf(document(`    A: { $id: "https://shop.test/v1/a", items: { $ref: "${ref}" } }\n    B: ${text}\n`));
  const { A } = schemas as { A: { items: { $ref: string } } };
  const found = A.items.$ref.split("/").at(-1)!;
  expect((schemas as Record<string, unknown>)[found]).toMatchObject({ type: "string", description: "A name." });
  expect(JSON.stringify(schemas)).not.toMatch(/\$id|\$anchor/);
});

it("an anchor is found from anywhere in its file, and from other files", () => {
  const names = {
    "openapi.yaml": document('    A: { $ref: "#b" }\n    B: { $anchor: b, $ref: "names.yaml#c" }\n'),
    "names.yaml": "C: { $anchor: c }",
  };
  expect(schemasOf(names)).toEqual({ A: { $ref: "#/components/schemas/B" }, B: {} });
});

it("the same anchor below another $id is another one", () => {
  const schemas =
    '    A: { $id: a, $defs: { X: { $anchor: x, type: string } }, $ref: "#x" }\n    B: { $anchor: x, items: { $ref: "#x" } }\n';
  expect(schemasOf(document(schemas))).toMatchObject({
    A: { $ref: "#/components/schemas/A_X" },
    B: { items: { $ref: "#/components/schemas/B" } },
    A_X: { type: "string" },
  });
});

it("a pointer is relative to the $id if that has a target there, else to the file", () => {
  const own =
    '    A: { $id: a, $defs: { X: { type: string } }, items: { $ref: "#/$defs/X" }, not: { $ref: "#/components/schemas/B" } }\n';
  expect(schemasOf(document(`${own}    B: {}\n`))).toMatchObject({
    A: { items: { $ref: "#/components/schemas/A_X" }, not: { $ref: "#/components/schemas/B" } },
    A_X: { type: "string" },
  });
});

it("a $dynamicRef that leads to no $dynamicAnchor is a $ref", () => {
  const anchors = "$defs: { X: { $anchor: x, type: string }, Y: { $id: y, $dynamicAnchor: x, type: object } }";
  expect(schemasOf(document(`    A: { $id: a, items: { $dynamicRef: "#x", maxLength: 1 }, ${anchors} }\n`))).toMatchObject({
    A: { items: { $ref: "#/components/schemas/A_X", maxLength: 1 } },
    A_X: { type: "string" },
  });
});

it.each([
  ["an $id that two schemas have", '    A: { $ref: "urn:x" }\n    B: { $id: "urn:x" }\n    C: { $id: "urn:x" }\n', "ref-remote"],
  ["an anchor that two schemas have", '    A: { $ref: "#x" }\n    B: { $anchor: x }\n    C: { $anchor: x }\n', "ref-syntax"],
  [
    "an $id in an example",
    '    A: { $ref: "urn:x" }\n    B: { examples: [{ $id: "urn:x" }], const: { $id: "urn:x" } }\n',
    "ref-remote",
  ],
  ["a property called $id", '    A: { $ref: "urn:x" }\n    B: { properties: { $id: { const: "urn:x" } } }\n', "ref-remote"],
  ["an $id of OpenAPI 3.0", "", "ref-remote"],
])("nothing is found by %s", (name, schemas, code) => {
  const text = schemas || '    A: { $ref: "urn:x" }\n    B: { $id: "urn:x" }\n';
  const problems = name.endsWith("3.0") ? load(document(text).replace("3.1.0", "3.0.3")).problems : problemsOf(text);
  expect(problems).toContainEqual(expect.stringContaining(code));
});

it("the text of a file is searched once, however many schemas ask", () => {
  let searched = 0;
  const source = {
    path: "openapi.json",
    absolutePath: "/openapi.json",
    get text() {
      searched++;
      return "{}";
    },
  };
  const identifiersOf = createIdentifierReader(true, () => false);
  const file = { source, value: {} };
  for (let count = 0; count < 3; count++) identifiersOf(file);
  expect(searched).toBe(1);
});

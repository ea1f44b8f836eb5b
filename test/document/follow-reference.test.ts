import { describe, expect, it } from "vitest";
import { at, bundled, load, place, problems } from "./load-text.js";

const start = "openapi: 3.1.0\ninfo: {}\n";

/** A contract with schemas, one to a line from line 5 on. */
const schemas = (...lines: string[]) => `${start}components:\n  schemas:\n${lines.map((line) => `    ${line}\n`).join("")}`;

describe("a reference without a target", () => {
  it.each([
    ["#/components/schemas/Pett", '"openapi.yaml" has no "Pett" at "#/components/schemas"', 'Did you mean "Pet"?'],
    ["#/components/schema/Pet", '"openapi.yaml" has no "schema" at "#/components"', 'Did you mean "schemas"?'],
    [
      "#/components/schemas/Other/type/x",
      '"openapi.yaml" has no "x" at "#/components/schemas/Other/type", which is a string',
      undefined,
    ],
    ["#/components/schemas/Other/enum/3", '"openapi.yaml" has no "3" at "#/components/schemas/Other/enum"', undefined],
    ["#/components/schemas/Other/enum/length", '"openapi.yaml" has no "length" at "#/components/schemas/Other/enum"', undefined],
    ["#/components/schemas/__proto__", '"openapi.yaml" has no "__proto__" at "#/components/schemas"', undefined],
    ["#/constructor/prototype", '"openapi.yaml" has no "constructor" at "#"', undefined],
    ["#/paths/~1a", '"openapi.yaml" has no "paths" at "#"', undefined],
    ["missing.yaml", "no such file", undefined],
    ["./c.yaml#/Cat", '"c.yaml" has no "Cat" at "#"', 'Did you mean "Cart"?'],
  ])("%s", (ref, reason, hint) => {
    const text = schemas("Pet: { type: string }", "Other: { type: string, enum: [a] }", `Bad: { $ref: "${ref}" }`);
    const { contract, problems, diagnostics } = load({ "openapi.yaml": text, "c.yaml": "Cart: {}" });
    expect(contract).toBeUndefined();
    expect(problems).toEqual([`openapi.yaml:7:18 ref-unresolved cannot resolve $ref "${ref}": ${reason}`]);
    expect(diagnostics[0]!.hint).toBe(hint);
  });
});

it.each([
  ["5", 'structure "$ref" must be a string, but it is the number 5'],
  ["[a]", 'structure "$ref" must be a string, but it is a list'],
  ["{ type: string }", 'structure "$ref" must be a string, but it is a map'],
  ["http://example.com/a.yaml", 'ref-remote $ref "http://example.com/a.yaml" is a URL; remote references are not supported'],
  ['"#anchor"', 'ref-syntax $ref "#anchor" names an anchor that no schema has there'],
  ["../a.yaml", 'ref-outside-root $ref "../a.yaml" points outside the root folder'],
  ['"%2e%2e/a.yaml"', 'ref-outside-root $ref "%2e%2e/a.yaml" points outside the root folder'],
])("$ref: %s is rejected", (ref, problem) => {
  expect(problems(schemas(`Bad: { $ref: ${ref} }`))).toEqual([`openapi.yaml:5:18 ${problem}`]);
});

describe("a pointer may go", () => {
  it("into anything of the same file", () => {
    const document = bundled(
      schemas(
        "Pet: { properties: { name: { type: string }, tags: { prefixItems: [{ type: boolean }] } } }",
        "A: { $ref: '#/components/schemas/Pet/properties/name' }",
        "B: { items: { $ref: '#/components/schemas/Pet/properties/tags/prefixItems/0' } }",
      ),
    );
    expect(at(document, "components", "schemas")).toMatchObject({
      A: { type: "string" },
      B: { items: { $ref: "#/components/schemas/Pet_properties_tags_prefixItems_0" } },
      Pet_properties_tags_prefixItems_0: { type: "boolean" },
    });
  });

  it("into lists and maps of other files", () => {
    const files = {
      "openapi.yaml": schemas("A: { items: { $ref: 'parts/b.yaml#/x/0/y' } }"),
      "parts/b.yaml": "x:\n  - y: { $ref: 'c.json#/a~1b' }\n",
      "parts/c.json": '{"a/b": {"type": "string"}}',
    };
    expect(at(bundled(files), "components", "schemas")).toEqual({
      A: { items: { $ref: "#/components/schemas/x_0_y" } },
      a_b: { type: "string" },
      x_0_y: { $ref: "#/components/schemas/a_b" },
    });
  });

  it("through references on the way, also to other files", () => {
    const files = {
      "openapi.yaml": schemas(
        "A: { $ref: '#/components/schemas/B' }",
        "B: { $ref: 'b.yaml#/Pet' }",
        "C: { items: { $ref: '#/components/schemas/A/properties/name' } }",
      ),
      "b.yaml": "Pet: { properties: { name: { type: string } } }",
    };
    expect(at(bundled(files), "components", "schemas", "C")).toEqual({
      items: { $ref: "#/components/schemas/Pet_properties_name" },
    });
  });

  it("but not in cycles", () => {
    expect(problems(schemas("A: { $ref: '#/components/schemas/A/x' }"))).toEqual([
      'openapi.yaml:5:16 ref-depth $ref "#/components/schemas/A/x" exceeds the limit of 250 chained references',
    ]);
  });
});

describe("a reference must point to the right kind", () => {
  const text = (schema: string) => `${start}paths:
  /a:
    get:
      parameters: [{ name: p, in: query, schema: { type: string } }]
      responses: { "200": { description: Ok, content: { application/json: { schema: { $ref: "${schema}" } } } } }
components:
  responses: { R: { description: Ok } }
  schemas: { S: { type: object, properties: { p: { type: [string] } } } }
`;

  it.each([
    ["#/components/responses/R", "a response"],
    ["#/paths/~1a/get/parameters/0", "a parameter"],
    ["#/paths/~1a/get", "an operation"],
    ["#/paths/~1a", "a path item"],
    ["#/paths", "a paths object"],
    ["#", "a document"],
    ["#/components/schemas/S/type", "a string"],
    ["#/components/schemas/S/properties/p/type", "a list"],
    ["empty.yaml", "null"],
    ["list.yaml", "a list"],
    ["list.yaml#/0", "the number 5"],
    ["other.yaml#/components/examples/E", "an example"],
  ])("%s is not a schema", (ref, found) => {
    const { problems } = load({
      "openapi.yaml": text(ref),
      "empty.yaml": "",
      "list.yaml": "[5]",
      "other.yaml": `${start}components: { examples: { E: {} } }`,
    });
    expect(problems).toEqual([`openapi.yaml:7:93 ref-kind $ref "${ref}" must point to a schema, but points to ${found}`]);
  });

  it("and reports its target", () => {
    const [diagnostic] = load(text("#/components/responses/R")).diagnostics;
    expect(diagnostic!.related.map(({ message, location }) => `${place(location)} ${message}`)).toEqual([
      "openapi.yaml:9:19 points here",
    ]);
  });

  it.each(["#/paths/~1a/get/parameters/0/schema", "#/components/schemas/S/properties/p", "other.yaml#/x-shared/P", "true.yaml"])(
    "%s is a schema",
    (ref) => {
      const { problems } = load({ "openapi.yaml": text(ref), "other.yaml": `${start}x-shared: { P: {} }`, "true.yaml": "true" });
      expect(problems).toEqual([]);
    },
  );
});

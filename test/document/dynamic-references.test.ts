import { expect, test } from "vitest";
import { at, load } from "./load-text.js";

const schemas = (text: string) => {
  const { contract, problems } = load(`openapi: 3.1.0\ninfo: {}\npaths: {}\ncomponents:\n  schemas:\n    ${text}\n`);
  if (!contract) throw new Error(problems.join("\n"));
  return at(contract.document, "components", "schemas");
};

test("the only schema of a name is referenced", () => {
  expect(schemas('Tree: { $dynamicAnchor: tree, properties: { left: { $dynamicRef: "#tree", title: Left } } }')).toEqual({
    Tree: { properties: { left: { $ref: "#/components/schemas/Tree", title: "Left" } } },
  });
  expect(schemas('Tree: { $anchor: tree, items: { $dynamicRef: "#tree" } }')).toEqual({
    Tree: { items: { $ref: "#/components/schemas/Tree" } },
  });
  expect(schemas('Tree: { $recursiveAnchor: true, items: { $recursiveRef: "#" } }')).toEqual({
    Tree: { items: { $ref: "#/components/schemas/Tree" } },
  });
});

test("a target that is not a component becomes one, as that of a $ref does", () => {
  const text = 'List: { items: { $dynamicRef: "#item" }, $defs: { item: { $dynamicAnchor: item, type: string } } }\n    Item: {}';
  const found = schemas(text);
  expect(found).toEqual({
    Item: {},
    List: { $defs: { item: { type: "string" } }, items: { $ref: "#/components/schemas/List_item" } },
    List_item: { type: "string" },
  });
  expect(Object.keys(found as object)).toEqual(["Item", "List", "List_item"]);
});

const page =
  '{ $id: page, properties: { items: { items: { $dynamicRef: "#item" } } }, $defs: { item: { $dynamicAnchor: item } } }';

test("a schema is copied for each combination of targets, and is named after them", () => {
  const text = `Page: ${page}
    UserPage: { $id: user-page, $ref: page, maxProperties: 2, $defs: { item: { $dynamicAnchor: item, $ref: "#/components/schemas/User" } } }
    MembersPage: { $id: members-page, allOf: [{ $ref: user-page }], $defs: { any: { $dynamicAnchor: item, type: array } } }
    User: { type: string }`;
  expect(schemas(text)).toEqual({
    MembersPage: {
      $defs: { any: { type: "array" } },
      allOf: [{ $ref: "#/components/schemas/UserPageOfMembersPage_any" }],
    },
    MembersPage_any: { type: "array" },
    Page: {
      $defs: { item: {} },
      properties: { items: { items: { $ref: "#/components/schemas/Page_item" } } },
    },
    PageOfMembersPage_any: {
      $defs: { item: {} },
      properties: { items: { items: { $ref: "#/components/schemas/MembersPage_any" } } },
    },
    PageOfUser: {
      $defs: { item: {} },
      properties: { items: { items: { $ref: "#/components/schemas/User" } } },
    },
    Page_item: {},
    User: { type: "string" },
    UserPage: {
      $defs: { item: { $ref: "#/components/schemas/User" } },
      $ref: "#/components/schemas/PageOfUser",
      maxProperties: 2,
    },
    UserPageOfMembersPage_any: {
      $defs: { item: { $ref: "#/components/schemas/User" } },
      $ref: "#/components/schemas/PageOfMembersPage_any",
      maxProperties: 2,
    },
  });
});

test("a recursive schema that another extends is that of the other inside of it", () => {
  const tree = (anchor: string, reference: string) => `Tree: { ${anchor}, items: { ${reference} } }
    Strict: { ${anchor}, $ref: "#/components/schemas/Tree", maxItems: 2 }`;
  const expected = {
    Strict: { $ref: "#/components/schemas/TreeOfStrict", maxItems: 2 },
    Tree: { items: { $ref: "#/components/schemas/Tree" } },
    TreeOfStrict: { items: { $ref: "#/components/schemas/Strict" } },
  };
  expect(schemas(tree("$dynamicAnchor: node", '$dynamicRef: "#node"'))).toEqual(expected);
  expect(schemas(tree("$recursiveAnchor: true", '$recursiveRef: "#"'))).toEqual(expected);
});

test("schemas without dynamic references below them are not copied", () => {
  const text = `A: { $dynamicAnchor: t, $ref: "#/components/schemas/Plain" }
    B: { $dynamicAnchor: t, $ref: "#/components/schemas/Plain", minItems: 1 }
    Plain: { items: { $ref: "#/components/schemas/Text" } }
    Text: { type: string }`;
  expect(Object.keys(schemas(text) as object)).toEqual(["A", "B", "Plain", "Text"]);
});

test("templates in other files, and next to a $ref", () => {
  const files = {
    "openapi.yaml": `openapi: 3.1.0
info: {}
paths: {}
components:
  schemas:
    Users: { $ref: "page.yaml", $defs: { item: { $dynamicAnchor: item, type: string } } }
    Cats: { $ref: "page.yaml#/properties/items", $defs: { item: { $dynamicAnchor: item, type: integer } } }
`,
    "page.yaml":
      'properties: { items: { items: { $ref: "#/$defs/any", $dynamicRef: "#item" } } }\n$defs: { item: { $dynamicAnchor: item }, any: {} }\n',
  };
  const { contract, problems } = load(files);
  expect(problems).toEqual([]);
  expect(at(contract!.document, "components", "schemas")).toMatchObject({
    Users: { $ref: "#/components/schemas/pageOfUsers_item" },
    Cats: { $ref: "#/components/schemas/properties_itemsOfCats_item" },
    pageOfUsers_item: {
      properties: {
        items: { items: { $ref: "#/components/schemas/any", allOf: [{ $ref: "#/components/schemas/Users_item" }] } },
      },
    },
    properties_itemsOfCats_item: {
      items: { $ref: "#/components/schemas/any", allOf: [{ $ref: "#/components/schemas/Cats_item" }] },
    },
  });
});

test("combinations are limited", () => {
  const names = Array.from({ length: 10 }, (_, index) => `a${index}`);
  // Each level has two schemas, either of which leads to both of the next level.
  const level = (index: number, type: string) => {
    const next = index === names.length - 1 ? ["leaf"] : [`string-${index + 1}`, `integer-${index + 1}`];
    const refs = next.map((id) => `{ $ref: ${id} }`).join(", ");
    return `${type}${index}: { $id: ${type}-${index}, anyOf: [${refs}], $defs: { x: { $dynamicAnchor: a${index}, type: ${type} } } }`;
  };
  const levels = names.flatMap((_, index) => ["string", "integer"].map((type) => level(index, type)));
  const leaf = names.map((name) => `${name}: { $dynamicRef: "#${name}" }`).join(", ");
  const defaults = names.map((name) => `${name}: { $dynamicAnchor: ${name} }`).join(", ");
  const text = [...levels, `Leaf: { $id: leaf, properties: { ${leaf} }, $defs: { ${defaults} } }`].join("\n    ");
  const { problems } = load(`openapi: 3.1.0\ninfo: {}\npaths: {}\ncomponents:\n  schemas:\n    ${text}\n`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/dynamic-ref-copies dynamic references exceed the limit of 1000 copied schemas/);
});

test.each([
  ["several targets", 'A: { $dynamicAnchor: t, items: { $dynamicAnchor: t }, contains: { $dynamicRef: "#t" } }'],
  [
    "targets in other components",
    'A: { $dynamicAnchor: t }\n    B: { $dynamicAnchor: t }\n    C: { items: { $dynamicRef: "#t" } }',
  ],
  ["no target", 'A: { items: { $dynamicRef: "#t" } }'],
  ["a target around something else", 'A: { $recursiveAnchor: true }\n    B: { items: { $recursiveRef: "#" } }'],
  ["no target of its own", 'B: { items: { $recursiveRef: "#" } }'],
])("%s: nothing is changed", (_, text) => {
  expect(JSON.stringify(schemas(text))).toMatch(/"\$(?:dynamic|recursive)Ref":"#/);
});

test("a reference that applies a schema to itself is a cycle", () => {
  const text =
    'openapi: 3.1.0\ninfo: {}\npaths: {}\ncomponents: { schemas: { A: { $dynamicAnchor: a, allOf: [{ $dynamicRef: "#a" }] } } }\n';
  expect(load(text).problems.join()).toMatch(/ref-cycle/);
});

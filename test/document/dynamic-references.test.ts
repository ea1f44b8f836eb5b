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

test("a target that is not a component becomes one, under an unused name", () => {
  const text = '{ List: { items: { $dynamicRef: "#Item" }, $defs: { item: { $dynamicAnchor: Item, type: string } } }, Item: {} }';
  const found = schemas(text.slice(2, -2).replace("}, Item", "}\n    Item"));
  expect(found).toEqual({
    Item: {},
    Item2: { type: "string" },
    List: { $defs: { item: { $ref: "#/components/schemas/Item2" } }, items: { $ref: "#/components/schemas/Item2" } },
  });
  expect(Object.keys(found as object)).toEqual(["Item", "Item2", "List"]);
});

test.each([
  ["several targets", 'A: { $dynamicAnchor: t }\n    B: { $dynamicAnchor: t, items: { $dynamicRef: "#t" } }'],
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

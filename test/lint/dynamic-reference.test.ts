import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("a dynamic reference with one target is read as a plain one", () => {
  const schemas = 'Tree: { $dynamicAnchor: tree, type: object, properties: { left: { $dynamicRef: "#tree" } } }';
  expect(findings("dynamic-reference", contract({ schemas }))).toEqual([
    '[$dynamicRef] warning "$dynamicRef" is read as a plain $ref: it has one target in the contract',
  ]);
  expect(findings("keyword-ignored", contract({ schemas }))).toEqual([]);
});

test("one that leads elsewhere for each schema that leads to it is not", () => {
  const schemas =
    'Tree: { $dynamicAnchor: n, items: { $dynamicRef: "#n" } }\nStrict: { $dynamicAnchor: n, $ref: "#/components/schemas/Tree" }';
  expect(findings("dynamic-reference", contract({ schemas }))).toEqual([]);
  expect(findings("unsupported-keyword", contract({ schemas }))).toEqual([]);
});

test("one without a target, or with several, is left to another rule", () => {
  const schemas = 'A: { $dynamicAnchor: t }\nB: { $dynamicAnchor: t }\nC: { $dynamicRef: "#t" }\nD: { $dynamicRef: "#none" }';
  expect(findings("dynamic-reference", contract({ schemas }))).toEqual([]);
  expect(findings("unsupported-keyword", contract({ schemas }))).toHaveLength(2);
});

import { expect, test } from "vitest";
import type { JsonValue } from "../../generator/document/json-value.js";
import { recalledSchemas } from "../../generator/emit/validators/prepare-schema.js";
import { contractOf, documentOf, emit, validatorOf } from "./load-emitted.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const recalled = (schemas: Record<string, JsonValue>) => [...recalledSchemas(new Map(Object.entries(schemas)))].sort();

test("recursive schemas are recalled, and no others", () => {
  expect(recalled({ Tree: { items: ref("Tree") }, Body: { properties: { tree: ref("Tree") } }, Leaf: {} })).toEqual(["Tree"]);
  expect(recalled({ A: { items: ref("B") }, B: { not: ref("A"), properties: { leaf: ref("Leaf") } }, Leaf: {} })).toEqual([
    "A",
    "B",
  ]);
  expect(recalled({ A: { items: ref("B") }, B: { items: ref("C") }, C: {}, D: { allOf: [ref("B"), ref("B")] } })).toEqual([]);
  expect(recalled({ A: { items: ref("Missing") } })).toEqual([]);
});

/** Alternatives that differ in nothing but a last property, so many levels of them. */
function ladder(levels: number): Record<string, JsonValue> {
  const step = (next: string, kind: number) => ({ properties: { next: ref(next), way: { const: kind } } });
  const schemas = Array.from({ length: levels }, (_, level): [string, JsonValue] => [
    `Level${level}`,
    { oneOf: [step(`Level${level + 1}`, 1), step(`Level${level + 1}`, 2)] },
  ]);
  return { ...Object.fromEntries(schemas), [`Level${levels}`]: { type: "integer" } };
}

test("schemas whose references may check the same part often are recalled", () => {
  expect(recalled(ladder(2))).toEqual([]);
  // Three levels check the last part 8 times, too often; what is recalled counts once for the levels above.
  expect(recalled(ladder(3))).toEqual(["Level0"]);
  expect(recalled(ladder(9))).toEqual(["Level0", "Level3", "Level6"]);
});

test("many references are not recalled if each checks a part of its own", () => {
  const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
  const record = { properties: Object.fromEntries(names.map((name) => [name, ref("Text")])) };
  const chain = names.map((name, index): [string, JsonValue] => [
    name,
    { properties: { next: ref(names[index + 1] ?? "Text") } },
  ]);
  const list = { prefixItems: names.map(() => ref("Text")) };
  expect(recalled({ Record: record, List: list, ...Object.fromEntries(chain), Text: {} })).toEqual([]);
  const repeated = { allOf: Array.from({ length: 5 }, () => record) };
  expect(recalled({ Repeated: repeated, Text: {} })).toEqual(["Repeated"]);
});

test("only calls of recalled validators cost anything", () => {
  const schemas = { Tree: { type: "object", properties: { tree: ref("Tree"), leaf: ref("Leaf") } }, Leaf: { type: "string" } };
  const [file] = emit(contractOf(documentOf({ grow: { type: "object", properties: { tree: ref("Tree") } } }, schemas))).filter(
    ({ path }) => path === "validators/compiled/vm.ts",
  );
  expect(file!.text.match(/validateOnce\([^)]*\)/g)).toEqual([
    'validateOnce($Tree, value["tree"])',
    'validateOnce($Tree, value["tree"])',
  ]);
  expect(file!.text.match(/\$Leaf\([^)]*\)/g)).toEqual(["$Leaf(value: unknown)", '$Leaf(value["leaf"])']);
});

/** Counts how often parts of a value are read, and breaks off where that would take too long. */
function watched(value: unknown, reads: { count: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, watched(part, reads)]));
  return new Proxy(copy, {
    get(target, name) {
      if (++reads.count > 100_000) throw new Error("read too often");
      return Reflect.get(target, name) as unknown;
    },
  });
}

const branch = (kind: number) => ({
  type: "object",
  required: ["way"],
  properties: { next: ref("Choice"), way: { const: kind } },
});
const combined: [string, Record<string, JsonValue>][] = [
  ["oneOf", { oneOf: [branch(1), branch(2)] }],
  ["anyOf", { anyOf: [branch(1), branch(2)] }],
  ["allOf", { allOf: [{ properties: { next: ref("Choice") } }, { properties: { next: ref("Choice") } }] }],
  ["not", { properties: { next: { not: { not: ref("Choice") }, allOf: [ref("Choice")] } } }],
  ["if", { properties: { next: { if: ref("Choice"), then: ref("Choice"), else: ref("Choice") } } }],
  ["patternProperties", { properties: { next: ref("Choice") }, patternProperties: { "^n": ref("Choice"), t$: ref("Choice") } }],
  [
    "dependentSchemas",
    { dependentSchemas: { way: { properties: { next: ref("Choice") } }, next: { properties: { next: ref("Choice") } } } },
  ],
  ["a ladder", { $ref: "#/components/schemas/Level0" }],
];

test.each(combined)("the parts of a value are read as often as there are levels: %s", async (_, schema) => {
  const { guard, list } = await validatorOf(ref("Choice"), { Choice: schema, ...ladder(40) });
  const readsAt = (depth: number, check: (value: unknown) => unknown) => {
    let value: Record<string, unknown> = { way: 3 };
    for (let level = 0; level < depth; level++) value = { next: value, way: 2 };
    const reads = { count: 0 };
    check(watched(value, reads));
    return reads.count;
  };
  for (const check of [guard, list]) {
    const [some, twice] = [readsAt(16, check), readsAt(32, check)];
    expect(twice).toBeLessThan(2.5 * some + 2000);
  }
});

test.each(["anyOf", "oneOf"])("a value without parts is checked as often as there are alternatives: %s", async (keyword) => {
  // Each alternative of each level again: 16 ** 12 checks.
  const level = (below: string) => ({
    [keyword]: Array.from({ length: 16 }, (_, index) => ({ allOf: [ref(below), { not: { const: index } }] })),
  });
  const levels = Array.from({ length: 12 }, (_, index): [string, JsonValue] => [`L${index + 1}`, level(`L${index}`)]);
  const { guard, list } = await validatorOf(ref("L12"), {
    L0: { type: ["string", "null"], maxLength: 3 },
    ...Object.fromEntries(levels),
  });
  for (const value of ["abcd", true, 7, ["abc"]]) expect([guard(value), list(value)?.length]).toEqual([false, 100]);
  for (const value of ["abc", null]) expect(guard(value)).toBe(keyword === "anyOf");
});

test("recalled errors have the paths at which they are found", async () => {
  const { guard } = await validatorOf(
    { properties: { left: ref("Tree"), right: ref("Tree") } },
    { Tree: { properties: { kids: { type: "array", items: ref("Tree") }, name: { type: "string" } } } },
  );
  const shared = { name: 1 };
  expect(guard({ left: { kids: [{}, shared] } })).toBe(false);
  expect(guard.errors?.map(({ instancePath }) => instancePath)).toEqual(["/left/kids/1/name"]);
  expect(guard({ left: { kids: [{}] }, right: { kids: [{}, {}, shared] } })).toBe(false);
  expect(guard.errors?.map(({ instancePath }) => instancePath)).toEqual(["/right/kids/2/name"]);
  shared.name = "a" as never;
  expect(guard({ left: shared, right: { kids: [shared] } })).toBe(true);
});

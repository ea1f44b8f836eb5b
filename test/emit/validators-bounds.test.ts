import { expect, test } from "vitest";
import { contractOf, documentOf, emit, validatorOf } from "./load-emitted.js";

/** Takes exponential time on many `a` with something behind them. */
const exponential = "^(a+)+$";
const trap = `${"a".repeat(40)}!`;

/** Fails unless a call takes less CPU time than any exponential or quadratic way could. */
function quickly<Result>(run: () => Result): Result {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(2000);
  return result;
}

test.each([
  ["beside it", { type: "string", maxLength: 10, pattern: exponential }],
  ["in bytes", { type: "string", "x-max-utf8-bytes": 10, pattern: exponential }],
  ["before a combined schema", { maxLength: 10, allOf: [{ pattern: exponential }] }],
  ["behind a combined schema", { allOf: [{ pattern: exponential }, { maxLength: 10 }] }],
  ["before a reference", { $ref: "#/components/schemas/Slow", maxLength: 10 }],
  ["behind a reference", { allOf: [{ pattern: exponential }, { $ref: "#/components/schemas/Short" }] }],
  ["before a choice", { maxLength: 10, anyOf: [{ pattern: exponential }, { type: "integer" }] }],
])("no pattern runs on text that is longer than a limit %s", async (_, schema) => {
  const { guard, list } = await validatorOf(
    { properties: { name: schema, other: { type: "string" } } },
    { Slow: { pattern: exponential }, Short: { maxLength: 10 } },
  );
  expect(guard({ name: "aaa" })).toBe(true);
  expect(quickly(() => guard({ name: trap }))).toBe(false);
  const errors = quickly(() => list({ name: trap, other: 1 }));
  expect(errors.map((error) => [error.instancePath, error.params])).toEqual([
    ["/name", { limit: 10 }],
    ["/other", { type: "string" }],
  ]);
});

test("the limit of a reference is reported with its own location", async () => {
  const { list } = await validatorOf(
    { allOf: [{ pattern: "^a+$" }, { $ref: "#/components/schemas/Short" }] },
    { Short: { maxLength: 1 } },
  );
  expect(list("aa").map((error) => error.schemaPath)).toEqual(["#/components/schemas/Short/maxLength"]);
  expect(list("b").map((error) => error.schemaPath)).toEqual(["#/components/schemas/VmCheckBody/allOf/0/pattern"]);
});

test("nothing is checked in a list or object that is larger than its limit", async () => {
  const { guard, list } = await validatorOf({
    properties: {
      items: { maxItems: 2, uniqueItems: true, items: { type: "string", pattern: exponential } },
      map: { maxProperties: 1, additionalProperties: { pattern: exponential } },
    },
  });
  const value = { items: [trap, trap, trap], map: { a: trap, b: trap } };
  expect(quickly(() => guard(value))).toBe(false);
  expect(quickly(() => list(value)).map((error) => [error.instancePath, error.keyword])).toEqual([
    ["/items", "maxItems"],
    ["/map", "maxProperties"],
  ]);
});

test("a million bad items give one error", async () => {
  const { list } = await validatorOf({ type: "array", items: { type: "object", required: ["a", "b", "c"] } });
  expect(quickly(() => list(Array.from({ length: 1_000_000 }, () => ({}))))).toHaveLength(1);
  expect(
    list(
      Array.from({ length: 1_000 }, () => ({})),
      10_000,
    ),
  ).toHaveLength(3_000);
});

test("listing all errors of recursive choices is no slower than finding the first", async () => {
  const node = (kind: string) => ({
    type: "object",
    required: ["kind"],
    properties: { child: { $ref: "#/components/schemas/Node" }, kind: { const: kind } },
  });
  const leafFirst = (kind: string) => ({
    allOf: [{ properties: { a: { const: kind } } }, { properties: { z: { $ref: "#/components/schemas/Tree" } } }],
  });
  const schemas = {
    Node: { oneOf: [node("a"), node("b")], discriminator: { propertyName: "kind" } },
    Tree: { anyOf: [leafFirst("a"), leafFirst("b"), leafFirst("c")] },
  };
  const { list } = await validatorOf(
    { properties: { node: { $ref: "#/components/schemas/Node" }, tree: { $ref: "#/components/schemas/Tree" } } },
    schemas,
  );
  let value: Record<string, unknown> = { kind: "x", a: "x" };
  for (let depth = 0; depth < 25; depth++) value = { kind: "b", a: "c", child: value, z: value };
  expect(quickly(() => list({ node: value }))).toHaveLength(1);
  let chain: Record<string, unknown> = { a: "x" };
  for (let depth = 0; depth < 25; depth++) chain = { a: "c", z: chain };
  expect(quickly(() => list({ tree: chain }, 10_000)).at(-1)?.instancePath).toBe("/tree");
});

test("a value nested 100,000 deep is rejected without a crash", async () => {
  const { guard, list } = await validatorOf(
    { $ref: "#/components/schemas/Node" },
    { Node: { type: "object", properties: { child: { $ref: "#/components/schemas/Node" } } } },
  );
  let value = {};
  for (let depth = 0; depth < 100_000; depth++) value = { child: value };
  expect(guard(value)).toBe(false);
  expect(guard.errors?.map((error) => error.keyword)).toEqual(["depth"]);
  expect(list(value).map((error) => error.keyword)).toEqual(["depth"]);
});

test("many duplicates are found in linear time", async () => {
  const { guard } = await validatorOf({ uniqueItems: true, items: { type: "object" } });
  expect(quickly(() => guard(Array.from({ length: 50_000 }, (_, id) => ({ id }))))).toBe(true);
});

test("validators change nothing", async () => {
  const { guard, list } = await validatorOf({
    properties: { a: { type: "integer", default: 1 }, b: { anyOf: [{ additionalProperties: false }, { type: "string" }] } },
    additionalProperties: false,
  });
  for (const value of [{ b: { x: 1 } }, { a: "1", c: 2 }, {}, { b: "x" }]) {
    const frozen = Object.freeze(structuredClone(value));
    guard(frozen);
    list(frozen);
    expect(frozen).toEqual(value);
  }
});

test("guards and listers match exponential patterns without backtracking, and only contracts with one ship the matcher", async () => {
  const properties = { name: { type: "string", pattern: exponential }, other: { type: "string" } };
  const { guard, list } = await validatorOf({ properties });
  expect(guard({ name: "aaa" })).toBe(true);
  expect(quickly(() => guard({ name: trap }))).toBe(false);
  expect(quickly(() => list({ name: trap, other: 1 })).map((error) => [error.instancePath, error.keyword])).toEqual([
    ["/name", "pattern"],
    ["/other", "type"],
  ]);
  const shipped = (pattern: string) =>
    emit(contractOf(documentOf({ check: { type: "object", properties: { name: { type: "string", pattern } } } })))
      .map(({ path }) => path)
      .filter((path) => path.includes("linear-pattern"));
  expect(shipped(exponential)).toEqual(["runtime/validators/linear-pattern.ts"]);
  expect(shipped("^a+$")).toEqual([]);
});

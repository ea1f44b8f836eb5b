import { expect, test } from "vitest";
import { createSchemaEvaluator } from "../../generator/json-schema/interpreter.js";
import type { JsonObject } from "../../generator/document/json-value.js";
import { validatorOf } from "./load-emitted.js";

const tooLong = (pattern: string, longest: number) =>
  `must NOT have more than ${longest} characters to be matched against pattern "${pattern}"`;

const evaluateIn = (schemas: JsonObject) =>
  createSchemaEvaluator(new Map(Object.entries(schemas)), { steps: 1_000_000, stepsInAll: Infinity, errors: 20 });

test.each([
  ["\\s+$", 2000, " "],
  ["^a+a+a+$", 150, "a"],
  ["^(.)\\1*$", 150, "😀"],
])("a text that is too long for %s is invalid", async (pattern, longest, character) => {
  const { guard, list } = await validatorOf({ type: "string", pattern });
  expect(guard(character.repeat(longest))).toBe(true);
  const error = {
    instancePath: "",
    keyword: "pattern",
    params: { pattern, limit: longest },
    message: tooLong(pattern, longest),
  };
  expect(guard(character.repeat(longest + 1))).toBe(false);
  expect(guard.errors).toMatchObject([error]);
  expect(list(character.repeat(longest + 1))).toMatchObject([error]);
  expect(guard("x!")).toBe(false);
  expect(guard.errors).toMatchObject([{ params: { pattern }, message: `must match pattern "${pattern}"` }]);

  const evaluate = evaluateIn({});
  const written = JSON.stringify(pattern);
  expect(evaluate({ pattern }, character.repeat(longest + 1)).errors).toMatchObject([
    {
      keyword: "pattern",
      message: `must NOT have more than ${longest} characters to be matched against the pattern ${written}`,
    },
  ]);
});

test("a name that is too long for a pattern is invalid, and other errors are still listed", async () => {
  const schema = { type: "object", patternProperties: { "\\s+$": { type: "integer" } }, additionalProperties: false };
  const { guard, list } = await validatorOf(schema);
  const [name, longName] = [`${"a".repeat(1999)} `, `${"a".repeat(2000)} `];
  expect(guard({ [name]: 1 })).toBe(true);
  expect(guard({ [name]: "" })).toBe(false);
  expect(guard({ [longName]: 1 })).toBe(false);
  const error = {
    instancePath: "",
    keyword: "patternProperties",
    params: { propertyName: longName, limit: 2000 },
    message: `property name ${tooLong("\\s+$", 2000)}`,
  };
  expect(guard.errors).toMatchObject([error]);
  // The list of errors is kept short for names of this length.
  expect(list({ [longName]: 1 })).toMatchObject([error]);
  const short = "^a+a+a+$";
  const listed = await validatorOf({ type: "object", patternProperties: { [short]: { type: "integer" } } });
  expect(listed.list({ [`${"a".repeat(151)}`]: 1, aaa: "" })).toMatchObject([
    { keyword: "patternProperties", message: `property name ${tooLong(short, 150)}` },
    { instancePath: "/aaa", keyword: "type" },
  ]);
  expect(evaluateIn({})(schema, { [longName]: 1 }).errors).toMatchObject([{ keyword: "patternProperties", property: longName }]);
});

test("no pattern runs on a text of a megabyte", async () => {
  const schema = {
    type: "object",
    properties: { a: { type: "string", pattern: "^a+a+a+$" }, b: { propertyNames: { pattern: "a+b" } } },
    patternProperties: { "\\s+$": {} },
  };
  const { guard, list } = await validatorOf(schema);
  const long = "a".repeat(1_000_000);
  for (const value of [{ a: long }, { b: { [long]: 1 } }, { [" ".repeat(1_000_000)]: 1 }]) {
    expect(guard(value)).toBe(false);
    expect(list(value)).not.toEqual([]);
  }
});

test("a pattern that could keep a RegExp busy is matched without backtracking", async () => {
  const pattern = "^(a|a)*$";
  const [fitting, failing] = ["a".repeat(5_000), `${"a".repeat(5_000)}!`];
  const error = { keyword: "pattern", params: { pattern }, message: `must match pattern "${pattern}"` };
  const { guard, list } = await validatorOf({ type: "string", pattern });
  expect(guard(fitting)).toBe(true);
  expect(guard(failing)).toBe(false);
  expect(guard.errors).toMatchObject([error]);
  expect(list(failing)).toMatchObject([error]);
  expect(evaluateIn({})({ pattern }, failing)).toMatchObject({ isValid: false });
  expect(evaluateIn({})({ pattern }, fitting)).toMatchObject({ isValid: true });

  const named = await validatorOf({ type: "object", patternProperties: { [pattern]: { type: "integer" } } });
  expect(named.guard({ [fitting]: "" })).toBe(false);
  expect(named.guard({ [failing]: "" })).toBe(true);
});

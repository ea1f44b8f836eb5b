import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { contractOf, documentOf, loadEmitted } from "./load-emitted.js";

/** Schemas of an object with a property of a name, by what a guard does with the property. */
const shapes: Readonly<Record<string, (name: string) => object>> = {
  "reads its items": (name) => ({ properties: { [name]: { items: { type: "string", maxLength: 2 } } } }),
  "reads lists in lists": (name) => ({
    additionalProperties: false,
    properties: { [name]: { type: "array", items: { type: "array", items: { type: "string", maxLength: 2 } } } },
  }),
  "reads all properties of it": (name) => ({
    required: [name],
    properties: { [name]: { type: "object", additionalProperties: false, properties: { a: { type: "string", maxLength: 2 } } } },
  }),
  "reads properties of its properties": (name) => ({
    properties: { [name]: { additionalProperties: { additionalProperties: { type: "string", maxLength: 2 } } } },
  }),
  "reads its names": (name) => ({ properties: { [name]: { propertyNames: { maxLength: 2 } } } }),
  "counts its items": (name) => ({
    properties: { [name]: { contains: { type: "string" }, minContains: 1, maxContains: 1, uniqueItems: true } },
  }),
  "holds it against alternatives": (name) => ({
    properties: {
      [name]: {
        anyOf: [
          { required: ["a"], properties: { a: { type: "string" } } },
          { type: "number", maximum: 5 },
        ],
        unevaluatedProperties: false,
      },
    },
  }),
  "holds it against one alternative": (name) => ({
    required: [name],
    additionalProperties: false,
    properties: {
      [name]: {
        type: "object",
        oneOf: [
          { required: ["a"], properties: { a: { type: "string" } } },
          { required: ["b"], properties: { b: { type: "number" } } },
        ],
        unevaluatedProperties: false,
      },
    },
  }),
  "holds it against a condition": (name) => ({
    properties: { [name]: { if: { type: "array" }, then: { maxItems: 1 }, else: { enum: [null] }, unevaluatedItems: false } },
  }),
  "reads items within alternatives": (name) => ({
    oneOf: [
      { properties: { [name]: { type: "array", items: { type: "string", maxLength: 2 } } } },
      { properties: { [name]: { type: "object", additionalProperties: { type: "string", maxLength: 2 } } } },
    ],
    unevaluatedProperties: false,
  }),
  "reads it after a loop": (name) => ({
    patternProperties: { "^x": { items: { type: "string" } } },
    additionalProperties: { properties: { [name]: { items: { type: "string", maxLength: 2 } } } },
  }),
};

const values: readonly unknown[] = [
  ["ab"],
  [],
  ["abc"],
  ["a", "a"],
  [1, { evil: true }],
  [["ab"]],
  [["abc"]],
  { a: "ab" },
  { a: "abc" },
  { a: { a: "abc" } },
  { a: { a: "ab" } },
  { b: 1 },
  { b: "x", c: 1 },
  { abc: 1 },
  {},
  4,
  6,
  null,
  "abc",
];

/** Names of variables in validators, of global variables, and of what every object inherits. */
const names =
  "i i2 i3 key key2 name name2 item item2 items property errors typeErrors count value valueI here duplicate valid props data " +
  "formats vErrors isObject own evaluated constructor toString valueOf hasOwnProperty isPrototypeOf Object Array arguments";

test("names of properties make no difference", async () => {
  const all = [...names.split(" "), "plain"];
  const bodies = Object.fromEntries(
    all.flatMap((name) => Object.entries(shapes).map(([shape, schemaOf]) => [`${shape} ${name}`, schemaOf(name)] as const)),
  );
  // Names of actions have no spaces.
  const ids = new Map(Object.keys(bodies).map((key, index) => [key, `a${index}`]));
  const { first, all: listers } = await loadEmitted(
    contractOf(documentOf(Object.fromEntries(Object.entries(bodies).map(([key, body]) => [ids.get(key), body])))),
  );
  const verdicts = (shape: string, name: string) => {
    const id = ids.get(`${shape} ${name}`)!;
    const within = (value: unknown) => (shape === "reads it after a loop" ? { other: { [name]: value } } : { [name]: value });
    return [undefined, ...values].map((value) => {
      const body = value === undefined ? {} : within(value);
      const isValid = first.actions["vm"]![id]!.body(body);
      return [isValid, listers.actions["vm"]![id]!.body(body).length === 0];
    });
  };
  const different: string[] = [];
  for (const shape of Object.keys(shapes)) {
    const expected = verdicts(shape, "plain");
    expect(new Set(expected.flat()), shape).toEqual(new Set([true, false]));
    for (const name of all)
      if (
        !isDeepStrictEqual(
          attempt(() => verdicts(shape, name)),
          expected,
        )
      )
        different.push(`${shape}: ${name}`);
  }
  expect(different).toEqual([]);
});

function attempt<Result>(run: () => Result): Result | Error {
  try {
    return run();
  } catch (error) {
    return error as Error;
  }
}

import { describe, expect, test } from "vitest";
import { contractOf, documentOf, emit, validatorOf } from "./load-emitted.js";

interface Case {
  readonly keyword: string;
  /** A schema with so many branches, properties or names. */
  readonly schema: (count: number) => Readonly<Record<string, unknown>>;
  /** Values for 64 of them. */
  readonly fits: readonly unknown[];
  readonly refused: readonly unknown[];
}

const each = <Item>(count: number, make: (index: number) => Item) => Array.from({ length: count }, (_, index) => make(index));
const eachName = <Item>(count: number, make: (index: number) => Item) =>
  Object.fromEntries(each(count, (index) => [`p${index}`, make(index)]));
const has = (index: number) => ({ required: [`p${index}`], properties: { [`p${index}`]: { type: "string" } } });
const integer = { type: "integer" };
const full = eachName(64, (index) => index);

const cases: readonly Case[] = [
  {
    keyword: "anyOf",
    schema: (count) => ({ type: "object", anyOf: each(count, has) }),
    fits: [{ p0: "a" }, { p63: "a" }, { p0: 1, p63: "a" }, { p0: "a", p63: "a" }],
    refused: [{}, { p63: 1 }, { p64: "a" }],
  },
  {
    keyword: "oneOf",
    schema: (count) => ({ type: "object", oneOf: each(count, has) }),
    fits: [{ p0: "a" }, { p63: "a" }, { p0: 1, p63: "a" }],
    refused: [{}, { p0: "a", p1: "a" }, { p0: "a", p63: "a" }, { p0: "a", p1: "a", p2: "a" }, { p64: "a" }],
  },
  {
    keyword: "allOf",
    schema: (count) => ({ type: "object", allOf: each(count, (index) => ({ properties: { [`p${index}`]: integer } })) }),
    fits: [{}, full, { p64: "a" }],
    refused: [{ ...full, p0: "a" }, { ...full, p63: "a" }, { p31: "a" }],
  },
  {
    keyword: "properties",
    schema: (count) => ({ type: "object", properties: eachName(count, () => integer), additionalProperties: false }),
    fits: [{}, full],
    refused: [{ ...full, p0: "a" }, { ...full, p63: "a" }, { p64: 1 }],
  },
  {
    keyword: "required",
    schema: (count) => ({ type: "object", required: each(count, (index) => `p${index}`) }),
    fits: [full, { ...full, p64: 1 }],
    refused: [{}, { ...full, p0: undefined }, { ...full, p63: undefined }],
  },
  {
    keyword: "patternProperties",
    schema: (count) => ({
      type: "object",
      patternProperties: Object.fromEntries(each(count, (index) => [`^p${index}$`, integer])),
      additionalProperties: false,
    }),
    fits: [{}, full],
    refused: [{ ...full, p0: "a" }, { ...full, p63: "a" }, { p64: 1 }],
  },
  {
    keyword: "prefixItems",
    schema: (count) => ({ type: "array", prefixItems: each(count, () => integer), maxItems: 2 * count }),
    fits: [[], [1], each(64, () => 1), [...each(64, () => 1), "a"]],
    refused: [["a"], [...each(63, () => 1), "a"]],
  },
  {
    keyword: "dependentSchemas",
    schema: (count) => ({
      type: "object",
      dependentSchemas: eachName(count, (index) => ({ required: [`q${index}`] })),
    }),
    fits: [{}, { p0: 1, q0: 1 }, { p63: 1, q63: 1 }],
    refused: [{ p0: 1, q1: 1 }, { p63: 1 }],
  },
  {
    keyword: "dependentRequired",
    schema: (count) => ({ type: "object", dependentRequired: eachName(count, (index) => [`q${index}`]) }),
    fits: [{}, { p0: 1, q0: 1 }, { p63: 1, q63: 1 }],
    refused: [{ p0: 1, q1: 1 }, { p63: 1 }],
  },
  {
    keyword: "discriminator",
    schema: (count) => ({
      oneOf: each(count, (index) => ({
        type: "object",
        required: ["kind"],
        properties: { kind: index === 1 ? { enum: ["p1", "q1"] } : { const: `p${index}` }, size: integer },
      })),
      discriminator: { propertyName: "kind" },
    }),
    fits: [{ kind: "p0" }, { kind: "p1", size: 1 }, { kind: "q1" }, { kind: "p2", size: 1 }, { kind: "p63" }],
    refused: [null, {}, { kind: "p64" }, { kind: ["p0"] }, { kind: "p0", size: "a" }, { kind: "p63", size: "a" }],
  },
  {
    keyword: "unevaluatedProperties",
    schema: (count) => ({
      type: "object",
      properties: eachName(count, () => integer),
      unevaluatedProperties: false,
    }),
    fits: [{}, full],
    refused: [{ ...full, p63: "a" }, { p64: 1 }],
  },
  {
    keyword: "unevaluatedProperties beside anyOf",
    schema: (count) => ({ type: "object", anyOf: each(count, has), unevaluatedProperties: false }),
    fits: [{ p0: "a", p63: "a" }],
    refused: [{}, { p0: "a", p63: 1 }, { p0: "a", p64: "a" }],
  },
];

describe.each(cases)("$keyword", ({ schema, fits, refused }) => {
  // The lines of 128 are as long as those of 512; longer ones are broken.
  test("has as many levels of blocks for many as for few", () => {
    expect(depths(schema(512), "{", "}")).toEqual(depths(schema(128), "{", "}"));
  });

  test("has at most one level of parentheses more for twice as many", () => {
    const [few, many] = [depths(schema(128), "(", ")"), depths(schema(512), "(", ")")];
    expect(many.filter((depth, index) => depth > few[index]! + 2)).toEqual([]);
  });

  test("gives the right verdicts", async () => {
    const { guard, list } = await validatorOf(schema(64));
    expect(fits.map((value) => [guard(value), list(value)])).toEqual(fits.map(() => [true, []]));
    expect(refused.map((value) => [guard(value), list(value).length > 0])).toEqual(refused.map(() => [false, true]));
  });
});

/** How deep brackets nest in what is compiled of a schema. */
function depths(schema: object, opening: string, closing: string): number[] {
  const files = emit(contractOf(documentOf({ check: schema }))).filter(({ path }) => path.endsWith("compiled/vm.ts"));
  expect(files.map(({ path }) => path)).toEqual(["validators/compiled/vm.ts"]);
  // For compilers it is a level, too.
  expect(files.filter(({ text }) => text.includes("else if"))).toEqual([]);
  return files.map(({ text }) => deepest(text, opening, closing));
}

function deepest(text: string, opening: string, closing: string): number {
  let [depth, most] = [0, 0];
  for (const character of text) {
    if (character === opening) most = Math.max(most, ++depth);
    else if (character === closing) depth--;
  }
  return most;
}

import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { emitTypes } from "../../generator/emit/types/emit-types.js";
import { temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { contractOf, documentOf, loadEmitted } from "./load-emitted.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const base = { type: "object", properties: { a: text, b: { type: "integer" } } };

const components = {
  Base: base,
  Null: { type: ["object", "null"], properties: { a: text } },
  Either: { anyOf: [ref("Base"), { type: "object", properties: { c: text } }] },
  Deep: { allOf: [ref("Base"), { type: "object", properties: { c: ref("Null") } }] },
};

/** Schemas, and values that fit them or don't. Types must agree with validators about each. */
const cases: Readonly<Record<string, { schema: object; fits: readonly unknown[]; misfits: readonly unknown[] }>> = {
  requiredBesideReference: {
    schema: { allOf: [ref("Base")], required: ["a"] },
    fits: [{ a: "x" }, { a: "x", b: 1 }],
    misfits: [{}, { b: 1 }, { a: 1 }],
  },
  requiredByBranch: {
    schema: { allOf: [ref("Base"), { required: ["b"] }, { type: "object", required: ["c"], properties: { c: text } }] },
    fits: [{ b: 1, c: "x" }],
    misfits: [{ b: 1 }, { c: "x" }],
  },
  requiredByBranchOfOwnProperties: {
    schema: { ...base, allOf: [{ required: ["a"] }, { required: ["b"] }] },
    fits: [{ a: "x", b: 1 }],
    misfits: [{ a: "x" }, { b: 1 }],
  },
  requiredOfNullable: {
    schema: { allOf: [ref("Null")], required: ["a"] },
    fits: [null, { a: "x" }],
    misfits: [{}, { a: null }],
  },
  requiredBesideOwnAndNullable: {
    schema: { allOf: [ref("Null")], required: ["a"], properties: { a: text } },
    fits: [{ a: "x" }],
    misfits: [{}],
  },
  requiredOfUnion: {
    schema: { oneOf: [ref("Base"), { type: "object", required: ["c"], properties: { a: text, c: text } }], required: ["a"] },
    fits: [{ a: "x" }, { a: "x", b: 1 }],
    misfits: [{}, { c: "x" }, { b: 1 }],
  },
  requiredThroughComponents: {
    schema: { allOf: [ref("Deep")], required: ["a", "c"], properties: { d: text } },
    fits: [
      { a: "x", c: null },
      { a: "x", c: { a: "y" }, d: "z" },
    ],
    misfits: [{ a: "x" }, { c: null }, { a: "x", c: 1 }],
  },
  requiredBesideReferenceIn31: {
    schema: { ...ref("Either"), required: ["c"] },
    fits: [{ c: "x" }, { c: "x", a: "x" }],
    misfits: [{}, { a: "x" }],
  },
  requiredUndeclared: { schema: { allOf: [ref("Base")], required: ["other"] }, fits: [], misfits: [{ other: 1, a: 1 }] },
  typedAdditional: {
    schema: { type: "object", required: ["a"], properties: { a: { type: "integer" } }, additionalProperties: text },
    fits: [{ a: 1 }, { a: 1, other: "x" }],
    misfits: [{ a: "x" }, { other: "x" }, { a: 1, other: true }],
  },
  typedAdditionalOfObjects: {
    schema: { type: "object", properties: { a: ref("Base") }, additionalProperties: ref("Null") },
    fits: [{}, { a: { b: 1 }, other: null }, { other: { a: "x" } }],
    misfits: [{ a: null }, { other: 1 }],
  },
  typedPatterns: {
    schema: {
      type: "object",
      properties: { a: { type: "integer" } },
      patternProperties: { "^x-": text },
      additionalProperties: false,
    },
    fits: [{ a: 1, "x-b": "y" }],
    misfits: [{ a: "x" }, { "x-b": true }],
  },
  patternsBesideOpenRest: {
    schema: { type: "object", patternProperties: { "^x-": { type: "integer" } } },
    fits: [{ "x-a": 1, other: "x" }, {}],
    misfits: [],
  },
  patternsInParts: {
    schema: {
      allOf: [
        { type: "object", patternProperties: { "^x-": text } },
        { type: "object", required: ["n"], properties: { n: { type: "integer" } } },
      ],
    },
    fits: [{ n: 1, "x-a": "s" }],
    misfits: [{ n: "x" }, { "x-a": "s" }],
  },
  conditionalProperties: {
    schema: {
      ...base,
      if: { required: ["a"] },
      then: { properties: { c: text } },
      dependentSchemas: { b: { properties: { d: text } } },
    },
    fits: [{ a: "x", c: "y" }, { c: 1 }, { b: 1, d: "x" }],
    misfits: [{ a: 1 }],
  },
  conditionalPropertiesOfParts: {
    schema: { allOf: [ref("Base"), { if: { required: ["a"] }, then: { properties: { c: text } } }] },
    fits: [{ a: "x", c: "y" }, { b: 1 }],
    misfits: [{ a: 1 }],
  },
  unevaluated: {
    schema: { type: "object", allOf: [ref("Base")], unevaluatedProperties: text },
    fits: [{ a: "x", b: 1, other: "x" }],
    misfits: [{ a: 1 }],
  },
  unevaluatedAlone: {
    schema: { type: "object", properties: { a: text }, unevaluatedProperties: text },
    fits: [{ a: "x", other: "x" }],
    misfits: [{ other: 1 }],
  },
  anyAdditional: {
    schema: { type: "object", properties: { a: text }, additionalProperties: true },
    fits: [{ a: "x", other: 1 }],
    misfits: [{ a: 1 }],
  },
};

test("types and validators agree", async () => {
  const bodies = Object.fromEntries(Object.entries(cases).map(([name, { schema }]) => [name, schema]));
  const contract = contractOf(documentOf(bodies, components));
  const { first } = await loadEmitted(contract);
  const lines = ['import type { components } from "./types.js";'];
  for (const [name, { fits, misfits }] of Object.entries(cases)) {
    const component = contract.serviceTypes[0]!.actions.find((action) => action.name === name)!.body;
    const type = `components["schemas"][${JSON.stringify(component)}]`;
    const { body } = first.actions["vm"]![name]!;
    fits.forEach((value, index) => {
      expect(body(value), `${name} ${JSON.stringify(value)}`).toBe(true);
      lines.push(`export const ${name}${index}: ${type} = ${JSON.stringify(value)};`);
    });
    misfits.forEach((value, index) => {
      expect(body(value), `${name} ${JSON.stringify(value)}`).toBe(false);
      lines.push(
        "// @ts-expect-error validators reject it",
        `export const no_${name}${index}: ${type} = ${JSON.stringify(value)};`,
      );
    });
  }
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "types.ts"), (await emitTypes(contract)).text);
  writeFileSync(path.join(folder, "uses.ts"), `${lines.join("\n")}\n`);
  expect(await typeCheckNatively(folder)).toBe("");
});

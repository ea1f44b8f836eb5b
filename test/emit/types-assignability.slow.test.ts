import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { emitTypes } from "../../generator/emit/types/emit-types.js";
import { temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { contractOf, documentOf, loadEmitted } from "./load-emitted.js";

const names = ["a", "b", "x-1", "x-2"];
const leaf = fc.constantFrom({ type: "string" }, { type: "integer" }, { type: "boolean" }, { type: ["string", "null"] });
const properties = fc.dictionary(fc.constantFrom(...names), leaf, { maxKeys: 2 });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const required = fc.subarray(names, { maxLength: 1 });

/** A schema that applies to the same value as another. */
const part = fc.record({ properties, required }, { requiredKeys: [] });

const schema = fc
  .record({
    properties: optional(properties),
    required: optional(required),
    patternProperties: optional(fc.dictionary(fc.constantFrom("^x-", "1$"), leaf, { minKeys: 1, maxKeys: 2 })),
    additionalProperties: optional(fc.oneof(fc.boolean(), leaf)),
    unevaluatedProperties: optional(fc.oneof(fc.boolean(), leaf)),
    allOf: optional(
      fc.array(fc.oneof(part, fc.record({ patternProperties: fc.dictionary(fc.constant("^x-"), leaf, { minKeys: 1 }) })), {
        minLength: 1,
        maxLength: 2,
      }),
    ),
    anyOf: optional(fc.array(part, { minLength: 1, maxLength: 2 })),
    if: optional(part),
    then: optional(part),
    dependentSchemas: optional(fc.dictionary(fc.constantFrom(...names), part, { maxKeys: 1 })),
  })
  .map((keywords) => ({
    type: "object",
    ...Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined)),
  }));

const values = [{}, ...names.flatMap((one) => names.map((two) => [one, two]))].flatMap((pair) =>
  Array.isArray(pair)
    ? ["s", 1, true, null].flatMap((one) => [1, "s"].map((two) => ({ [pair[1]!]: two, [pair[0]!]: one })))
    : [{}],
);

const seed = Number(process.env["TYPES_SEED"] ?? 7);

test("what a guard accepts is a value of its type", async () => {
  const schemas = fc.sample(schema, { numRuns: 150, seed });
  const contract = contractOf(documentOf(Object.fromEntries(schemas.map((body, index) => [`s${index}`, body]))));
  const { first } = await loadEmitted(contract);
  const lines = ['import type { components } from "./types.js";'];
  const told: string[] = [""];
  for (const [index, body] of schemas.entries()) {
    const action = contract.serviceTypes[0]!.actions.find(({ name }) => name === `s${index}`)!;
    const guard = first.actions["vm"]![`s${index}`]!.body;
    for (const value of values) {
      if (!guard(value)) continue;
      // A type, so that properties which the schema doesn't name are no mistake.
      lines.push(
        `export const v${lines.length} = (value: ${JSON.stringify(value)}): components["schemas"]["${action.body}"] => value;`,
      );
      told.push(`${JSON.stringify(body)} accepts ${JSON.stringify(value)}`);
    }
  }
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "types.ts"), (await emitTypes(contract)).text);
  writeFileSync(path.join(folder, "uses.ts"), `${lines.join("\n")}\n`);
  const errors = [...(await typeCheckNatively(folder)).matchAll(/uses\.ts\((\d+),.*error (TS\d+): (.*)/g)];
  // TypeScript finds it suspicious if a value has none of several optional properties.
  const wrong = errors.filter(([, , code]) => code !== "TS2559").map(([, line, , text]) => `${told[Number(line) - 1]}: ${text}`);
  expect(lines.length).toBeGreaterThan(1000);
  expect(wrong.slice(0, 20), `${wrong.length} of ${lines.length - 1}`).toEqual([]);
}, 120_000);

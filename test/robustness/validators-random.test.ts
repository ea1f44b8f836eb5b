import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { isObject, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";
import { ajvOpinion } from "../json-schema/containment/ajv.js";
import { value as anyValue } from "../json-schema/containment/arbitraries.js";
import { randomInputs, seed } from "./budget.js";
import { components, schema } from "./arbitrary-schema.js";
import { judgesOf } from "./validators-in-memory.js";

const runs = randomInputs(400) * 2;

/** Neighbours of a sample that are tried, spread over all of them. */
const maxNeighbours = 40;

/** Values with little in common with any schema but names and scalars. */
const strayValues: fc.Arbitrary<JsonValue[]> = fc.array(anyValue, { minLength: 10, maxLength: 10 });

const others: readonly JsonValue[] = [null, true, 0, 1.5, "", "b", [], [1, 1], {}, { a: 1 }, { kind: "a" }];

const counts = { schemas: 0, accepted: 0, values: 0, fit: 0, withOpinion: 0 };

test("generated guards, their error listers, the interpreter and Ajv give the same verdicts", () => {
  fc.assert(
    fc.property(schema, strayValues, (written, stray) => {
      counts.schemas++;
      const outcome = judgesOf(written, components);
      if ("refusals" in outcome) {
        expect(outcome.refusals).not.toEqual([]);
        return;
      }
      counts.accepted++;
      const { guard, list, fitsData, prepared, interpret, sample } = outcome.judges;
      const opinion = ajvVerdict(written, components);
      const neighbours = sample === undefined ? [] : neighboursOf(sample);
      const step = Math.ceil(neighbours.length / maxNeighbours) || 1;
      for (const value of [...stray, ...neighbours.filter((_, index) => index % step === 0)]) {
        const fits = guard(value);
        const expected = opinion(value);
        counts.values++;
        if (fits) counts.fit++;
        if (expected !== undefined) counts.withOpinion++;
        const listers = { list: list(value).length === 0, data: fitsData(value), live: prepared(value) };
        const verdicts = { guard: fits, ...listers, interpreter: interpret(value), ajv: expected ?? fits };
        expect({ value, ...verdicts }).toEqual({
          value,
          guard: fits,
          list: fits,
          data: fits,
          live: fits,
          interpreter: fits,
          ajv: fits,
        });
      }
    }),
    { numRuns: runs, seed },
  );
  // Without schemas and values of both kinds the test would show little.
  expect(counts.accepted).toBeGreaterThan(runs / 2);
  expect(counts.fit / counts.values).toBeGreaterThan(0.1);
  expect(counts.fit / counts.values).toBeLessThan(0.9);
});

afterAll(() => {
  const { schemas, accepted, values, fit, withOpinion } = counts;
  process.stdout.write(
    `${schemas} schemas, ${accepted} accepted; ${values} values, ${fit} fit; ${withOpinion} of them judged by Ajv too\n`,
  );
});

/** A value and its neighbours: what is one change away, at every place of it. */
function neighboursOf(value: JsonValue): JsonValue[] {
  const found: JsonValue[] = [value, ...others];
  if (Array.isArray(value)) {
    found.push([...value, ...value.slice(0, 1)], [...value, null]);
    for (const [index, item] of value.entries()) {
      found.push(value.toSpliced(index, 1));
      found.push(...neighboursOf(item).map((other) => value.with(index, other)));
    }
  } else if (isObject(value)) {
    found.push({ ...value, toString: 1 }, { ...value, a: null }, { ...value, constructor: "a", b: 1 });
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _removed, ...rest } = value;
      found.push(rest, ...neighboursOf(item).map((other) => ({ ...value, [name]: other })));
    }
  }
  return found;
}

/** The verdict of Ajv, compiled at run time; `undefined` where it throws or is known to be wrong. */
function ajvVerdict(schema: JsonValue, components: JsonObject): (value: JsonValue) => boolean | undefined {
  const opinion = ajvOpinion(withBounds(schema), withBounds(components) as JsonObject);
  const text = JSON.stringify([schema, components]);
  const keepsAccount = text.includes('"unevaluatedProperties"');
  // To Ajv, a `contains` evaluates all items, and a condition what it describes even if it doesn't match.
  if (text.includes('"unevaluatedItems"') && /"(?:contains|if)"/.test(text)) return () => undefined;
  return (value) => {
    // Ajv takes what every object inherits for evaluated.
    if (keepsAccount && /"(?:constructor|toString)":/.test(JSON.stringify(value))) return undefined;
    try {
      return opinion(value);
    } catch {
      // A property called `toString` is called where values are compared.
      return undefined;
    }
  };
}

/** In a loop, Ajv doesn't see that a list is empty, unless it has to count what the list contains. */
function withBounds(schema: JsonValue): JsonValue {
  const text = JSON.stringify(schema, (_key, value: JsonValue) => {
    const hasContains = typeof value === "object" && value !== null && "contains" in value;
    return hasContains ? { minContains: 1, maxContains: 1e9, ...value } : value;
  });
  return JSON.parse(text) as JsonValue;
}

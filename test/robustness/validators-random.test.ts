import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { components, schema } from "./arbitrary-schema.js";
import { ajvVerdict } from "./validators-ajv.js";
import { judgesOf } from "./validators-in-memory.js";
import { neighboursOf, strayValues } from "./validators-values.js";

const runs = Number(process.env["RUNS"] ?? 400) * 2;
const seed = Number(process.env["SEED"] ?? 1);

/** Neighbours of a sample that are tried, spread over all of them. */
const maxNeighbours = 40;

const counts = { schemas: 0, accepted: 0, values: 0, fit: 0, withOpinion: 0 };

test("generated guards, their listers of errors, the interpreter and Ajv give the same verdicts", () => {
  fc.assert(
    fc.property(schema, strayValues, (written, stray) => {
      counts.schemas++;
      const outcome = judgesOf(written, components);
      if ("refusals" in outcome) {
        expect(outcome.refusals).not.toEqual([]);
        return;
      }
      counts.accepted++;
      const { guard, list, interpret, sample } = outcome.judges;
      const opinion = ajvVerdict(written, components);
      const neighbours = sample === undefined ? [] : neighboursOf(sample);
      const step = Math.ceil(neighbours.length / maxNeighbours) || 1;
      for (const value of [...stray, ...neighbours.filter((_, index) => index % step === 0)]) {
        const fits = guard(value);
        const expected = opinion(value);
        counts.values++;
        if (fits) counts.fit++;
        if (expected !== undefined) counts.withOpinion++;
        const verdicts = { guard: fits, list: list(value).length === 0, interpreter: interpret(value), ajv: expected ?? fits };
        expect({ value, ...verdicts }).toEqual({ value, guard: fits, list: fits, interpreter: fits, ajv: fits });
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

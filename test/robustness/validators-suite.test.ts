import Ajv2020 from "ajv/dist/2020.js";
import { afterAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../generator/document/json-value.js";
import { filesIn, groupsIn, isThere, outcomeOf, withoutDialect } from "./suite-cases.js";

/** The codes for which schemas of the suite are refused: what contracts can't say, each time by name. */
const reasons = [
  "forbidden-name",
  "impossible-schema",
  "keyword-value",
  "ref-outside-root",
  "ref-rebased",
  "ref-remote",
  "ref-syntax",
  "ref-unresolved",
  "unsupported-keyword",
];

const refused = new Map<string, number>();
const counts = { cases: 0, accepted: 0, right: 0, rightByAjv: 0 };

describe.skipIf(!isThere)("JSON-Schema-Test-Suite, draft 2020-12, required", () => {
  test("generated validators and the interpreter are right about every schema that is accepted", () => {
    const wrong: string[] = [];
    for (const file of filesIn(".")) {
      for (const group of groupsIn(file)) {
        counts.cases += group.tests.length;
        const schema = withoutDialect(group.schema);
        const outcome = outcomeOf(schema);
        if ("refusals" in outcome) {
          const reason = outcome.refusals.join(" and ");
          refused.set(reason, (refused.get(reason) ?? 0) + group.tests.length);
          expect(outcome.refusals.filter((code) => !reasons.includes(code))).toEqual([]);
          continue;
        }
        const { guard, list, fitsData, interpret } = outcome.judges;
        const ajv = byAjv(schema);
        for (const { description, data, valid } of group.tests) {
          const verdicts = [guard(data), list(data).length === 0, fitsData(data), interpret(data)];
          if (verdicts.every((verdict) => verdict === valid)) counts.right++;
          else wrong.push(`${file}: ${description}`);
          counts.accepted++;
          if (ajv(data) === valid) counts.rightByAjv++;
        }
      }
    }
    // Formats are annotations there, and checked here.
    expect(wrong.filter((name) => !/^format\.json: .* is only an annotation by default$/.test(name))).toEqual([]);
    expect(counts.accepted).toBeGreaterThan(1_000);
  });
});

/** Ajv's verdicts; `undefined` for schemas that it doesn't compile, or calls without end. */
function byAjv(schema: JsonValue): (value: JsonValue) => boolean | undefined {
  try {
    const validate = new Ajv2020.default({ strict: false, ownProperties: true, logger: false }).compile(schema as never);
    return (value) => {
      try {
        return validate(value);
      } catch {
        return undefined;
      }
    };
  } catch {
    return () => undefined;
  }
}

afterAll(() => {
  const { cases, accepted, right, rightByAjv } = counts;
  const codes = [...refused].sort((a, b) => b[1] - a[1]).map(([code, times]) => `${code} ${times}`);
  if (cases > 0) {
    const refusals = `refused for ${codes.join(", ")}`;
    process.stdout.write(`${cases} cases: ${accepted} accepted, ${right} right, by Ajv ${rightByAjv}; ${refusals}\n`);
  }
});

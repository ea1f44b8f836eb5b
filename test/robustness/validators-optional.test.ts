import { describe, expect, test } from "vitest";
import { filesIn, groupsIn, isThere, outcomeOf } from "./suite-cases.js";

/**
 * What docs/openapi-support.md names: the cases about which validators are wrong, and the schemas that are refused, by file. All others are
 * right.
 */
const left: Readonly<Record<string, { readonly wrong?: number; readonly refused?: readonly string[] }>> = {
  // Escapes that only the flag u rejects.
  "format/ecmascript-regex.json": { wrong: 1 },
  // Names in Punycode are not decoded.
  "format/hostname.json": { wrong: 23 },
  // Annotations.
  "format/idn-email.json": { wrong: 2 },
  "format/idn-hostname.json": { wrong: 54 },
  "format/iri-reference.json": { wrong: 2 },
  "format/iri.json": { wrong: 6 },
};

describe.skipIf(!isThere)("JSON-Schema-Test-Suite, draft 2020-12, optional", () => {
  test.each([...filesIn("optional"), ...filesIn("optional/format")])("%s", (file) => {
    const wrong: string[] = [];
    const refused = new Set<string>();
    for (const { description: group, schema, tests } of groupsIn(file)) {
      const outcome = outcomeOf(schema);
      if ("refusals" in outcome) {
        for (const code of outcome.refusals) refused.add(code);
        continue;
      }
      const { guard, list, fitsData, interpret } = outcome.judges;
      for (const { description, data, valid } of tests) {
        const verdicts = [guard(data), list(data).length === 0, fitsData(data), interpret(data)];
        expect(new Set(verdicts).size, `${group}: ${description}`).toBe(1);
        if (verdicts[0] !== valid) wrong.push(`${group}: ${description}`);
      }
    }
    const known = left[file.slice("optional/".length)];
    expect([...refused]).toEqual(known?.refused ?? []);
    expect(wrong, wrong.join("\n")).toHaveLength(known?.wrong ?? 0);
  });
});

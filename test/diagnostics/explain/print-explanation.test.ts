import { expect, test } from "vitest";
import { printExplanation } from "../../../generator/diagnostics/explain/print-explanation.js";

test("says the code, why, what is reported, the same put right, and what to do", () => {
  expect(printExplanation("action-name-clash")).toBe(`action-name-clash (error)

The two become the same name in the generated code, and people who read a URL aloud can't tell them apart.

Reported:

  x-platform-postgres-actions:
    add_ip: { label: Allow address }
    addIp: { label: Allow address }

Put right:

  x-platform-postgres-actions:
    add_ip: { label: Allow address }

Rename one of the two.
`);
});

test("knows Redocly's rules in general, and nothing of codes that nobody reports", () => {
  expect(printExplanation("redocly/struct")).toMatch(/^redocly\/struct\n\nWhat follows `redocly\/` is the name of a lint rule/);
  expect(printExplanation("nothing")).toBeUndefined();
});

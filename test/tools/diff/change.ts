import type { Change } from "../../../generator/tools/diff/change.js";
import { defaultSeverity } from "../../../generator/tools/diff/rule.js";
import { allRules } from "../../../generator/tools/diff/rules/index.js";

/** A change as a comparison would report it. */
export function makeChange(id: string, more: Partial<Change> = {}): Change {
  const rule = allRules.find((one) => one.id === id)!;
  return {
    rule,
    severity: defaultSeverity(rule),
    message: `${id} happened`,
    before: { pointer: "/before", location: { path: "git:main:spec/openapi.yaml", line: 3, column: 5 } },
    after: { pointer: "/after", location: { path: "spec/openapi.yaml", line: 4, column: 7 } },
    pointer: "/after",
    uses: [],
    subjects: [],
    isCertain: true,
    ...more,
  };
}

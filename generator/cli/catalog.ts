import type { CodeRecord, CodeRecords, Explanation } from "../diagnostics/code-record.js";
import { documentCodes } from "../document/diagnostics.js";
import { deriveCodes } from "../document/derive-codes.js";
import { overlayCodes } from "../document/overlay/diagnostics.js";
import { emitCodes } from "../emit/diagnostics.js";
import { lintCodes } from "../lint/diagnostics.js";
import { rules } from "../lint/rules/index.js";
import { diffCodes } from "../tools/diff/diagnostics.js";
import { conformanceCodes } from "../tools/exchanges/conformance/diagnostics.js";
import { exchangeCodes } from "../tools/exchanges/diagnostics.js";
import { expandCodes } from "../tools/expand/diagnostics.js";
import { mockCodes } from "../tools/mock/diagnostics.js";
import { siteCodes } from "../tools/site/diagnostics.js";
import { scaffoldCodes } from "../typescript/scaffold/diagnostics.js";
import { outputCodes } from "../write/diagnostics.js";
import { configCodes } from "./diagnostics.js";

const { "rule-failed": ruleFailed, "redocly-failed": redoclyFailed } = lintCodes;
const ruleCodes: CodeRecords = Object.fromEntries(rules.map((rule) => [rule.code, rule]));

/** Every code that the project itself reports, by chapter of the reference, in the order of a run. */
export const chapters: readonly { readonly title: string; readonly codes: CodeRecords }[] = [
  { title: "Config and reports", codes: { ...configCodes, ...emitCodes, "rule-failed": ruleFailed } },
  { title: "Reading files and following references", codes: documentCodes },
  { title: "Overlays", codes: overlayCodes },
  { title: "Derived actions", codes: deriveCodes },
  { title: "Lint", codes: { ...ruleCodes, "redocly-failed": redoclyFailed } },
  { title: "Writing the output", codes: outputCodes },
  { title: "Handler files", codes: scaffoldCodes },
  { title: "Documentation sites", codes: siteCodes },
  { title: "Expanding to plain OpenAPI", codes: expandCodes },
  { title: "Validating fixtures and recordings", codes: exchangeCodes },
  { title: "Comparing versions", codes: diffCodes },
  { title: "Mocks", codes: mockCodes },
  { title: "Testing servers", codes: conformanceCodes },
];

/** The same by name. */
export const catalog: ReadonlyMap<string, CodeRecord> = new Map(chapters.flatMap(({ codes }) => Object.entries(codes)));

/** The reference entry for all of Redocly's rules, which Redocly documents under their names. */
export const redoclyExplanation: Explanation = {
  cause:
    "`redocly/<rule>` is a lint rule of Redocly, documented at <https://redocly.com/docs/cli/rules/built-in-rules>. " +
    "The rules of its `recommended` preset run over the whole contract. Only findings that change what is generated are errors, " +
    "and a rule is omitted if a rule of this project reports the same with more detail.",
  bad: 'info: { title: Shop, version: "1" }   # redocly/info-license',
  good: 'info: { title: Shop, version: "1", license: { name: MIT } }',
  at: "yaml",
};

/** The description of a code; absent for an unknown code. */
export function explain(code: string): (Explanation & Partial<CodeRecord>) | undefined {
  return code.startsWith("redocly/") ? redoclyExplanation : catalog.get(code);
}

import type { Code } from "../catalog.js";
import { configExplanations } from "./config.js";
import { diffExplanations } from "./diff.js";
import { docsExplanations } from "./docs.js";
import { expandExplanations } from "./expand.js";
import type { Explanation } from "./explanation.js";
import { lintExplanations } from "./lint.js";
import { loadExplanations } from "./load.js";
import { outputExplanations } from "./output.js";
import { scaffoldExplanations } from "./scaffold.js";
import { validateExplanations } from "./validate.js";

/** The explanation of every code of the catalog. */
export const explanations: { readonly [C in Code]: Explanation } = {
  ...loadExplanations,
  ...lintExplanations,
  ...outputExplanations,
  ...scaffoldExplanations,
  ...expandExplanations,
  ...docsExplanations,
  ...validateExplanations,
  ...diffExplanations,
  ...configExplanations,
};

/** What Redocly's rules have in common. They are documented by Redocly, each under its name. */
export const redoclyExplanation: Explanation = {
  cause:
    "What follows `redocly/` is the name of a lint rule of Redocly, documented at <https://redocly.com/docs/cli/rules/built-in-rules>. " +
    "The rules of its `recommended` preset run over the whole contract. Only findings that change what is generated are errors, " +
    "and where a rule of this project says the same and knows more, Redocly's is left out.",
  bad: 'info: { title: Shop, version: "1" }   # redocly/info-license',
  good: 'info: { title: Shop, version: "1", license: { name: MIT } }',
  at: "yaml",
};

/** What is known about a code; absent for one that nobody reports. */
export function explain(code: string): Explanation | undefined {
  if (code.startsWith("redocly/")) return redoclyExplanation;
  return Object.hasOwn(explanations, code) ? explanations[code as Code] : undefined;
}

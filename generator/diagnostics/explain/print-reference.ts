import { compare } from "../diagnostic.js";
import { configExplanations } from "./config.js";
import { diffExplanations } from "./diff.js";
import { docsExplanations } from "./docs.js";
import { expandExplanations } from "./expand.js";
import { redoclyExplanation } from "./explain.js";
import { languageOf, showExample, type Explanation } from "./explanation.js";
import { lintExplanations } from "./lint.js";
import { loadExplanations } from "./load.js";
import { outputExplanations } from "./output.js";
import { hintOf, severityOf } from "./print-explanation.js";
import { scaffoldExplanations } from "./scaffold.js";
import { validateExplanations } from "./validate.js";

/** The chapters of the reference, in the order of a run. */
const chapters: readonly (readonly [title: string, explanations: Readonly<Record<string, Explanation>>])[] = [
  ["Config and reports", configExplanations],
  ["Reading files and following references", loadExplanations],
  ["Lint", { ...lintExplanations, "redocly/<rule>": redoclyExplanation }],
  ["Writing the output", outputExplanations],
  ["Handler files", scaffoldExplanations],
  ["Documentation sites", docsExplanations],
  ["Expanding to plain OpenAPI", expandExplanations],
  ["Validating fixtures and recordings", validateExplanations],
  ["Comparing versions", diffExplanations],
];

/** `docs/diagnostics.md`: every code with its cause, an example, and the example put right. */
export function printReference(): string {
  const body = chapters.map(([title, explanations]) => {
    const entries = Object.entries(explanations).sort(([a], [b]) => compare(a, b));
    return `## ${title}\n\n${entries.map(([code, explanation]) => printEntry(code, explanation)).join("\n")}`;
  });
  return `${introduction}\n${body.join("\n")}`;
}

const introduction = `# Diagnostics

Every problem that openapi-actions reports has a code. \`openapi-actions explain <code>\` prints what stands here. An **error** stops
\`generate\`; a **warning** is only shown. [Configuration](configuration.md) says how to change that.

This page is made from \`generator/diagnostics/explain\`; a test keeps it up to date.
`;

function printEntry(code: string, { cause, bad, good, at }: Explanation): string {
  const severity = severityOf(code);
  const hint = hintOf(code);
  const block = (text: string) => `\`\`\`${languageOf(at)}\n${showExample(text, at)}\n\`\`\`\n`;
  return [
    `### ${code}\n`,
    `${severity === undefined ? "" : `**${severity}** `}${cause}\n`,
    block(bad),
    `${hint ?? "Put right:"}\n`,
    block(good),
  ].join("\n");
}

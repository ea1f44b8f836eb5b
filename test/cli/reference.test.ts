import { expect, test } from "vitest";
import { catalog, chapters, redoclyExplanation } from "../../generator/cli/catalog.js";
import { isPart, showExample, type CodeRecord, type Explanation } from "../../generator/diagnostics/code-record.js";
import { compare } from "../../generator/diagnostics/diagnostic.js";
import { repositoryPath } from "../support/repository.js";

test("docs/diagnostics.md is made from the records of all codes", async () => {
  await expect(printReference()).toMatchFileSnapshot(repositoryPath("docs/diagnostics.md"));
});

test("the reference has every code once", () => {
  const headings = [...printReference().matchAll(/^### (\S+)$/gm)].map(([, code]) => code);
  expect(headings.toSorted()).toEqual([...catalog.keys(), "redocly/<rule>"].sort());
});

/** Every code with its cause, an example, and the example put right. */
function printReference(): string {
  const body = chapters.map(({ title, codes }) => {
    const entries: [string, Explanation & Partial<CodeRecord>][] = Object.entries(codes);
    if (title === "Lint") entries.push(["redocly/<rule>", redoclyExplanation]);
    entries.sort(([a], [b]) => compare(a, b));
    return `## ${title}\n\n${entries.map(([code, explanation]) => printEntry(code, explanation)).join("\n")}`;
  });
  return `${introduction}\n${body.join("\n")}`;
}

const introduction = `# Diagnostics

Every problem that openapi-actions reports has a code. \`openapi-actions explain <code>\` prints its entry on this page. An **error** stops
\`generate\`; a **warning** is only shown. [Configuration](configuration.md) describes how to change that.

\`lint\` continues after an unresolved \`$ref\`, and follows a misspelled one to the target that its hint suggests. While a part is missing, it
reports nothing about that part and skips the rules that compare it.

This page is generated from \`generator/cli/catalog.ts\`; a test keeps it up to date.
`;

function printEntry(code: string, { severity, optional, cause, bad, good, at, hint }: Explanation & Partial<CodeRecord>): string {
  const block = (text: string) => `\`\`\`${isPart(at) ? "yaml" : at}\n${showExample(text, at)}\n\`\`\`\n`;
  return [
    `### ${code}\n`,
    `${severity === undefined ? "" : `**${severity}** `}${optional ? "(off by default) " : ""}${cause}\n`,
    block(bad),
    `${hint ?? "Fix:"}\n`,
    block(good),
  ].join("\n");
}

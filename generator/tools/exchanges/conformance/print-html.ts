import { countedMessage, type Diagnostic } from "../../../diagnostics/diagnostic.js";
import type { Contract } from "../../../model/contract.js";
import { visibleText } from "../../../diagnostics/escape.js";
import type { CaseResult, TestReport } from "./test-contract.js";

const style = `
:root { color-scheme: light dark; --line: #8884; --bad: #b3261e; --good: #1a7f37; --dim: #777; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #6fd08c; --dim: #999; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { background: #8881; padding: .6rem .8rem; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0 0; }
article { border-top: 1px solid var(--line); padding: .8rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: right; padding: .25rem .6rem; border-top: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; } thead th { border: 0; }
.error { color: var(--bad); } .ok { color: var(--good); } .dim { color: var(--dim); }
details summary { cursor: pointer; }`;

/** Prints what a run found as a page without scripts or links to elsewhere. */
export function printHtml({ title, version }: Pick<Contract, "title" | "version">, report: TestReport, url: string): string {
  const { diagnostics, cases, requests, ended } = report;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  const verdict =
    errors.length === 0 ? `<span class="ok">no deviation</span>` : `<span class="error">${errors.length} deviations</span>`;
  const skipped = cases.filter(({ outcome }) => outcome === "skipped");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)} ${escape(version)}: test</title>
<style>${style}
</style>
</head>
<body>
<h1>${escape(title)} ${escape(version)}</h1>
<p>${escape(url)}: ${verdict}, ${warnings.length} warnings; ${cases.length} cases, ${requests} requests.${
    ended === undefined ? "" : ` Ended early: ${escape(ended)}.`
  }</p>
${section("Deviations", errors.map(printDiagnostic))}${section("Warnings", warnings.map(printDiagnostic))}<h2>By operation and action</h2>
${printTable(cases)}
${skipped.length === 0 ? "" : `<h2>Not tried</h2>\n${printSkipped(skipped)}\n`}</body>
</html>
`;
}

function section(title: string, articles: readonly string[]): string {
  return articles.length === 0 ? "" : `<h2>${title}</h2>\n${articles.join("\n")}\n`;
}

function printDiagnostic(diagnostic: Diagnostic): string {
  const { code, severity, location, hint } = diagnostic;
  const place = location ? `<div class="dim">${escape(`${location.path}:${location.line}:${location.column}`)}</div>` : "";
  return `<article><strong class="${severity}">${escape(code)}</strong> ${escape(countedMessage(diagnostic))}${place}${
    hint === undefined ? "" : `<pre>${escape(hint)}</pre>`
  }</article>`;
}

function printTable(cases: readonly CaseResult[]): string {
  const names = [...new Set(cases.map((one) => one.case.name))].sort();
  const outcomes = ["passed", "failed", "flaky", "skipped"] as const;
  const rows = names.map((name) => {
    const own = cases.filter((one) => one.case.name === name);
    const cells = outcomes.map((outcome) => {
      const number = own.filter((one) => one.outcome === outcome).length;
      return `<td${outcome === "failed" && number > 0 ? ' class="error"' : ""}>${number === 0 ? "" : number}</td>`;
    });
    return `<tr><td><code>${escape(name)}</code></td>${cells.join("")}</tr>`;
  });
  const head = outcomes.map((outcome) => `<th scope="col">${outcome}</th>`).join("");
  return `<table><thead><tr><th scope="col">name</th>${head}</tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
}

function printSkipped(skipped: readonly CaseResult[]): string {
  const reasons = [...new Set(skipped.map(({ reason = "" }) => reason))].sort();
  return reasons
    .map((reason) => {
      const own = skipped.filter((one) => one.reason === reason);
      const list = own.map((one) => `${escape(one.case.id)}`).join("\n");
      return `<details><summary>${escape(reason)}: ${own.length}</summary><pre>${list}</pre></details>`;
    })
    .join("\n");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  return visibleText(text).replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

import type { Diagnostic } from "../diagnostic.js";
import { printConcise } from "./concise.js";
import { terminalText } from "../escape.js";

/**
 * JUnit's XML: a test suite for each file, a test case for each problem. An error is a failed test; a warning is one that
 * passed and printed something, because it doesn't fail the run either.
 */
export function printJunit(diagnostics: readonly Diagnostic[]): string {
  const byFile = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const file = diagnostic.location?.path ?? suiteName;
    byFile.set(file, [...(byFile.get(file) ?? []), diagnostic]);
  }
  const suites =
    diagnostics.length === 0
      ? [`  ${open("testsuite", { name: suiteName, tests: 1, failures: 0, errors: 0 })}`, noProblems, "  </testsuite>"]
      : [...byFile].flatMap(([file, found]) => suite(file, found));
  const total = { name: suiteName, tests: Math.max(1, diagnostics.length), failures: countErrors(diagnostics), errors: 0 };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${[open("testsuites", total), ...suites, "</testsuites>"].join("\n")}\n`;
}

const suiteName = "openapi-actions";
const noProblems = '    <testcase name="no problems" classname="openapi-actions"/>';

function suite(file: string, diagnostics: readonly Diagnostic[]): string[] {
  const counts = { name: file, tests: diagnostics.length, failures: countErrors(diagnostics), errors: 0 };
  return [`  ${open("testsuite", counts)}`, ...diagnostics.map((diagnostic) => testCase(file, diagnostic)), "  </testsuite>"];
}

function testCase(file: string, diagnostic: Diagnostic): string {
  const { code, severity, message, location, hint } = diagnostic;
  const place = location ? ` at ${location.line}:${location.column}` : "";
  const text = [printConcise(diagnostic).trimEnd(), ...(hint === undefined ? [] : [terminalText(hint)])].map(escape).join("\n");
  const body =
    severity === "error" ? `${open("failure", { message, type: code })}${text}</failure>` : `<system-out>${text}</system-out>`;
  return `    ${open("testcase", { name: `${code}${place}`, classname: file })}\n      ${body}\n    </testcase>`;
}

function countErrors(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ severity }) => severity === "error").length;
}

function open(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const text = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(terminalText(String(value), 1000))}"`);
  return `<${name}${text.join("")}>`;
}

/** XML can't represent most control characters, so they are first escaped as on a terminal. */
function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

import { catalog, type Code } from "../catalog.js";
import type { Severity } from "../diagnostic.js";
import { explain } from "./explain.js";
import { showExample } from "./explanation.js";

/** A code with everything that is known about it, as text for a terminal; absent for a code that nobody reports. */
export function printExplanation(code: string): string | undefined {
  const explanation = explain(code);
  if (!explanation) return undefined;
  const { cause, bad, good, at } = explanation;
  const severity = severityOf(code);
  const parts = [
    severity === undefined ? code : `${code} (${severity})`,
    cause,
    `Reported:\n\n${indented(showExample(bad, at))}`,
    `Put right:\n\n${indented(showExample(good, at))}`,
  ];
  const hint = hintOf(code);
  return `${[...parts, ...(hint === undefined ? [] : [hint])].join("\n\n")}\n`;
}

/** How much a code of the catalog weighs unless a config says otherwise; absent for codes of others. */
export function severityOf(code: string): Severity | undefined {
  return Object.hasOwn(catalog, code) ? catalog[code as Code].severity : undefined;
}

/** What the catalog says is to be done. */
export function hintOf(code: string): string | undefined {
  return Object.hasOwn(catalog, code) ? catalog[code as Code].hint : undefined;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

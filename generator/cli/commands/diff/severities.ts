import type { Level } from "../../../config.js";
import { suggest } from "../../../diagnostics/suggest.js";
import type { ChangeSeverity } from "../../../tools/diff/rule.js";
import { allRules } from "../../../tools/diff/rules/index.js";
import { UsageError } from "../../exit-codes.js";

/** Returns the severities of rules from the config's codes `diff/<rule>` and from flags, which win. Rejects unknown rules. */
export function severitiesFor(
  config: Readonly<Record<string, Level>>,
  flags: Readonly<Record<string, ChangeSeverity>> = {},
): Record<string, ChangeSeverity> {
  const names = allRules.map(({ id }) => id);
  const configured = Object.entries(config).flatMap(([code, level]) =>
    code.startsWith("diff/") ? [[code.slice(5), level] as const] : [],
  );
  const severities = { ...Object.fromEntries(configured), ...flags };
  const unknown = Object.keys(severities).find((rule) => !names.includes(rule));
  if (unknown === undefined) return severities;
  const near = suggest(unknown, names);
  throw new UsageError(`unknown diff rule '${unknown}'${near ? `\n(Did you mean ${near}?)` : ""}`);
}

import type { Level } from "../../config.js";
import { allRules } from "../../tools/diff/rules/index.js";
import type { ChangeSeverity } from "../../tools/diff/rule.js";
import { suggest } from "../../diagnostics/suggest.js";
import { UsageError } from "../usage-error.js";

/** What a config says of codes `diff/<rule>`, and flags of rules; flags win. Throws for a rule that doesn't exist. */
export function severitiesFor(
  config: Readonly<Record<string, Level>>,
  flags: Readonly<Record<string, ChangeSeverity>>,
): Record<string, ChangeSeverity> {
  const names = allRules.map(({ id }) => id);
  const configured = Object.entries(config).flatMap(([code, level]) =>
    code.startsWith("diff/") ? [[code.slice(5), level] as const] : [],
  );
  const severities = { ...Object.fromEntries(configured), ...flags };
  const unknown = Object.keys(severities).find((rule) => !names.includes(rule));
  if (unknown === undefined) return severities;
  const near = suggest(unknown, names);
  throw new UsageError(`no rule of diff is called '${unknown}'${near ? `\n(Did you mean ${near}?)` : ""}`);
}

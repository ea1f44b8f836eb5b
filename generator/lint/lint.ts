import { compareDiagnostics, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { LoadedContract } from "../document/load-contract.js";
import { runCustomRules, type CustomRule } from "./custom-rule.js";
import { createRuleContext } from "./rule-context.js";
import { rules } from "./rules/index.js";

/** Runs the project's own rules over a contract, those that are off by default only where asked for, and those of its config. */
export function lintContract(
  contract: LoadedContract,
  customRules: readonly CustomRule[] = [],
  optionalRules: readonly string[] = [],
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const context = createRuleContext(contract);
  for (const rule of rules) if (!rule.optional || optionalRules.includes(rule.code)) rule.check(context, diagnostics);
  runCustomRules(context, customRules, diagnostics);
  return diagnostics.sort(compareDiagnostics);
}

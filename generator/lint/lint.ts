import { compareDiagnostics, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { LoadedContract } from "../load/load-contract.js";
import { createRuleContext } from "./rule-context.js";
import { rules } from "./rules/index.js";

/** Runs the project's own rules over a contract. */
export function lintContract(contract: LoadedContract): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const context = createRuleContext(contract, diagnostics);
  for (const rule of rules) rule.check(context);
  return diagnostics.sort(compareDiagnostics);
}

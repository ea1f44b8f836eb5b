import { compareDiagnostics, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { LoadedContract } from "../document/load-contract.js";
import { runCustomRules, type CustomRule } from "./custom-rule.js";
import { createRuleContext } from "./rule-context.js";
import type { Rule } from "./rule.js";
import { rules } from "./rules/index.js";

export interface RuleOptions {
  /** Rules in addition to the project's own. */
  readonly rules?: readonly CustomRule[];
  /** Codes of rules to run although they are off by default. */
  readonly optionalRules?: readonly string[];
}

/**
 * Runs the project's own rules and those of the config over a contract. If parts are missing, rules that compare parts
 * don't run, and nothing is reported about the missing ones.
 */
export function lintContract(
  contract: LoadedContract,
  { rules: customRules = [], optionalRules = [] }: RuleOptions = {},
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const context = createRuleContext(contract);
  const { isComplete, locations } = contract;
  const isMeaningful = ({ comparesParts }: Rule) => isComplete || !comparesParts;
  const isOn = ({ optional, code }: Rule) => !optional || optionalRules.includes(code);
  for (const rule of rules) if (isOn(rule) && isMeaningful(rule)) rule.check(context, diagnostics);
  if (isComplete) runCustomRules(context, customRules, diagnostics);
  const found = diagnostics.filter(({ location }) => !locations.isReplaced(location)).sort(compareDiagnostics);
  // A schema of a request is also that of an action that is derived from it.
  return found.filter((one, index) => index === 0 || compareDiagnostics(one, found[index - 1]!) !== 0);
}

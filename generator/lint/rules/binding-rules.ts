import { bindingCodes } from "../../binding/codes/index.js";
import { typeCode } from "../../binding/codes/types.js";
import { bindingKeys } from "../../binding/binding.js";
import type { BindingCode, BindingProblem, BindingRule } from "../../binding/problem.js";
import { own, ownObject, ownString } from "../../document/json-value.js";
import { boundEndpoints } from "../bindings.js";
import { errorBindingProblems } from "../error-responses.js";
import { defineRule, type Rule, type RuleContext } from "../rule.js";

/** The rules for what is wrong in bindings: one for each code, since the code has everything about it. */
export const bindingRules: readonly Rule<BindingCode>[] = bindingCodes.map((code) => ruleOf(code));

function ruleOf({ code, cause, bad, good, at }: BindingRule): Rule<BindingCode> {
  return defineRule({
    code,
    severity: "error",
    comparesParts: true,
    message: ({ text }: { text: string }) => text,
    cause,
    bad,
    good,
    at,

    check(context, report) {
      for (const { kind, text, hint, holder, key } of problemsIn(context))
        if (kind === code) report({ text }, context.locations.key(holder, key), { hint });
    },
  });
}

function problemsIn(context: RuleContext): BindingProblem[] {
  return [
    ...boundEndpoints(context).flatMap(({ problems }) => problems),
    ...errorBindingProblems(context),
    ...withoutType(context),
  ];
}

/** Bindings with `from` and without a type: nothing was derived, so the operation is no endpoint. */
function withoutType({ operations, extensionPrefix }: RuleContext): BindingProblem[] {
  return operations.flatMap(({ operation }) => {
    const holder = ownObject(operation, bindingKeys(extensionPrefix).action);
    if (!holder || own(holder, "from") === undefined || ownString(own(holder, "type"), "const") !== undefined) return [];
    const hint = "Add type: { const: … } next to it: the name that code and docs use for the actions of this operation.";
    return [typeCode.problem("unnamed", {}, { holder, key: "from" }, hint)];
  });
}

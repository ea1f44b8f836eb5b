import { actionNamePattern, maxActionName } from "../../document/extension.js";
import { isObjectMember } from "../reserved-names.js";
import type { Rule, RuleContext } from "../rule.js";

/** Action names stand in URLs and become keys of code. */
export const actionName: Rule = {
  code: "action-name",
  check(context) {
    for (const { map, name } of actionKeys(context)) {
      const reason = problem(name);
      if (reason) context.report("action-name", { name, reason }, context.places.key(map, name));
    }
  },
};

function problem(name: string): string | undefined {
  if (name.length > maxActionName) return `has ${name.length} characters, more than ${maxActionName}`;
  if (!actionNamePattern.test(name)) return "is malformed";
  if (isObjectMember(name)) return "is a member of every JavaScript object";
  // Awaiting an object with a method `then` calls it.
  return name === "then" ? "would make the client a promise" : undefined;
}

function actionKeys({ actionMaps }: RuleContext) {
  return actionMaps.flatMap(({ actions }) => Object.keys(actions).map((name) => ({ map: actions, name })));
}

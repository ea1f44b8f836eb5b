import { quote } from "../../diagnostics/escape.js";
import { actionNamePattern, maxActionName } from "../../document/extension.js";
import { isObjectMember } from "../../document/object-members.js";
import { defineRule, type RuleContext } from "../rule.js";

/** Action names are parts of URLs and become property names in code. */
export const actionName = defineRule({
  code: "action-name",
  severity: "error",
  message: ({ name, reason }: { name: string; reason: string }) => `the action name ${quote(name)} ${reason}`,
  hint: "Start with a letter, use letters and digits, separate words by a single _ . : or -, and use at most 128 characters.",
  cause: "The name is part of the URL of each call and becomes a name in the generated code, which limits its characters.",
  bad: 'add__ip: { label: "Allow address" }',
  good: 'add_ip: { label: "Allow address" }',
  at: "actions",

  check(context, report) {
    for (const { map, name } of actionKeys(context)) {
      const reason = problem(name);
      if (reason) report({ name, reason }, context.locations.key(map, name));
    }
  },
});

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

import { quote } from "../../diagnostics/escape.js";
import { own } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

/** A destructive action should require the caller to name what it destroys. */
export const destructiveEmptyBody = defineRule({
  code: "destructive-empty-body",
  severity: "error",
  adjustable: true,
  message: ({ name }: { name: string }) => `the destructive action ${quote(name)} accepts {} as its body`,
  hint: "Require a property that names what is destroyed, or that confirms it.",
  cause:
    "A destructive action that accepts `{}` is one careless or repeated call away from damage. Nothing in such a call shows what the caller meant.",
  bad: `
      drop_database:
        destructive: true
        body: { type: object, additionalProperties: false, properties: { force: { type: boolean } } }`,
  good: `
      drop_database:
        destructive: true
        body:
          type: object
          required: [name]
          additionalProperties: false
          properties: { name: { type: string, maxLength: 63 } }`,
  at: "actions",

  check(context, report) {
    for (const { map, name, action } of context.actions) {
      if (own(action, "destructive") !== true) continue;
      const body = own(action, "body");
      if (!context.isWhole(body) || (body !== undefined && !context.schemaOf(body, "request").accepts({}))) continue;
      report({ name }, context.locations.key(map, name));
    }
  },
});

import { quote } from "../../diagnostics/escape.js";
import { own } from "../../document/json-value.js";
import { acceptsEmptyObject } from "../empty-object.js";
import { defineRule } from "../rule.js";

/** What destroys something says what: a destructive action that accepts `{}` is one careless call away from damage. */
export const destructiveEmptyBody = defineRule({
  code: "destructive-empty-body",
  severity: "error",
  adjustable: true,
  message: ({ name }: { name: string }) => `the destructive action ${quote(name)} accepts {} as its body`,
  hint: "Require a property that says what is destroyed, for example its name or a confirmation.",
  cause:
    "An action that destroys something and takes `{}` is one careless or repeated call away from damage. Nothing in such a call says what the caller meant.",
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
      if (body !== undefined && !acceptsEmptyObject(context, body)) continue;
      report({ name }, context.places.key(map, name));
    }
  },
});

import { quote } from "../../diagnostics/escape.js";
import { isObject, own, type JsonValue } from "../../document/json-value.js";

import type { AskAbout } from "../../json-schema/schema-questions.js";
import { defineRule, type RuleContext } from "../rule.js";

/** An action whose body accepts any value is as free-form as the generic endpoint. */
export const bodyNotObject = defineRule({
  code: "body-not-object",
  severity: "error",
  message: ({ action }: { action: string }) => `the body of ${quote(action)} must be an object, but its schema accepts any value`,
  hint: "Describe an object: `type: object` with its properties. Leave `body` out if the action takes no input.",
  cause: "The body accepts any value. Such an action is as free-form as the generic endpoint that it should describe.",
  bad: "add_ip: { body: { description: The network to allow. } }",
  good: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
  at: "actions",

  check(context, report) {
    for (const { name, action } of context.actions) {
      if (!context.isWhole(own(action, "body"))) continue;
      if (bodyShape(context, own(action, "body")) === "anything") {
        const target = context.resolve(own(action, "body"));
        const location = context.locations.value(action, "body");
        const isElsewhere = isObject(target) && target !== action["body"];
        report({ action: name }, isElsewhere ? context.locations.value(target) : location, {
          related: [isElsewhere && location ? { message: "the body of the action", location } : undefined],
        });
      }
    }
  },
});

/** What an action's body accepts if it isn't limited to objects. */
export type BodyShape = "object" | "list" | "undeclared" | "anything" | "nothing" | "scalar";

/** Classifies the body of an action; an action without a body has no problem. */
export function bodyShape(context: RuleContext, body: JsonValue | undefined): BodyShape {
  if (body === undefined) return "object";
  const schema = context.schemaOf(body);
  if (schema.types.size === 0) return "nothing";
  if (!schema.types.has("object")) return schema.types.has("array") ? "list" : "scalar";
  if (schema.isEvery("object")) return "object";
  return schema.ask(aboutObjects) ? "undeclared" : "anything";
}

const objectKeywords = [
  "properties",
  "required",
  "additionalProperties",
  "unevaluatedProperties",
  "patternProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
];

/** Whether a keyword of a schema, or of one that it applies, is about objects. */
const aboutObjects: AskAbout<boolean> = () => ({
  own: (schema) => objectKeywords.some((keyword) => Object.hasOwn(schema, keyword)),
  all: (answers) => answers.includes(true),
  any: (answers) => answers.includes(true),
  anything: false,
  nothing: false,
  unknown: false,
});

import { quote } from "../../diagnostics/escape.js";
import { successResponses } from "../../binding/action-binding.js";
import { responsesOf, textResponses } from "../../binding/binding.js";
import { boundEndpoints } from "../bindings.js";
import { defineRule } from "../rule.js";

/** Actions may respond with XML or other text, which is not validated. */
export const responseUnchecked = defineRule({
  code: "response-unchecked",
  severity: "warning",
  comparesParts: true,
  message: ({ status, mediaType }: { status: string; mediaType: string }) =>
    `${quote(status)} has ${quote(mediaType)}: the result of actions is its text, which is not validated`,
  hint: "Declare application/json if the API supports it.",
  cause:
    "JSON schemas can't be applied to XML or plain text. Handlers return the text, clients receive it, and a `result` that an action declares has no effect.",
  bad: `
      x-platform-vm-actions: { start: {} }
      responses: { "200": { description: Done., content: { text/xml: {} } } }`,
  good: `
      x-platform-vm-actions: { start: {} }
      responses: { "200": { description: Done., content: { application/json: { schema: { type: object, properties: { status: { type: string } } } } } } }`,
  at: "operation",

  check(context, report) {
    for (const { endpoint, binding } of boundEndpoints(context)) {
      if (!binding.isText) continue;
      const { upgraded: document, extensionPrefix } = context;
      const successes = successResponses(responsesOf(endpoint.operation, document), document, extensionPrefix);
      for (const { status, text, response } of textResponses(successes))
        report({ status, mediaType: text! }, context.locations.key(response, "content"));
    }
  },
});

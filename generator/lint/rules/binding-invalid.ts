import { bindingKeys } from "../../binding/binding.js";
import { own, ownObject, ownString } from "../../document/json-value.js";
import { boundEndpoints } from "../bindings.js";
import { errorBindingProblems } from "../error-responses.js";
import { defineRule } from "../rule.js";

/** A binding must refer to what the contract describes. */
export const bindingInvalid = defineRule({
  code: "binding-invalid",
  severity: "error",
  comparesParts: true,
  message: ({ text }: { text: string }) => text,
  cause:
    "A binding defines the locations of the facts of a call. If they don't exist in the contract, servers and clients would look in the wrong place.",
  bad: `
      x-platform-action-binding:
        response: { result: /outptu }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { output: { type: object, properties: { ip: { type: string } } } } } } }`,
  good: `
      x-platform-action-binding:
        response: { result: /output }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { output: { type: object, properties: { ip: { type: string } } } } } } }`,
  at: "operation",

  check(context, report) {
    const problems = [...boundEndpoints(context).flatMap((endpoint) => endpoint.problems), ...errorBindingProblems(context)];
    for (const { kind, text, hint, holder, key } of problems) {
      if (kind === "binding-invalid") report({ text }, context.locations.key(holder, key), { hint });
    }
    // Without a type nothing was derived, so the operation is no endpoint.
    for (const { operation } of context.operations) {
      const binding = ownObject(operation, bindingKeys(context.extensionPrefix).action);
      if (!binding || own(binding, "from") === undefined || ownString(own(binding, "type"), "const") !== undefined) continue;
      const hint = "Add type: { const: … } next to it: the name that code and docs use for the actions of this operation.";
      report({ text: '"from" needs the name of the type that the actions belong to' }, context.locations.key(binding, "from"), {
        hint,
      });
    }
  },
});

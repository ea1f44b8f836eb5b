import { defaultSelector, isKey } from "../../../templates/runtime/selector.js";
import { requestSchema } from "../../binding/request-schema.js";
import { formatPointer } from "../../../templates/runtime/json.js";
import { quote } from "../../diagnostics/escape.js";
import { factFields } from "../../document/fact-places.js";
import { own } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { boundEndpoints } from "../bindings.js";
import { describeOperation, mapsByEndpoint } from "../operations.js";
import { defineRule } from "../rule.js";

/** The bodies of actions are described by the actions alone, so that a member that the endpoint requires has no effect. */
export const requestMemberUnused = defineRule({
  code: "request-member-unused",
  severity: "warning",
  comparesParts: true,
  message: ({ member, operation, action }: { member: string; operation: string; action: string }) =>
    `${quote(member)}, which the request schema of ${quote(operation)} requires, has no effect: ${quote(action)} doesn't require it in its body`,
  hint: "Declare it in the body of each action, or as a header or query parameter, or describe the request as an object without members.",
  cause:
    "The request schema of an endpoint is for tools that don't know the actions. The body of a call is validated against the body of its action alone, so callers need not send a member that only the endpoint requires.",
  bad: `
      x-platform-vm-actions: { start: {} }
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [reason], properties: { reason: { type: string, maxLength: 100 } } }`,
  good: `
      x-platform-vm-actions:
        start: { body: { type: object, required: [reason], properties: { reason: { type: string, maxLength: 100 } } } }
      requestBody: { content: { application/json: { schema: { type: object } } } }`,
  at: "operation",

  check(context, report) {
    const { upgraded, locations } = context;
    const maps = mapsByEndpoint(context);
    for (const { endpoint, binding } of boundEndpoints(context)) {
      const selector = binding.selector ?? defaultSelector;
      if (selector.body !== undefined || isKey(selector.action)) continue;
      const facts = factFields(selector);
      const actions = (maps.get(endpoint.operation) ?? []).flatMap((map) => Object.entries(map.actions));
      const operation = context.operations.find((node) => node.operation === endpoint.operation);
      for (const [name, { isRequired }] of schemasIn(upgraded).of(requestSchema({ document: upgraded, endpoint })).members) {
        const pointer = formatPointer([name]);
        if (!isRequired || facts.some((fact) => `${fact}/`.startsWith(`${pointer}/`))) continue;
        const lacking = actions.find(([, one]) => !schemasIn(upgraded).of(own(one, "body")).members.get(name)?.isRequired);
        if (!lacking || !operation) continue;
        const parameters = { member: name, operation: describeOperation(operation), action: lacking[0] };
        report(parameters, locations.key(endpoint.operation, "requestBody"));
      }
    }
  },
});

import { bindingKeys } from "../../binding/binding.js";
import { quote } from "../../diagnostics/escape.js";
import { own } from "../../document/json-value.js";
import { boundEndpoints, inPrefix } from "../bindings.js";
import { defineRule } from "../rule.js";

const hint =
  "Describe the response, or give the locations of result, status and message in x-platform-action-binding; write response: null if it has no body.";

const serviceHint =
  "Name the operation in x-platform-action-binding: { service: { operation: … } }, or give the locations of its facts: { service: { type: /…, status: /… } }.";

/** If a contract doesn't describe the body of a success, `{ action, status, message, result }` is assumed. */
export const bindingAssumed = defineRule({
  code: "binding-assumed",
  severity: "warning",
  comparesParts: true,
  message: ({ text }: { text: string }) => text,
  hint,
  cause:
    "The contract doesn't describe this body, so the usual one is assumed. Generated servers and clients agree on it, but an existing API may differ.",
  bad: `
      x-platform-vm-actions: { start: {} }
      responses: { "200": { description: Done. } }`,
  good: `
      x-platform-vm-actions: { start: {} }
      responses:
        "200":
          description: Done.
          content:
            application/json:
              schema: { type: object, properties: { action: { type: string }, status: { type: string }, result: { type: object } } }`,
  at: "operation",

  check(context, report) {
    const endpoints = boundEndpoints(context);
    const showsServices = endpoints.some(({ binding }) => binding.service.representation !== undefined);
    for (const { endpoint, binding } of endpoints) {
      const { method, path, operation } = endpoint;
      const name = quote(`${method.toUpperCase()} ${path}`);
      const at = context.locations.key(operation, "responses");
      if (binding.isAssumed) {
        const text = `no success of ${name} has a schema that describes its members: { action, status, message, result } is assumed`;
        report({ text }, at, inPrefix(hint, context));
      }
      // Calls of some endpoints concern no service. If a contract describes none at all, services are up to its
      // servers.
      const isWritten = own(own(operation, bindingKeys(context.extensionPrefix).action), "service") !== undefined;
      if (binding.service.representation || isWritten || !showsServices || !binding.hasService) continue;
      const text = `no operation returns a service of ${name}: { type, status, plan, capabilities: { actions } } is assumed`;
      report({ text }, at, inPrefix(serviceHint, context));
    }
  },
});

import { jsonSchemaOf } from "../../document/derived-parts.js";
import { own, ownObject } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { boundEndpoints, inPrefix } from "../bindings.js";
import { defineRule } from "../rule.js";

const example = (schema: string, response: string) => `
      x-platform-action-binding: { action: { in: body-field, name: method }, body: /params, id: /id${response} }
      requestBody:
        required: true
        content:
          application/json:
            schema: ${schema}`;

const request =
  '{ type: object, required: [jsonrpc, id, method], properties: { jsonrpc: { const: "2.0" }, id: { type: integer }, method: { type: string }, params: { type: object } } }';

/** Parts of JSON-RPC 2.0 that a binding describes, and not a schema. */
export const jsonRpc = defineRule({
  code: "json-rpc",
  severity: "warning",
  comparesParts: true,
  message: ({ part }: { part: string }) => `JSON-RPC: ${part}`,
  hint: "Describe one request: batch: 50 in the action binding allows up to 50 of them in a batch.",
  cause:
    "The schemas of a request and of a response describe one call. A binding says that requests may be batches, and that errors have the status 200. Otherwise a server rejects a list of requests, and a client takes a 200 for a success.",
  bad: example(`{ oneOf: [${request}, { type: array, items: ${request} }] }`, ""),
  good: example(request, ", batch: 50"),
  at: "operation",

  check(context, report) {
    const { upgraded: document, locations } = context;
    for (const { endpoint, binding } of boundEndpoints(context)) {
      const { operation } = endpoint;
      const schema = jsonSchemaOf(own(operation, "requestBody"), document);
      if (!schemasIn(document).at(schema, "/jsonrpc") || binding.selector?.action.in !== "field") continue;
      const body = locations.key(operation, "requestBody");
      if (!binding.rpc) {
        const hint = "Describe the member id, optional if there are notifications, and write id: /id in the action binding.";
        report({ part: "without an id, each request is treated as one that has a response" }, body, { hint });
      }
      // Only a batch has elements; without one, each request is an object.
      if (schemasIn(document).at(schema, "/0")) report({ part: "a batch is described by the binding, not by the schema" }, body);
      const responses = ownObject(operation, "responses") ?? {};
      for (const [status, response] of Object.entries(responses)) {
        if (!status.startsWith("2") || !schemasIn(document).at(jsonSchemaOf(response, document), "/error/code")) continue;
        const part = `errors with the status ${status} need a response of their own`;
        const hint = "Describe them as the default response, with x-platform-error-binding: { when: /error }.";
        report({ part }, locations.key(responses, status), inPrefix(hint, context));
      }
    }
  },
});

import { jsonSchemaOf } from "../../document/derived-parts.js";
import { own, ownObject } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { boundEndpoints } from "../bindings.js";
import { defineRule } from "../rule.js";

const example = (required: string) => `
      x-platform-action-binding: { action: { in: body-field, name: method }, body: /params, id: /id }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [${required}]
              properties: { jsonrpc: { const: "2.0" }, id: { type: integer }, method: { type: string }, params: { type: object } }`;

/** Parts of JSON-RPC 2.0 that servers and clients don't have. */
export const jsonRpc = defineRule({
  code: "json-rpc",
  severity: "warning",
  comparesParts: true,
  message: ({ part }: { part: string }) => `JSON-RPC: ${part} not supported`,
  hint: "Describe only what is supported: single requests with a required id, and errors in responses of 4xx, 5xx or default.",
  cause:
    "Servers and clients send one request and one response with its id. A server responds to a request without an id as to any other, and rejects a list of requests. Errors have the HTTP statuses of failures: a client takes a 200 for a success.",
  bad: example("jsonrpc, method"),
  good: example("jsonrpc, id, method"),
  at: "operation",

  check(context, report) {
    const { upgraded: document, locations } = context;
    for (const { endpoint, binding } of boundEndpoints(context)) {
      const { operation } = endpoint;
      const request = jsonSchemaOf(own(operation, "requestBody"), document);
      if (!schemasIn(document).at(request, "/jsonrpc") || binding.selector?.action.in !== "field") continue;
      const body = locations.key(operation, "requestBody");
      const id = schemasIn(document).at(request, binding.selector.id?.at ?? "/id");
      // Only a batch has elements; without one, each request is an object.
      if (schemasIn(document).at(request, "/0")) report({ part: "batches, which are lists of requests, are" }, body);
      else if (!id?.isRequired) report({ part: "notifications, which are requests without an id, are" }, body);
      const responses = ownObject(operation, "responses") ?? {};
      for (const [status, response] of Object.entries(responses)) {
        if (!status.startsWith("2") || !schemasIn(document).at(jsonSchemaOf(response, document), "/error/code")) continue;
        report({ part: `errors with the status ${status} are` }, locations.key(responses, status));
      }
    }
  },
});

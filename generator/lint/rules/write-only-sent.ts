import { quote } from "../../diagnostics/escape.js";
import { ownObject } from "../../document/json-value.js";
import { reachableSchemas } from "../reachable-schemas.js";
import { createLeftOut, requestOf } from "../revealing.js";
import { defineRule } from "../rule.js";

/** A `writeOnly` property of what a webhook or callback sends: who reads the schema waits for it in vain. */
export const writeOnlySent = defineRule({
  code: "write-only-sent",
  severity: "warning",
  message: ({ name, request }: { name: string; request: string }) =>
    `the write-only property ${quote(name)} is left out of ${request}`,
  hint: "Use a schema without it there.",
  cause:
    "The schema of a webhook or callback has a `writeOnly` property. Only those who call the API send it, so it is left out of the types and validators of what the service sends.",
  bad: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      webhooks:
        userAdded:
          post:
            requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }
            responses:
              "200":
                description: The user, perhaps with a new password.
                content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }
      components:
        schemas:
          User: { type: object, properties: { name: { type: string }, password: { type: string, writeOnly: true } } }`,
  good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      webhooks:
        userAdded:
          post:
            requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/UserName" } } } }
            responses:
              "200":
                description: The user, perhaps with a new password.
                content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }
      components:
        schemas:
          UserName: { type: object, properties: { name: { type: string } } }
          User: { type: object, properties: { name: { type: string }, password: { type: string, writeOnly: true } } }`,
  at: "document",

  check(context, report) {
    const requests = context.operations.filter(({ role }) => role !== "api").flatMap((node) => requestOf(context, node));
    if (requests.length === 0) return;
    const isLeftOut = createLeftOut(context);
    for (const { schema, sent } of reachableSchemas(context, requests)) {
      const properties = ownObject(schema, "properties");
      for (const name of Object.keys(properties ?? {})) {
        if (isLeftOut(schema, name)) report({ name, request: sent }, context.locations.key(properties!, name));
      }
    }
  },
});

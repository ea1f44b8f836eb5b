import { quote } from "../../diagnostics/escape.js";
import { ownObject } from "../../document/json-value.js";
import { isSecret } from "../../json-schema/secrets.js";
import { reachableSchemas } from "../reachable-schemas.js";
import { createLeftOut, findSentInTheOpen, requestOf } from "../revealing.js";
import { defineRule } from "../rule.js";

/** A `writeOnly` value in what the service sends: the schema leads readers to expect it, but it never arrives. */
export const writeOnlySent = defineRule({
  code: "write-only-sent",
  severity: "warning",
  comparesParts: true,
  message: ({ value, sent }: { value: string; sent: string }) => `${value} is omitted from ${sent}`,
  hint: "Use a schema without it.",
  cause:
    "The schema of a webhook or callback, or of a response that shares it with no request, has a `writeOnly` value. Only API consumers send such values, so the types of what the service sends omit it, and validators reject it there.",
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
    const { locations } = context;
    for (const { schema, key, entry, sent, related, isLeftOut } of findSentInTheOpen(context)) {
      if (schema["writeOnly"] !== true || (!isLeftOut && isSecret(schema))) continue;
      const value = key === undefined ? "a write-only value" : `the write-only value ${quote(key)}`;
      report({ value, sent }, entry ? locations.key(entry.map, entry.name) : locations.value(schema), { related });
    }
    const requests = context.operations.filter(({ role }) => role !== "api").flatMap((node) => requestOf(context, node));
    if (requests.length === 0) return;
    const isLeftOut = createLeftOut(context);
    for (const { schema, sent } of reachableSchemas(context, requests)) {
      const properties = ownObject(schema, "properties");
      for (const name of Object.keys(properties ?? {})) {
        if (isLeftOut(schema, name))
          report({ value: `the write-only property ${quote(name)}`, sent }, locations.key(properties!, name));
      }
    }
  },
});

import { quote } from "../../diagnostics/escape.js";
import { ownString, type JsonObject } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

/** Two operations with the same id would become one method. */
export const operationIdUnique = defineRule({
  code: "operation-id-unique",
  severity: "error",
  message: ({ id }: { id: string }) => `two operations have the operationId ${quote(id)}`,
  hint: "Rename one of the two.",
  cause: "Handlers and methods are named after the `operationId`, so it must be unique.",
  bad: `
      /ping:
        get: { operationId: ping, responses: { "204": { description: Here. } } }
        head: { operationId: ping, responses: { "204": { description: Here. } } }`,
  good: `
      /ping:
        get: { operationId: ping, responses: { "204": { description: Here. } } }
        head: { operationId: pingQuietly, responses: { "204": { description: Here. } } }`,
  at: "paths",

  check({ operations, locations }, report) {
    const first = new Map<string, JsonObject>();
    for (const { operation, role } of operations) {
      const id = ownString(operation, "operationId");
      if (id === undefined) continue;
      const other = first.get(id);
      if (!other) {
        first.set(id, operation);
        continue;
      }
      const location = locations.value(other, "operationId");
      const repeated = locations.value(operation, "operationId");
      // Webhooks and callbacks may share a path item of components: nothing is routed to them.
      if (role !== "api" && JSON.stringify(repeated) === JSON.stringify(location)) continue;
      report({ id }, repeated, {
        related: [location && { message: "the other operation", location }],
      });
    }
  },
});

import { ownString, type JsonObject } from "../../document/json-value.js";
import type { Rule } from "../rule.js";

/** Two operations with one id would be one method. */
export const operationIdUnique: Rule = {
  code: "operation-id-unique",
  check({ operations, places, report }) {
    const first = new Map<string, JsonObject>();
    for (const { operation } of operations) {
      const id = ownString(operation, "operationId");
      if (id === undefined) continue;
      const other = first.get(id);
      if (!other) {
        first.set(id, operation);
        continue;
      }
      const location = places.value(other, "operationId");
      report("operation-id-unique", { id }, places.value(operation, "operationId"), {
        related: [location && { message: "the other operation", location }],
      });
    }
  },
};

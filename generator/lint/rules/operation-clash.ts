import type { OperationNode, Rule } from "../rule.js";

/** Two operations that answer the same requests: paths that differ by the names of their parameters only are one path. */
export const operationClash: Rule = {
  code: "operation-clash",
  check({ operations, places, report }) {
    const first = new Map<string, OperationNode>();
    for (const operation of operations.filter(({ role }) => role === "api")) {
      const { method, path, pathItem } = operation;
      const requests = `${method} ${path.replaceAll(/\{[^{}]*\}/g, "{}")}`;
      const other = first.get(requests);
      if (!other) {
        first.set(requests, operation);
        continue;
      }
      const location = places.key(other.pathItem, method);
      report("operation-clash", { method: method.toUpperCase(), path, other: other.path }, places.key(pathItem, method), {
        related: [location && { message: "the other operation", location }],
      });
    }
  },
};

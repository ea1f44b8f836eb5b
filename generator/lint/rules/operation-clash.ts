import { quote } from "../../diagnostics/escape.js";
import { requestMethod } from "../../document/path-operations.js";
import { parsePathTemplate, requestsOf } from "../../document/path-template.js";
import { operationLocation } from "../operations.js";
import { defineRule, type OperationNode } from "../rule.js";

/** Two operations for the same requests: paths that differ only in the names of parameters are one path. */
export const operationClash = defineRule({
  code: "operation-clash",
  severity: "error",
  message: ({ method, path, other, difference }: { method: string; path: string; other: string; difference: string }) =>
    `${quote(path)} and ${quote(other)} differ only in ${difference}, and both have ${quote(method)}`,
  hint: "Use the same names and one operation for each method, or distinguish the paths by a fixed segment.",
  cause:
    "Requests don't contain the names of path parameters, so a request for one operation is also a request for the other. Paths with different methods don't clash.",
  bad: `
      /notes/{id}:
        parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
        get: { operationId: getNote, responses: { "204": { description: Here. } } }
      /notes/{title}:
        parameters: [{ name: title, in: path, required: true, schema: { type: string } }]
        get: { operationId: findNote, responses: { "204": { description: Here. } } }`,
  good: `
      /notes/{id}:
        parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
        get: { operationId: getNote, responses: { "204": { description: Here. } } }
      /notes/titles/{title}:
        parameters: [{ name: title, in: path, required: true, schema: { type: string } }]
        get: { operationId: findNote, responses: { "204": { description: Here. } } }`,
  at: "paths",

  check(context, report) {
    const first = new Map<string, OperationNode>();
    for (const operation of context.operations.filter(({ role }) => role === "api")) {
      const { method, path } = operation;
      const requests = `${requestsOf(operation)}${parsePathTemplate(path).fragment ?? " "}`;
      const other = first.get(requests);
      if (!other) {
        first.set(requests, operation);
        continue;
      }
      const location = operationLocation(context, other);
      const names = (text: string) => text.replaceAll(/\{[^{}]*\}/g, "{}").replace(/[?#].*/, "");
      const difference = names(path) === names(other.path) ? "the names of parameters" : "percent-encoding";
      report({ method: requestMethod(method), path, other: other.path, difference }, operationLocation(context, operation), {
        related: [location && { message: "the other operation", location }],
      });
    }
  },
});

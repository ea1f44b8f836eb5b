import { quote } from "../../diagnostics/escape.js";
import { ownObject } from "../../document/json-value.js";
import { additionalOperations, hasOwnField } from "../../document/path-operations.js";
import { defineRule } from "../rule.js";

/** A method of HTTP: a token. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Methods with a field of their own have one location, and only methods of HTTP can be sent. */
export const additionalMethod = defineRule({
  code: "additional-method",
  severity: "error",
  message: ({ method, problem }: { method: string; problem: string }) => `method ${quote(method)} ${problem}`,
  hint: "Move the operation to the field of its method, or name the method as requests send it.",
  cause:
    "`additionalOperations` contains the operations of methods that have no field in path items, by method. OpenAPI forbids the methods of fields there, and a method is a token: letters, digits and a few other characters.",
  bad: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        additionalOperations:
          POST:
            responses: { "201": { description: The order. } }`,
  good: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        post:
          responses: { "201": { description: The order. } }
        additionalOperations:
          COPY:
            responses: { "201": { description: A copy of the orders. } }`,
  at: "document",

  check({ partsOf, locations }, report) {
    for (const { value } of partsOf("pathItem")) {
      const others = ownObject(value, additionalOperations) ?? {};
      for (const method of Object.keys(others)) {
        const location = locations.key(others, method);
        if (hasOwnField(method.toLowerCase())) report({ method, problem: "has a field of its own" }, location);
        else if (!token.test(method)) report({ method, problem: "is not a method of HTTP" }, location);
      }
    }
  },
});

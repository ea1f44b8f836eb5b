import { inBody, inResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** Whether an object may have undeclared properties. */
export const closedRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-object-closed",
      breaks: "client",
      why: "Clients that send undeclared properties are rejected.",
      example: inBody(`
          type: object
        + additionalProperties: false
          properties:
            cidr: { type: string }
      `),
      message: () => "no longer accepts undeclared properties",
    },
    grown: {
      id: "request-object-opened",
      breaks: "nobody",
      why: "Values that clients sent before are still accepted.",
      example: inBody(`
          type: object
        - additionalProperties: false
          properties:
            cidr: { type: string }
      `),
      message: () => "now accepts undeclared properties",
    },
  },
  response: {
    narrowed: {
      id: "response-object-closed",
      breaks: "server",
      why: "Servers that send undeclared properties violate the contract.",
      example: inResult(`
          type: object
        + additionalProperties: false
          properties:
            cidr: { type: string }
      `),
      message: () => "can no longer have undeclared properties",
    },
    grown: {
      id: "response-object-opened",
      breaks: "nobody",
      why: "Clients ignore unknown properties.",
      example: inResult(`
          type: object
        - additionalProperties: false
          properties:
            cidr: { type: string }
      `),
      message: () => "can now have undeclared properties",
    },
  },
};

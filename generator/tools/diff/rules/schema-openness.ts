import { inBody, inResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** Whether an object may have properties that it doesn't name. */
export const closedRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-object-closed",
      breaks: "client",
      why: "A client that sends properties beyond those that are named is refused.",
      example: inBody(`
          type: object
        + additionalProperties: false
          properties:
            cidr: { type: string }
      `),
      message: () => "no longer takes properties that it doesn't name",
    },
    grown: {
      id: "request-object-opened",
      breaks: "nobody",
      why: "What clients sent before is still accepted.",
      example: inBody(`
          type: object
        - additionalProperties: false
          properties:
            cidr: { type: string }
      `),
      message: () => "now takes properties that it doesn't name",
    },
  },
  response: {
    narrowed: {
      id: "response-object-closed",
      breaks: "server",
      why: "A server that sends properties beyond those that are named fails.",
      example: inResult(`
          type: object
        + additionalProperties: false
          properties:
            cidr: { type: string }
      `),
      message: () => "can no longer have properties that it doesn't name",
    },
    grown: {
      id: "response-object-opened",
      breaks: "nobody",
      why: "Clients ignore properties that they don't know.",
      example: inResult(`
          type: object
        - additionalProperties: false
          properties:
            cidr: { type: string }
      `),
      message: () => "can now have properties that it doesn't name",
    },
  },
};

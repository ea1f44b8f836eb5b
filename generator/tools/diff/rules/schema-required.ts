import { inBody, inResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** Whether a property is required. */
export const requiredRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-property-required",
      breaks: "client",
      why: "Clients that omit the property, as they could before, are rejected.",
      example: inBody(`
          type: object
          additionalProperties: false
        + required: [cidr]
          properties:
            cidr: { type: string }
      `),
      message: () => "is now required",
    },
    widened: {
      id: "request-property-optional",
      breaks: "server",
      why: "Servers that rely on the property may find it missing.",
      example: inBody(`
          type: object
          additionalProperties: false
        - required: [cidr]
          properties:
            cidr: { type: string }
      `),
      message: () => "is now optional",
    },
  },
  response: {
    narrowed: {
      id: "response-property-required",
      breaks: "server",
      why: "Servers that omit the property, as they could before, violate the contract.",
      example: inResult(`
          type: object
          additionalProperties: false
        + required: [cidr]
          properties:
            cidr: { type: string }
      `),
      message: () => "must now always be sent",
    },
    widened: {
      id: "response-property-optional",
      breaks: "client",
      why: "Clients that rely on the property may find it missing.",
      example: inResult(`
          type: object
          additionalProperties: false
        - required: [cidr]
          properties:
            cidr: { type: string }
      `),
      message: () => "is no longer always sent",
    },
  },
};

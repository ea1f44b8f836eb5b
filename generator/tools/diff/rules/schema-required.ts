import { inBody, inResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** Whether a property must be there. */
export const requiredRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-property-required",
      breaks: "client",
      why: "A client that leaves the property out, as it could before, is refused.",
      example: inBody(`
          type: object
          additionalProperties: false
        + required: [cidr]
          properties:
            cidr: { type: string }
      `),
      message: () => "must be sent now",
    },
    widened: {
      id: "request-property-optional",
      breaks: "server",
      why: "A server that relies on the property finds it missing.",
      example: inBody(`
          type: object
          additionalProperties: false
        - required: [cidr]
          properties:
            cidr: { type: string }
      `),
      message: () => "may be left out now",
    },
  },
  response: {
    narrowed: {
      id: "response-property-required",
      breaks: "server",
      why: "A server that leaves the property out, as it could before, fails.",
      example: inResult(`
          type: object
          additionalProperties: false
        + required: [cidr]
          properties:
            cidr: { type: string }
      `),
      message: () => "must always be sent now",
    },
    widened: {
      id: "response-property-optional",
      breaks: "client",
      why: "A client that relies on the property finds it missing.",
      example: inResult(`
          type: object
          additionalProperties: false
        - required: [cidr]
          properties:
            cidr: { type: string }
      `),
      message: () => "is no longer always there",
    },
  },
};

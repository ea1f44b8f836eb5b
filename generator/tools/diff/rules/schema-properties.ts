import { inBody, inResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** A property of an object. */
export const propertyRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-property-removed",
      breaks: "client",
      why: "The object is closed, so clients that still send the property are rejected.",
      example: inBody(`
          type: object
          additionalProperties: false
          properties:
            cidr: { type: string }
        -   note: { type: string }
      `),
      message: () => "is no longer accepted",
    },
    grown: {
      id: "request-property-added",
      breaks: "nobody",
      why: "Clients may omit it, and servers ignore unknown properties.",
      example: inBody(`
          type: object
          additionalProperties: false
          properties:
            cidr: { type: string }
        +   note: { type: string }
      `),
      message: () => "is a new property",
    },
  },
  response: {
    narrowed: {
      id: "response-optional-property-removed",
      breaks: "server",
      why: "The object is closed, so servers that still send the property violate the contract. It was optional, but clients no longer receive it.",
      example: inResult(`
          type: object
          additionalProperties: false
          properties:
            cidr: { type: string }
        -   note: { type: string }
      `),
      message: () => "is no longer sent",
    },
    changed: {
      id: "response-property-removed",
      breaks: "both",
      why: "It was always sent. Clients that read it find nothing, and servers that still send it violate the contract.",
      example: inResult(`
          type: object
          additionalProperties: false
        - required: [note]
          properties:
            cidr: { type: string }
        -   note: { type: string }
      `),
      message: () => "was always sent and has been removed",
    },
    grown: {
      id: "response-property-added",
      breaks: "nobody",
      why: "Clients ignore unknown properties.",
      example: inResult(`
          type: object
          additionalProperties: false
          properties:
            cidr: { type: string }
        +   note: { type: string }
      `),
      message: () => "is a new property",
    },
  },
};

/** A property of an object without `additionalProperties`, which implicitly allows undeclared properties. */
export const declaredRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-property-declared",
      breaks: "client",
      severity: "warning",
      why: "The object is open, so clients that sent a different value under this name are rejected.",
      example: inBody(`
          type: object
          properties:
            cidr: { type: string }
        +   note: { type: string }
      `),
      message: () => "is a new property",
    },
    widened: {
      id: "request-property-undeclared",
      breaks: "server",
      why: "The object is open, so servers that still read the property may encounter any value.",
      example: inBody(`
          type: object
          properties:
            cidr: { type: string }
        -   note: { type: string }
      `),
      message: () => "is no longer declared",
    },
  },
  response: {
    narrowed: {
      id: "response-property-declared",
      breaks: "server",
      severity: "info",
      why: "The object is open, so servers that sent a different value under this name violate the contract.",
      example: inResult(`
          type: object
          properties:
            cidr: { type: string }
        +   note: { type: string }
      `),
      message: () => "is a new property",
    },
    widened: {
      id: "response-property-undeclared",
      breaks: "client",
      severity: "warning",
      why: "The object is open, so clients no longer know what the property contains and whether it is sent.",
      example: inResult(`
          type: object
          properties:
            cidr: { type: string }
        -   note: { type: string }
      `),
      message: () => "is no longer declared",
    },
  },
};

/** Rules about a removed property of a response. */
export const removedProperty: ReadonlySet<string> = new Set([
  "response-optional-property-removed",
  "response-property-removed",
  "response-property-undeclared",
]);

/** Rules about a new property of a response. */
export const newProperty: ReadonlySet<string> = new Set([
  "response-property-added",
  "response-property-declared",
  "response-property-required",
]);

import { inBody, inResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** A property of an object. */
export const propertyRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-property-removed",
      breaks: "client",
      why: "The object is closed: a client that still sends the property is refused.",
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
      why: "Clients may leave it out, and a server that doesn't know it ignores it.",
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
      why: "The object is closed: a server that still sends the property fails. Clients had to do without it before, but none gets it any more.",
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
      why: "It was always there: clients that read it find nothing, and a server that still sends it fails.",
      example: inResult(`
          type: object
          additionalProperties: false
        - required: [note]
          properties:
            cidr: { type: string }
        -   note: { type: string }
      `),
      message: () => "was always there and is gone",
    },
    grown: {
      id: "response-property-added",
      breaks: "nobody",
      why: "Clients ignore properties that they don't know.",
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

/** A property of an object that message nothing of further properties, and so allows them. */
export const declaredRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-property-declared",
      breaks: "client",
      severity: "warning",
      why: "The object is open: a client that happened to send something else under this name is refused.",
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
      why: "The object is open: a server that still reads the property meets any value.",
      example: inBody(`
          type: object
          properties:
            cidr: { type: string }
        -   note: { type: string }
      `),
      message: () => "is no longer described",
    },
  },
  response: {
    narrowed: {
      id: "response-property-declared",
      breaks: "server",
      severity: "info",
      why: "The object is open: a server that happened to send something else under this name fails.",
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
      why: "The object is open: clients don't know any more what the property holds and whether it is sent.",
      example: inResult(`
          type: object
          properties:
            cidr: { type: string }
        -   note: { type: string }
      `),
      message: () => "is no longer described",
    },
  },
};

/** Rules about a property of a response that is gone. */
export const removedProperty: ReadonlySet<string> = new Set([
  "response-optional-property-removed",
  "response-property-removed",
  "response-property-undeclared",
]);

/** Rules about a property that a response has now. */
export const newProperty: ReadonlySet<string> = new Set([
  "response-property-added",
  "response-property-declared",
  "response-property-required",
]);

import type { SchemaRules } from "../../rule.js";

/** A property of an object. */
export const propertyRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-property-removed",
      breaks: "client",
      why: "The object is closed: a client that still sends the property is refused.",
      says: () => "is no longer accepted",
    },
    grown: {
      id: "request-property-added",
      breaks: "nobody",
      why: "Clients may leave it out, and a server that doesn't know it ignores it.",
      says: () => "is a new property",
    },
  },
  response: {
    narrowed: {
      id: "response-optional-property-removed",
      breaks: "server",
      why: "The object is closed: a server that still sends the property fails. Clients had to do without it before, but none gets it any more.",
      says: () => "is no longer sent",
    },
    changed: {
      id: "response-property-removed",
      breaks: "both",
      why: "It was always there: clients that read it find nothing, and a server that still sends it fails.",
      says: () => "was always there and is gone",
    },
    grown: {
      id: "response-property-added",
      breaks: "nobody",
      why: "Clients ignore properties that they don't know.",
      says: () => "is a new property",
    },
  },
};

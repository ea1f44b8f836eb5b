import type { SchemaRules } from "../../rule.js";

/** A property of an object that says nothing of further properties, and so allows them. */
export const declaredRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-property-declared",
      breaks: "client",
      severity: "warning",
      why: "The object is open: a client that happened to send something else under this name is refused.",
      says: () => "is a new property",
    },
    widened: {
      id: "request-property-undeclared",
      breaks: "server",
      why: "The object is open: a server that still reads the property meets any value.",
      says: () => "is no longer described",
    },
  },
  response: {
    narrowed: {
      id: "response-property-declared",
      breaks: "server",
      severity: "info",
      why: "The object is open: a server that happened to send something else under this name fails.",
      says: () => "is a new property",
    },
    widened: {
      id: "response-property-undeclared",
      breaks: "client",
      severity: "warning",
      why: "The object is open: clients don't know any more what the property holds and whether it is sent.",
      says: () => "is no longer described",
    },
  },
};

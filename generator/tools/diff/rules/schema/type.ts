import type { Difference, SchemaRules } from "../../rule.js";
import { nameTypes } from "./words.js";

const changed = (difference: Difference) => `was ${nameTypes(difference.narrowed)} and is ${nameTypes(difference.widened)} now`;

/** The type of a value. */
export const typeRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-type-narrowed",
      breaks: "client",
      why: "A client that sends a value of that type is refused.",
      says: ({ narrowed }) => `no longer accepts ${nameTypes(narrowed)}`,
    },
    widened: {
      id: "request-type-widened",
      breaks: "server",
      why: "A server meets values of a type that it doesn't expect.",
      says: ({ widened }) => `also accepts ${nameTypes(widened)} now`,
    },
    changed: {
      id: "request-type-changed",
      breaks: "both",
      why: "What clients send is refused, and servers meet values of a type that they don't expect.",
      says: changed,
    },
  },
  response: {
    narrowed: {
      id: "response-type-narrowed",
      breaks: "server",
      why: "A server that still sends a value of that type fails.",
      says: ({ narrowed }) => `can no longer be ${nameTypes(narrowed)}`,
    },
    widened: {
      id: "response-type-widened",
      breaks: "client",
      why: "A client meets values of a type that it doesn't expect.",
      says: ({ widened }) => `can now also be ${nameTypes(widened)}`,
    },
    changed: {
      id: "response-type-changed",
      breaks: "both",
      why: "Clients meet values of a type that they don't expect, and what servers send fails.",
      says: changed,
    },
  },
};

import type { SchemaRules } from "../../rule.js";
import { nameAlternative } from "./words.js";

/** The alternatives of `oneOf` and `anyOf`. */
export const alternativeRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-alternative-removed",
      breaks: "client",
      why: "A client that sends such a value is refused.",
      says: ({ narrowed }) => `no longer accepts ${nameAlternative(narrowed)}`,
    },
    widened: {
      id: "request-alternative-added",
      breaks: "server",
      why: "A server that tells the alternatives apart meets one that it doesn't know.",
      says: ({ widened }) => `also accepts ${nameAlternative(widened)} now`,
    },
  },
  response: {
    narrowed: {
      id: "response-alternative-removed",
      breaks: "server",
      why: "A server that still sends such a value fails.",
      says: ({ narrowed }) => `can no longer be ${nameAlternative(narrowed)}`,
    },
    widened: {
      id: "response-alternative-added",
      breaks: "client",
      why: "A client that tells the alternatives apart meets one that it doesn't know.",
      says: ({ widened }) => `can now also be ${nameAlternative(widened)}`,
    },
  },
};

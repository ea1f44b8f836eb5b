import type { SchemaRules } from "../../rule.js";
import { describeLimit } from "./words.js";

/** Bounds of numbers, lengths and counts. */
export const limitRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-limit-tightened",
      breaks: "client",
      why: "A client that sends a value beyond the new limit is refused.",
      says: ({ narrowed }) => `has ${describeLimit(narrowed, "before")}`,
    },
    widened: {
      id: "request-limit-loosened",
      breaks: "server",
      why: "A server meets values beyond the limit that it relies on.",
      says: ({ widened }) => `has ${describeLimit(widened, "after")}`,
    },
  },
  response: {
    narrowed: {
      id: "response-limit-tightened",
      breaks: "server",
      why: "A server that sends a value beyond the new limit fails.",
      says: ({ narrowed }) => `has ${describeLimit(narrowed, "before")}`,
    },
    widened: {
      id: "response-limit-loosened",
      breaks: "client",
      why: "A client meets values beyond the limit that it relies on.",
      says: ({ widened }) => `has ${describeLimit(widened, "after")}`,
    },
  },
};

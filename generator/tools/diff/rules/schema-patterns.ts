import type { SchemaRules } from "../rule.js";

/** The pattern of a text. Whether one pattern is within another is not looked into. */
export const patternRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-pattern-added",
      breaks: "client",
      why: "A client that sends a text that doesn't match is refused.",
      says: () => "must match a pattern now",
    },
    widened: {
      id: "request-pattern-removed",
      breaks: "server",
      why: "A server meets texts that don't match the pattern that it relies on.",
      says: () => "need no longer match the pattern",
    },
    changed: {
      id: "request-pattern-changed",
      breaks: "both",
      why: "Two patterns can't be compared, so both sides may meet texts that one of them doesn't match.",
      says: () => "must match another pattern",
    },
  },
  response: {
    narrowed: {
      id: "response-pattern-added",
      breaks: "server",
      why: "A server that sends a text that doesn't match fails.",
      says: () => "must match a pattern now",
    },
    widened: {
      id: "response-pattern-removed",
      breaks: "client",
      why: "A client meets texts that don't match the pattern that it relies on.",
      says: () => "no longer always matches the pattern",
    },
    changed: {
      id: "response-pattern-changed",
      breaks: "both",
      why: "Two patterns can't be compared, so both sides may meet texts that one of them doesn't match.",
      says: () => "matches another pattern",
    },
  },
};

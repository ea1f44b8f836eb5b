import { kindInBody, kindInResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** The pattern of a text. Whether one pattern is within another is not looked into. */
export const patternRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-pattern-added",
      breaks: "client",
      why: "A client that sends a text that doesn't match is refused.",
      example: kindInBody("type: string", 'type: string, pattern: "^[a-z]+$"'),
      message: () => "must match a pattern now",
    },
    widened: {
      id: "request-pattern-removed",
      breaks: "server",
      why: "A server meets texts that don't match the pattern that it relies on.",
      example: kindInBody('type: string, pattern: "^[a-z]+$"', "type: string"),
      message: () => "need no longer match the pattern",
    },
    changed: {
      id: "request-pattern-changed",
      breaks: "both",
      why: "Two patterns can't be compared, so both sides may meet texts that one of them doesn't match.",
      example: kindInBody('type: string, pattern: "^[a-z]+$"', 'type: string, pattern: "^[a-z]{2}$"'),
      message: () => "must match another pattern",
    },
  },
  response: {
    narrowed: {
      id: "response-pattern-added",
      breaks: "server",
      why: "A server that sends a text that doesn't match fails.",
      example: kindInResult("type: string", 'type: string, pattern: "^[a-z]+$"'),
      message: () => "must match a pattern now",
    },
    widened: {
      id: "response-pattern-removed",
      breaks: "client",
      why: "A client meets texts that don't match the pattern that it relies on.",
      example: kindInResult('type: string, pattern: "^[a-z]+$"', "type: string"),
      message: () => "no longer always matches the pattern",
    },
    changed: {
      id: "response-pattern-changed",
      breaks: "both",
      why: "Two patterns can't be compared, so both sides may meet texts that one of them doesn't match.",
      example: kindInResult('type: string, pattern: "^[a-z]+$"', 'type: string, pattern: "^[a-z]{2}$"'),
      message: () => "matches another pattern",
    },
  },
};

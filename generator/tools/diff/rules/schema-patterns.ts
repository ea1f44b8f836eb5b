import { kindInBody, kindInResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** The pattern of a string. Patterns are not compared with each other. */
export const patternRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-pattern-added",
      breaks: "client",
      why: "Clients that send a string that doesn't match are rejected.",
      example: kindInBody("type: string", 'type: string, pattern: "^[a-z]+$"'),
      message: () => "must now match a pattern",
    },
    widened: {
      id: "request-pattern-removed",
      breaks: "server",
      why: "Servers encounter strings that don't match the pattern that they rely on.",
      example: kindInBody('type: string, pattern: "^[a-z]+$"', "type: string"),
      message: () => "no longer needs to match the pattern",
    },
    changed: {
      id: "request-pattern-changed",
      breaks: "both",
      why: "Patterns can't be compared, so clients may send strings that are now rejected, and servers may encounter unexpected ones.",
      example: kindInBody('type: string, pattern: "^[a-z]+$"', 'type: string, pattern: "^[a-z]{2}$"'),
      message: () => "must now match a different pattern",
    },
  },
  response: {
    narrowed: {
      id: "response-pattern-added",
      breaks: "server",
      why: "Servers that send a string that doesn't match violate the contract.",
      example: kindInResult("type: string", 'type: string, pattern: "^[a-z]+$"'),
      message: () => "must now match a pattern",
    },
    widened: {
      id: "response-pattern-removed",
      breaks: "client",
      why: "Clients encounter strings that don't match the pattern that they rely on.",
      example: kindInResult('type: string, pattern: "^[a-z]+$"', "type: string"),
      message: () => "no longer always matches the pattern",
    },
    changed: {
      id: "response-pattern-changed",
      breaks: "both",
      why: "Patterns can't be compared, so servers may send strings that now violate the contract, and clients may encounter unexpected ones.",
      example: kindInResult('type: string, pattern: "^[a-z]+$"', 'type: string, pattern: "^[a-z]{2}$"'),
      message: () => "now matches a different pattern",
    },
  },
};

import { quote } from "../../../diagnostics/escape.js";
import type { Reason } from "../../../json-schema/containment/reason.js";
import { kindInBody, kindInResult } from "../example.js";
import type { Difference, SchemaRules } from "../rule.js";

/** The format of a value. Whether one format is within another is known of few. */
export const formatRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-format-added",
      breaks: "client",
      why: "A client that sends a value without that format is refused.",
      example: kindInBody("type: string", "type: string, format: ipv4"),
      message: ({ narrowed }) => `must have the format ${name(narrowed)} now`,
    },
    widened: {
      id: "request-format-removed",
      breaks: "server",
      why: "A server meets values without the format that it relies on.",
      example: kindInBody("type: string, format: ipv4", "type: string"),
      message: ({ widened }) => `need no longer have the format ${name(widened)}`,
    },
    changed: {
      id: "request-format-changed",
      breaks: "both",
      why: "What clients send is refused where it has the old format only, and servers meet the new one.",
      example: kindInBody("type: string, format: date", "type: string, format: date-time"),
      message: changed,
    },
  },
  response: {
    narrowed: {
      id: "response-format-added",
      breaks: "server",
      why: "A server that sends a value without that format fails.",
      example: kindInResult("type: string", "type: string, format: ipv4"),
      message: ({ narrowed }) => `must have the format ${name(narrowed)} now`,
    },
    widened: {
      id: "response-format-removed",
      breaks: "client",
      why: "A client meets values without the format that it relies on.",
      example: kindInResult("type: string, format: ipv4", "type: string"),
      message: ({ widened }) => `no longer always has the format ${name(widened)}`,
    },
    changed: {
      id: "response-format-changed",
      breaks: "both",
      why: "Clients meet values of a format that they don't expect, and what servers send fails where it has the old one only.",
      example: kindInResult("type: string, format: date", "type: string, format: date-time"),
      message: changed,
    },
  },
};

function changed({ narrowed, widened }: Difference): string {
  return `had the format ${name(widened)} and has ${name(narrowed)} now`;
}

function name(reason: Reason | undefined): string {
  const format = reason?.right?.schema["format"];
  return typeof format === "string" ? quote(format) : "another";
}

import { quote } from "../../../diagnostics/escape.js";
import type { Reason } from "../../../json-schema/containment/reason.js";
import { kindInBody, kindInResult } from "../example.js";
import type { Difference, SchemaRules } from "../rule.js";

/** The format of a value. Containment is known for only a few formats. */
export const formatRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-format-added",
      breaks: "client",
      why: "Clients that send a value without that format are rejected.",
      example: kindInBody("type: string", "type: string, format: ipv4"),
      message: ({ narrowed }) => `must now have the format ${name(narrowed)}`,
    },
    widened: {
      id: "request-format-removed",
      breaks: "server",
      why: "Servers encounter values without the format that they rely on.",
      example: kindInBody("type: string, format: ipv4", "type: string"),
      message: ({ widened }) => `no longer needs to have the format ${name(widened)}`,
    },
    changed: {
      id: "request-format-changed",
      breaks: "both",
      why: "Values with only the old format are rejected, and servers encounter values with the new one.",
      example: kindInBody("type: string, format: date", "type: string, format: date-time"),
      message: changed,
    },
  },
  response: {
    narrowed: {
      id: "response-format-added",
      breaks: "server",
      why: "Servers that send a value without that format violate the contract.",
      example: kindInResult("type: string", "type: string, format: ipv4"),
      message: ({ narrowed }) => `must now have the format ${name(narrowed)}`,
    },
    widened: {
      id: "response-format-removed",
      breaks: "client",
      why: "Clients encounter values without the format that they rely on.",
      example: kindInResult("type: string, format: ipv4", "type: string"),
      message: ({ widened }) => `no longer always has the format ${name(widened)}`,
    },
    changed: {
      id: "response-format-changed",
      breaks: "both",
      why: "Clients encounter values with an unexpected format, and servers that send values with only the old one violate the contract.",
      example: kindInResult("type: string, format: date", "type: string, format: date-time"),
      message: changed,
    },
  },
};

function changed({ narrowed, widened }: Difference): string {
  return `now has the format ${name(narrowed)} instead of ${name(widened)}`;
}

function name(reason: Reason | undefined): string {
  const format = reason?.right?.schema["format"];
  return typeof format === "string" ? quote(format) : "another";
}

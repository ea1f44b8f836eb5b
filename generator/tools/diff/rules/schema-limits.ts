import { own } from "../../../document/json-value.js";
import type { Reason } from "../../../json-schema/containment/reason.js";
import type { Source } from "../../../json-schema/containment/shape.js";
import { kindInBody, kindInResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** Bounds of numbers, lengths and counts. */
export const limitRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-limit-tightened",
      breaks: "client",
      why: "A client that sends a value beyond the new limit is refused.",
      example: kindInBody("type: string, maxLength: 20", "type: string, maxLength: 10"),
      message: ({ narrowed }) => `has ${describeLimit(narrowed, "before")}`,
    },
    widened: {
      id: "request-limit-loosened",
      breaks: "server",
      why: "A server meets values beyond the limit that it relies on.",
      example: kindInBody("type: string, maxLength: 10", "type: string, maxLength: 20"),
      message: ({ widened }) => `has ${describeLimit(widened, "after")}`,
    },
  },
  response: {
    narrowed: {
      id: "response-limit-tightened",
      breaks: "server",
      why: "A server that sends a value beyond the new limit fails.",
      example: kindInResult("type: string, maxLength: 20", "type: string, maxLength: 10"),
      message: ({ narrowed }) => `has ${describeLimit(narrowed, "before")}`,
    },
    widened: {
      id: "response-limit-loosened",
      breaks: "client",
      why: "A client meets values beyond the limit that it relies on.",
      example: kindInResult("type: string, maxLength: 10", "type: string, maxLength: 20"),
      message: ({ widened }) => `has ${describeLimit(widened, "after")}`,
    },
  },
};

/** `maxLength 43 instead of 100`: the reason's right side is the tighter one, after the change or before it. */
function describeLimit(reason: Reason | undefined, looser: "before" | "after"): string {
  const tight = limitText(reason?.right);
  const loose = limitText(reason?.left);
  const [before, after] = looser === "before" ? [loose, tight] : [tight, loose];
  if (after === undefined) return `no ${before ?? "limit"} any more`;
  return before === undefined
    ? `${after} now`
    : `${after} instead of ${before === undefined ? "none" : sameKeyword(before, after)}`;
}

function sameKeyword(before: string, after: string): string {
  const [keyword = "", value = ""] = before.split(" ");
  return after.startsWith(`${keyword} `) ? value : before;
}

function limitText(source: Source | undefined): string | undefined {
  const { schema, keyword } = source ?? {};
  if (!schema || keyword === undefined) return undefined;
  const value = own(schema, keyword);
  return typeof value === "number" || typeof value === "boolean" ? `${keyword} ${value}` : keyword;
}

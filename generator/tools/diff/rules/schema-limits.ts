import { own } from "../../../document/json-value.js";
import type { Reason } from "../../../json-schema/containment/reason.js";
import type { Source } from "../../../json-schema/containment/shape.js";
import { kindInBody, kindInResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** Limits of numbers, lengths and counts. */
export const limitRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-limit-tightened",
      breaks: "client",
      why: "Clients that send a value beyond the new limit are rejected.",
      example: kindInBody("type: string, maxLength: 20", "type: string, maxLength: 10"),
      message: ({ narrowed }) => describeLimit(narrowed, "before"),
    },
    widened: {
      id: "request-limit-loosened",
      breaks: "server",
      why: "Servers encounter values beyond the limit that they rely on.",
      example: kindInBody("type: string, maxLength: 10", "type: string, maxLength: 20"),
      message: ({ widened }) => describeLimit(widened, "after"),
    },
  },
  response: {
    narrowed: {
      id: "response-limit-tightened",
      breaks: "server",
      why: "Servers that send a value beyond the new limit violate the contract.",
      example: kindInResult("type: string, maxLength: 20", "type: string, maxLength: 10"),
      message: ({ narrowed }) => describeLimit(narrowed, "before"),
    },
    widened: {
      id: "response-limit-loosened",
      breaks: "client",
      why: "Clients encounter values beyond the limit that they rely on.",
      example: kindInResult("type: string, maxLength: 10", "type: string, maxLength: 20"),
      message: ({ widened }) => describeLimit(widened, "after"),
    },
  },
};

/** Returns text such as `now has maxLength 43 instead of 100`. The reason's right side is the tighter limit, in either version. */
function describeLimit(reason: Reason | undefined, looser: "before" | "after"): string {
  const tight = limitText(reason?.right);
  const loose = limitText(reason?.left);
  const [before, after] = looser === "before" ? [loose, tight] : [tight, loose];
  if (after === undefined) return `no longer has ${before ?? "a limit"}`;
  return before === undefined ? `now has ${after}` : `now has ${after} instead of ${sameKeyword(before, after)}`;
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

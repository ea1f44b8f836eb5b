import { equal } from "../../../../templates/runtime/validators/guard.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { Direction } from "../../../json-schema/interpreter.js";
import { kindInBody } from "../example.js";
import type { Rule } from "../rule.js";

/** A rule about a keyword that restricts no values. */
export interface AnnotationRule extends Rule {
  readonly keyword: string;
  /** Absent: in both. */
  readonly direction?: Direction;
  /** What the change of the keyword means, as the end of a sentence; nothing if it means nothing. */
  readonly message: (before: JsonValue | undefined, after: JsonValue | undefined) => string | undefined;
}

/** The keywords that restrict no values and that somebody relies on all the same. */
export const annotationRules: readonly AnnotationRule[] = [
  {
    id: "request-default-changed",
    keyword: "default",
    direction: "request",
    breaks: "client",
    severity: "warning",
    why: "A client that leaves it out gets something else than before.",
    example: kindInBody("type: string, default: ipv4", "type: string, default: ipv6"),
    message: (before, after) => {
      if (before === undefined || (after !== undefined && equal(before, after))) return undefined;
      return after === undefined ? "has no default any more" : "has another default";
    },
  },
  {
    id: "request-property-read-only",
    keyword: "readOnly",
    direction: "request",
    breaks: "client",
    why: "Only the service sets the property now: what a client sends has no effect.",
    example: kindInBody("type: string", "type: string, readOnly: true"),
    message: (before, after) => (before !== true && after === true ? "is readOnly now" : undefined),
  },
  {
    id: "property-deprecated",
    keyword: "deprecated",
    breaks: "nobody",
    why: "It goes on working; clients should do without.",
    example: kindInBody("type: string", "type: string, deprecated: true"),
    message: (before, after) => (before !== true && after === true ? "is deprecated" : undefined),
  },
];

import { equal } from "../../../../templates/runtime/validators/guard.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { Direction } from "../../../json-schema/interpreter.js";
import { kindInBody } from "../example.js";
import type { Rule } from "../rule.js";

/** A rule about a keyword that doesn't restrict values. */
export interface AnnotationRule extends Rule {
  readonly keyword: string;
  /** Absent: both directions. */
  readonly direction?: Direction;
  /** Completes a sentence about the change of the keyword; `undefined` if the change doesn't matter. */
  readonly message: (before: JsonValue | undefined, after: JsonValue | undefined) => string | undefined;
}

/** Keywords that don't restrict values but that clients or servers rely on. */
export const annotationRules: readonly AnnotationRule[] = [
  {
    id: "request-default-changed",
    keyword: "default",
    direction: "request",
    breaks: "client",
    severity: "warning",
    why: "Clients that omit it get another value than before.",
    example: kindInBody("type: string, default: ipv4", "type: string, default: ipv6"),
    message: (before, after) => {
      if (before === undefined || (after !== undefined && equal(before, after))) return undefined;
      return after === undefined ? "no longer has a default" : "has another default";
    },
  },
  {
    id: "request-property-read-only",
    keyword: "readOnly",
    direction: "request",
    breaks: "client",
    why: "Only the server sets the property now: values from clients have no effect.",
    example: kindInBody("type: string", "type: string, readOnly: true"),
    message: (before, after) => (before !== true && after === true ? "is now readOnly" : undefined),
  },
  {
    id: "property-deprecated",
    keyword: "deprecated",
    breaks: "nobody",
    why: "It still works. Clients should stop using it.",
    example: kindInBody("type: string", "type: string, deprecated: true"),
    message: (before, after) => (before !== true && after === true ? "is now deprecated" : undefined),
  },
];

import { equal } from "../../../../templates/runtime/validators/guard.js";
import { quote } from "../../../diagnostics/escape.js";
import { unionKeywords } from "../../../document/fold-schema.js";
import { own, ownObject, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { referencedName } from "../../../document/reference.js";
import { subschemasAt } from "../../../document/visitor.js";
import type { Direction } from "../../../json-schema/interpreter.js";
import { kindInBody, kindInResult } from "../example.js";
import type { Rule } from "../rule.js";

/** A rule about a keyword that doesn't restrict values. */
export interface AnnotationRule extends Rule {
  readonly keyword: string;
  /** Absent: both directions. */
  readonly direction?: Direction;
  /** Completes a sentence about the change of the keyword; `undefined` if the change doesn't matter. `schema` is after it. */
  readonly message: (before: JsonValue | undefined, after: JsonValue | undefined, schema: JsonObject) => string | undefined;
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
  {
    id: "discriminator-changed",
    keyword: "discriminator",
    breaks: "client",
    why: "Clients select the schema of a value by the property and its values as they were.",
    example: kindInResult(
      "type: object, discriminator: { propertyName: type }",
      "type: object, discriminator: { propertyName: kind }",
    ),
    message: (before, after, schema) => {
      const [property, other] = [ownString(before, "propertyName"), ownString(after, "propertyName")];
      if (property === undefined || other === undefined) return undefined;
      if (property !== other) return `now selects its schema by ${quote(other)} instead of ${quote(property)}`;
      const lost = lostValues(ownObject(before, "mapping") ?? {}, ownObject(after, "mapping") ?? {}, schema);
      return lost.length > 0 ? `no longer selects a schema by ${lost.map(quote).join(", ")}` : undefined;
    },
  },
];

/** Returns the values of a mapping that no longer select their schema, although it is still an alternative. */
function lostValues(before: JsonObject, after: JsonObject, schema: JsonObject): string[] {
  const branches = unionKeywords.flatMap((keyword) => subschemasAt(schema, keyword));
  const listed = branches.map((branch) => referencedName(branch));
  const mapped = new Set(Object.values(after).map(targetName));
  return Object.keys(before).filter((value) => {
    const target = targetName(before[value]!);
    const now = own(after, value);
    if (now !== undefined) return targetName(now) !== target && mapped.has(target);
    // Without an entry of its own, the name of a schema selects it.
    return mapped.has(target) || (listed.includes(target) && value !== target);
  });
}

/** Returns the name of the schema that a value of a mapping means: a reference, or the name itself. */
function targetName(target: JsonValue): string | undefined {
  return referencedName({ $ref: target }) ?? (typeof target === "string" ? target : undefined);
}

import { type JsonObject, own } from "../../../document/json-value.js";
import type { Reason } from "../../../json-schema/containment/reason.js";
import { typesIn } from "../../../json-schema/containment/type-set.js";
import { kindInBody, kindInResult } from "../example.js";
import type { Difference, SchemaRules } from "../rule.js";

/** The type of a value. */
export const typeRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-type-narrowed",
      breaks: "client",
      why: "Clients that send a value of that type are rejected.",
      example: kindInBody('type: [string, "null"]', "type: string"),
      message: ({ narrowed }) => `no longer accepts ${nameTypes(narrowed)}`,
    },
    widened: {
      id: "request-type-widened",
      breaks: "server",
      why: "Servers encounter values of an unexpected type.",
      example: kindInBody("type: string", 'type: [string, "null"]'),
      message: ({ widened }) => `now also accepts ${nameTypes(widened)}`,
    },
    changed: {
      id: "request-type-changed",
      breaks: "both",
      why: "Clients that send the old type are rejected, and servers encounter values of an unexpected type.",
      example: kindInBody("type: string", "type: integer"),
      message: changed,
    },
  },
  response: {
    narrowed: {
      id: "response-type-narrowed",
      breaks: "server",
      why: "Servers that still send a value of that type violate the contract.",
      example: kindInResult('type: [string, "null"]', "type: string"),
      message: ({ narrowed }) => `can no longer be ${nameTypes(narrowed)}`,
    },
    widened: {
      id: "response-type-widened",
      breaks: "client",
      why: "Clients encounter values of an unexpected type.",
      example: kindInResult("type: string", 'type: [string, "null"]'),
      message: ({ widened }) => `can now also be ${nameTypes(widened)}`,
    },
    changed: {
      id: "response-type-changed",
      breaks: "both",
      why: "Clients encounter values of an unexpected type, and servers that send the old type violate the contract.",
      example: kindInResult("type: string", "type: integer"),
      message: changed,
    },
  },
};

function changed(difference: Difference): string {
  return `is now ${nameTypes(difference.widened)} instead of ${nameTypes(difference.narrowed)}`;
}

const typeTexts = {
  null: "null",
  boolean: "a boolean",
  number: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
} as const;

/** Returns the types of the values that a reason is about: `a string`, `null`. */
function nameTypes(reason: Reason | undefined): string {
  if (!reason) return "another value";
  if (reason.shape.isInteger) return "an integer";
  const names = typesIn(reason.shape.types).map((type) => typeTexts[type]);
  const isFraction =
    names[0] === "a number" && own(reason.right?.schema, "type") !== undefined && allowsIntegers(reason.right!.schema);
  return isFraction ? "a non-integer number" : names.join(" or ");
}

function allowsIntegers(schema: JsonObject): boolean {
  const type = schema["type"];
  return type === "integer" || (Array.isArray(type) && type.includes("integer"));
}

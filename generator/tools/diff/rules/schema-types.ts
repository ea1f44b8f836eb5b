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
      why: "A client that sends a value of that type is refused.",
      example: kindInBody('type: [string, "null"]', "type: string"),
      message: ({ narrowed }) => `no longer accepts ${nameTypes(narrowed)}`,
    },
    widened: {
      id: "request-type-widened",
      breaks: "server",
      why: "A server meets values of a type that it doesn't expect.",
      example: kindInBody("type: string", 'type: [string, "null"]'),
      message: ({ widened }) => `also accepts ${nameTypes(widened)} now`,
    },
    changed: {
      id: "request-type-changed",
      breaks: "both",
      why: "What clients send is refused, and servers meet values of a type that they don't expect.",
      example: kindInBody("type: string", "type: integer"),
      message: changed,
    },
  },
  response: {
    narrowed: {
      id: "response-type-narrowed",
      breaks: "server",
      why: "A server that still sends a value of that type fails.",
      example: kindInResult('type: [string, "null"]', "type: string"),
      message: ({ narrowed }) => `can no longer be ${nameTypes(narrowed)}`,
    },
    widened: {
      id: "response-type-widened",
      breaks: "client",
      why: "A client meets values of a type that it doesn't expect.",
      example: kindInResult("type: string", 'type: [string, "null"]'),
      message: ({ widened }) => `can now also be ${nameTypes(widened)}`,
    },
    changed: {
      id: "response-type-changed",
      breaks: "both",
      why: "Clients meet values of a type that they don't expect, and what servers send fails.",
      example: kindInResult("type: string", "type: integer"),
      message: changed,
    },
  },
};

function changed(difference: Difference): string {
  return `was ${nameTypes(difference.narrowed)} and is ${nameTypes(difference.widened)} now`;
}

const typeTexts = {
  null: "null",
  boolean: "a boolean",
  number: "a number",
  string: "a string",
  array: "a list",
  object: "an object",
} as const;

/** The types of the values that a reason is about: `a string`, `null`. */
function nameTypes(reason: Reason | undefined): string {
  if (!reason) return "something else";
  if (reason.shape.isInteger) return "an integer";
  const names = typesIn(reason.shape.types).map((type) => typeTexts[type]);
  const isFraction =
    names[0] === "a number" && own(reason.right?.schema, "type") !== undefined && allowsIntegers(reason.right!.schema);
  return isFraction ? "a number that isn't whole" : names.join(" or ");
}

function allowsIntegers(schema: JsonObject): boolean {
  const type = schema["type"];
  return type === "integer" || (Array.isArray(type) && type.includes("integer"));
}

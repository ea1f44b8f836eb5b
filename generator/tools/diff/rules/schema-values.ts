import { quote } from "../../../diagnostics/escape.js";
import type { JsonValue } from "../../../document/json-value.js";
import { kindInBody, kindInResult } from "../example.js";
import type { Difference, SchemaRules } from "../rule.js";

/** The values that `enum` and `const` list. */
export const enumValueRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-enum-value-removed",
      breaks: "client",
      why: "A client that sends such a value is refused.",
      example: kindInBody("enum: [ipv4, ipv6]", "enum: [ipv4]"),
      message: (difference) => {
        const values = removed(difference);
        return values ? `no longer accepts ${values}` : "accepts only listed values now";
      },
    },
    widened: {
      id: "request-enum-value-added",
      breaks: "server",
      why: "A server that knows the listed values only meets another one.",
      example: kindInBody("enum: [ipv4]", "enum: [ipv4, ipv6]"),
      message: (difference) => {
        const values = added(difference);
        return values ? `also accepts ${values} now` : "accepts more than the values that were listed";
      },
    },
  },
  response: {
    narrowed: {
      id: "response-enum-value-removed",
      breaks: "server",
      why: "A server that still sends such a value fails.",
      example: kindInResult("enum: [ipv4, ipv6]", "enum: [ipv4]"),
      message: (difference) => {
        const values = removed(difference);
        return values ? `can no longer be ${values}` : "can only be one of the listed values now";
      },
    },
    widened: {
      id: "response-enum-value-added",
      breaks: "client",
      why: "A client that tells the listed values apart meets one that it doesn't know.",
      example: kindInResult("enum: [ipv4]", "enum: [ipv4, ipv6]"),
      message: (difference) => {
        const values = added(difference);
        return values ? `can now also be ${values}` : "can be more than the values that were listed";
      },
    },
  },
};

function removed({ narrowed }: Difference): string | undefined {
  return narrowed?.values && listValues(narrowed.values);
}

function added({ widened }: Difference): string | undefined {
  return widened?.values && listValues(widened.values);
}

/** Values that a message lists at most. */
const maxListed = 5;

/** `"a", 2, null`, or how many there are. */
function listValues(values: readonly JsonValue[]): string {
  if (values.some((value) => typeof value === "object" && value !== null))
    return values.length === 1 ? "a listed value" : "listed values";
  const names = values.map((value) => (typeof value === "string" ? quote(value) : String(value)));
  const rest = names.length - maxListed;
  return rest > 0 ? `${names.slice(0, maxListed).join(", ")} and ${rest} more` : names.join(", ");
}

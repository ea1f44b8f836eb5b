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
      why: "Clients that send such a value are rejected.",
      example: kindInBody("enum: [ipv4, ipv6]", "enum: [ipv4]"),
      message: (difference) => {
        const values = removed(difference);
        return values ? `no longer accepts ${values}` : "now accepts only listed values";
      },
    },
    widened: {
      id: "request-enum-value-added",
      breaks: "server",
      why: "Servers that handle only the listed values encounter an unknown one.",
      example: kindInBody("enum: [ipv4]", "enum: [ipv4, ipv6]"),
      message: (difference) => {
        const values = added(difference);
        return values ? `now also accepts ${values}` : "is no longer limited to the listed values";
      },
    },
  },
  response: {
    narrowed: {
      id: "response-enum-value-removed",
      breaks: "server",
      why: "Servers that still send such a value violate the contract.",
      example: kindInResult("enum: [ipv4, ipv6]", "enum: [ipv4]"),
      message: (difference) => {
        const values = removed(difference);
        return values ? `can no longer be ${values}` : "can now only be one of the listed values";
      },
    },
    widened: {
      id: "response-enum-value-added",
      breaks: "client",
      why: "Clients that switch on the listed values encounter an unknown one.",
      example: kindInResult("enum: [ipv4]", "enum: [ipv4, ipv6]"),
      message: (difference) => {
        const values = added(difference);
        return values ? `can now also be ${values}` : "is no longer limited to the listed values";
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

/** The maximum number of values that a message lists. */
const maxListed = 5;

/** Returns values as text, such as `"a", 2, null`, and counts those beyond the maximum. */
function listValues(values: readonly JsonValue[]): string {
  if (values.some((value) => typeof value === "object" && value !== null))
    return values.length === 1 ? "a listed value" : "listed values";
  const names = values.map((value) => (typeof value === "string" ? quote(value) : String(value)));
  const rest = names.length - maxListed;
  return rest > 0 ? `${names.slice(0, maxListed).join(", ")} and ${rest} more` : names.join(", ");
}

import { quote } from "../../../diagnostics/escape.js";
import { isObject, ownString } from "../../../document/json-value.js";
import { referencedName } from "../../../document/reference.js";
import type { Reason } from "../../../json-schema/containment/reason.js";
import { inBody, inResult } from "../example.js";
import type { SchemaRules } from "../rule.js";

/** The alternatives of `oneOf` and `anyOf`. */
export const alternativeRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-alternative-removed",
      breaks: "client",
      why: "Clients that send such a value are rejected.",
      example: inBody(byName("-")),
      message: ({ narrowed }) => `no longer accepts ${nameAlternative(narrowed)}`,
    },
    widened: {
      id: "request-alternative-added",
      breaks: "server",
      why: "Servers that distinguish the alternatives encounter an unknown one.",
      example: inBody(byName("+")),
      message: ({ widened }) => `now also accepts ${nameAlternative(widened)}`,
    },
  },
  response: {
    narrowed: {
      id: "response-alternative-removed",
      breaks: "server",
      why: "Servers that still send such a value violate the contract.",
      example: inResult(byName("-")),
      message: ({ narrowed }) => `can no longer be ${nameAlternative(narrowed)}`,
    },
    widened: {
      id: "response-alternative-added",
      breaks: "client",
      why: "Clients that distinguish the alternatives encounter an unknown one.",
      example: inResult(byName("+")),
      message: ({ widened }) => `can now also be ${nameAlternative(widened)}`,
    },
  },
};

/** Returns an example in which a second alternative is added (`+`) or removed (`-`). */
function byName(mark: "+" | "-"): string {
  return `
      oneOf:
        - {
            title: ByAddress,
            type: object,
            additionalProperties: false,
            required: [cidr],
            properties: { cidr: { type: string } },
          }
    ${mark}   - {
    ${mark}       title: ByName,
    ${mark}       type: object,
    ${mark}       additionalProperties: false,
    ${mark}       required: [name],
    ${mark}       properties: { name: { type: string } },
    ${mark}     }
  `;
}

/** Returns the name of an alternative: its component, its title, or a generic text. */
function nameAlternative(reason: Reason | undefined): string {
  if (reason?.among) return "values that match several alternatives";
  const branch = reason?.shape.branches.find(isObject);
  const name = referencedName(branch) ?? ownString(branch, "title");
  if (name !== undefined) return quote(name);
  return branch ? "one of the alternatives" : "some of the values";
}

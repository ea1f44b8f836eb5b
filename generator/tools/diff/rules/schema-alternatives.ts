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
      why: "A client that sends such a value is refused.",
      example: inBody(byName("-")),
      message: ({ narrowed }) => `no longer accepts ${nameAlternative(narrowed)}`,
    },
    widened: {
      id: "request-alternative-added",
      breaks: "server",
      why: "A server that tells the alternatives apart meets one that it doesn't know.",
      example: inBody(byName("+")),
      message: ({ widened }) => `also accepts ${nameAlternative(widened)} now`,
    },
  },
  response: {
    narrowed: {
      id: "response-alternative-removed",
      breaks: "server",
      why: "A server that still sends such a value fails.",
      example: inResult(byName("-")),
      message: ({ narrowed }) => `can no longer be ${nameAlternative(narrowed)}`,
    },
    widened: {
      id: "response-alternative-added",
      breaks: "client",
      why: "A client that tells the alternatives apart meets one that it doesn't know.",
      example: inResult(byName("+")),
      message: ({ widened }) => `can now also be ${nameAlternative(widened)}`,
    },
  },
};

/** An example in which a second alternative is added (`+`) or removed (`-`). */
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

/** What an alternative is called: by its component, its title, or not at all. */
function nameAlternative(reason: Reason | undefined): string {
  if (reason?.among) return "what fits several of the alternatives";
  const branch = reason?.shape.branches.find(isObject);
  const name = referencedName(branch) ?? ownString(branch, "title");
  if (name !== undefined) return quote(name);
  return branch ? "one of the alternatives" : "what it did";
}

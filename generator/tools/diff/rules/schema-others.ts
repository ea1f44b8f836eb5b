import { quote } from "../../../diagnostics/escape.js";
import { inBody, inResult } from "../example.js";
import type { Difference, SchemaRules } from "../rule.js";

/** Keywords that combine schemas, and all others without a rule of their own. */
export const otherRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-schema-narrowed",
      breaks: "client",
      why: "Some values that clients could send before may now be rejected.",
      example: inBody(`
          type: object
          additionalProperties: false
          properties:
            from: { type: string }
            to: { type: string }
        + dependentRequired: { to: [from] }
      `),
      message: otherwise,
    },
    widened: {
      id: "request-schema-widened",
      breaks: "server",
      why: "Servers may encounter unexpected values.",
      example: inBody(`
          type: object
          additionalProperties: false
          properties:
            from: { type: string }
            to: { type: string }
        - dependentRequired: { to: [from] }
      `),
      message: otherwise,
    },
    changed: {
      id: "request-schema-changed",
      breaks: "both",
      why: "Clients may send values that are now rejected, and servers may encounter unexpected ones.",
      example: inBody(`
          type: object
          additionalProperties: false
          properties:
            from: { type: string }
            to: { type: string }
        - dependentRequired: { to: [from] }
        + dependentRequired: { from: [to] }
      `),
      message: otherwise,
    },
    grown: {
      id: "request-schema-grown",
      breaks: "nobody",
      why: "Values that clients sent before are still accepted, and servers ignore the additions.",
      example: inBody(`
          anyOf:
            - { title: ByAddress, type: object, additionalProperties: false, properties: { cidr: { type: string } } }
        +   - { title: ByName, type: object, additionalProperties: false, properties: { name: { type: string } } }
      `),
      message: () => "accepts more than before",
    },
  },
  response: {
    narrowed: {
      id: "response-schema-narrowed",
      breaks: "server",
      why: "Some values that servers could send before may now violate the contract.",
      example: inResult(`
          type: object
          additionalProperties: false
          properties:
            from: { type: string }
            to: { type: string }
        + dependentRequired: { to: [from] }
      `),
      message: otherwise,
    },
    widened: {
      id: "response-schema-widened",
      breaks: "client",
      why: "Clients may encounter unexpected values.",
      example: inResult(`
          type: object
          additionalProperties: false
          properties:
            from: { type: string }
            to: { type: string }
        - dependentRequired: { to: [from] }
      `),
      message: otherwise,
    },
    changed: {
      id: "response-schema-changed",
      breaks: "both",
      why: "Servers may send values that now violate the contract, and clients may encounter unexpected ones.",
      example: inResult(`
          type: object
          additionalProperties: false
          properties:
            from: { type: string }
            to: { type: string }
        - dependentRequired: { to: [from] }
        + dependentRequired: { from: [to] }
      `),
      message: otherwise,
    },
    grown: {
      id: "response-schema-grown",
      breaks: "nobody",
      why: "Clients ignore the additions.",
      example: inResult(`
          anyOf:
            - { title: ByAddress, type: object, additionalProperties: false, properties: { cidr: { type: string } } }
        +   - { title: ByName, type: object, additionalProperties: false, properties: { name: { type: string } } }
      `),
      message: () => "can be more than before",
    },
  },
};

function otherwise(difference: Difference): string {
  return `has a different schema${nameKeyword(difference)}`;
}

/** Returns the keywords that differ, in parentheses. */
function nameKeyword({ narrowed, widened }: Difference): string {
  const keywords = [narrowed, widened].flatMap((reason) => [reason?.right?.keyword, reason?.left?.keyword]);
  const names = [...new Set(keywords.filter((keyword) => keyword !== undefined))].sort();
  return names.length > 0 ? ` (${names.map(quote).join(", ")})` : "";
}

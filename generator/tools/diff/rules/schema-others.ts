import { quote } from "../../../diagnostics/escape.js";
import { inBody, inResult } from "../example.js";
import type { Difference, SchemaRules } from "../rule.js";

/** Keywords that combine schemas, and whatever has no rule of its own. */
export const otherRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-schema-narrowed",
      breaks: "client",
      why: "It can't be shown that everything that clients could send is still accepted.",
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
      why: "It can't be shown that servers meet nothing that they don't expect.",
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
      why: "It can't be shown that both accept the same.",
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
      why: "What clients sent before is still accepted, and a server ignores what is new.",
      example: inBody(`
          anyOf:
            - { title: ByAddress, type: object, additionalProperties: false, properties: { cidr: { type: string } } }
        +   - { title: ByName, type: object, additionalProperties: false, properties: { name: { type: string } } }
      `),
      message: () => "takes more than before",
    },
  },
  response: {
    narrowed: {
      id: "response-schema-narrowed",
      breaks: "server",
      why: "It can't be shown that everything that servers could send is still allowed.",
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
      why: "It can't be shown that clients meet nothing that they don't expect.",
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
      why: "It can't be shown that both allow the same.",
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
      why: "Clients ignore what is new.",
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
  return `is described otherwise${nameKeyword(difference)}`;
}

/** The keywords that differ, in brackets. */
function nameKeyword({ narrowed, widened }: Difference): string {
  const keywords = [narrowed, widened].flatMap((reason) => [reason?.right?.keyword, reason?.left?.keyword]);
  const names = [...new Set(keywords.filter((keyword) => keyword !== undefined))].sort();
  return names.length > 0 ? ` (${names.map(quote).join(", ")})` : "";
}

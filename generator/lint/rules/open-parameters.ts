import { quote } from "../../diagnostics/escape.js";
import { schemasIn } from "../../json-schema/schema.js";
import { takesOtherNames, textShape } from "../../json-schema/text-shape.js";
import { describeOperation } from "../operations.js";
import { parameterNodes } from "../parameter-nodes.js";
import { defineRule } from "../rule.js";

/** An exploded object with open keys receives all names that no other parameter claims, so there can be only one. */
export const openParameters = defineRule({
  code: "open-parameters",
  severity: "error",
  message: ({ operation, first, second }: { operation: string; first: string; second: string }) =>
    `${operation} has two objects with open keys, ${quote(first)} and ${quote(second)}: each would receive all undeclared names`,
  hint: "Name the properties of one of them, use `style: deepObject` or `explode: false`, or join the two.",
  cause:
    "The properties of an exploded object are sent under their own names, without that of the parameter. An object with open keys (`additionalProperties`, `patternProperties`) receives every name that no other parameter claims. Two of them can't be told apart.",
  bad: `
      /items:
        get:
          parameters:
            - { name: labels, in: query, schema: { type: object, additionalProperties: { type: string } } }
            - { name: sizes, in: query, schema: { type: object, additionalProperties: { type: integer } } }
          responses: { "204": { description: Here. } }`,
  good: `
      /items:
        get:
          parameters:
            - { name: labels, in: query, schema: { type: object, additionalProperties: { type: string } } }
            - { name: sizes, in: query, style: deepObject, schema: { type: object, additionalProperties: { type: integer } } }
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    const holder = { schemas: schemasIn(context.upgraded).components };
    for (const operation of context.operations) {
      const open = parameterNodes(context, operation).filter((node) => takesOtherNames(node, textShape(node.schema, holder)));
      for (const place of ["query", "cookie"]) {
        const [first, second] = open.filter((node) => node.in === place);
        if (!first || !second) continue;
        const location = context.locations.value(second.parameter, "name");
        report({ operation: describeOperation(operation), first: first.name, second: second.name }, location);
      }
    }
  },
});

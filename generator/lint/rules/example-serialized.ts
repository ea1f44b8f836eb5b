import { equal } from "../../../templates/runtime/validators/guard.js";
import { quote } from "../../diagnostics/escape.js";
import { visitSerialized } from "../documented-examples.js";
import { defineRule } from "../rule.js";

/** The serialized form of an example is what readers copy. */
export const exampleSerialized = defineRule({
  code: "example-serialized",
  severity: "warning",
  message: ({ example, problem }: { example: string; problem: string }) =>
    `the serialized form of the example ${quote(example)} ${problem}`,
  hint: "Write it as it is sent: JSON, or the parameter in its style, with its name where the style writes it. Or leave it out.",
  cause:
    "`serializedValue` (OpenAPI 3.2) is the text that is sent. This one can't be read in its media type or style, or says something else than `dataValue`. Docs show both, and readers copy them.",
  bad: `
      openapi: 3.2.0
      info: { title: Shop, version: "1" }
      security: []
      paths:
        /things:
          get:
            operationId: listThings
            parameters:
              - name: tags
                in: query
                schema: { type: array, maxItems: 9, items: { type: string, maxLength: 20 } }
                examples: { two: { dataValue: [a, b], serializedValue: "tags=a,b" } }
            responses: { "200": { description: The things. } }`,
  good: `
      openapi: 3.2.0
      info: { title: Shop, version: "1" }
      security: []
      paths:
        /things:
          get:
            operationId: listThings
            parameters:
              - name: tags
                in: query
                schema: { type: array, maxItems: 9, items: { type: string, maxLength: 20 } }
                examples: { two: { dataValue: [a, b], serializedValue: "tags=a&tags=b" } }
            responses: { "200": { description: The things. } }`,
  at: "document",

  check(context, report) {
    const told = new Set<object>();
    visitSerialized(context, ({ name, read, data, holder }) => {
      const isOther = "value" in read && data !== undefined && !equal(read.value, data);
      const problem = "problem" in read ? read.problem : isOther ? "says something else than its data" : undefined;
      if (problem === undefined || told.has(holder)) return;
      told.add(holder);
      report({ example: name, problem }, context.locations.value(holder, "serializedValue"));
    });
  },
});

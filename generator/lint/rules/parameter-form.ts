import { quote } from "../../diagnostics/escape.js";
import { schemasIn } from "../../json-schema/schema.js";
import { undefinedValues } from "../../json-schema/text-shape.js";
import { describeParameter, fieldNodes } from "../parameter-nodes.js";
import { defineRule } from "../rule.js";

/** The styles of parameters define no text for some values, and the same text for others. */
export const parameterForm = defineRule({
  code: "parameter-form",
  severity: "warning",
  message: ({ name, values, isField = false }: { name: string; values: string; isField?: boolean }) =>
    `the ${isField ? "property" : "parameter"} ${quote(name)} ${isField ? "of a form " : ""}allows ${values}, which have no defined form`,
  hint: "Describe the parameter by `content: { application/json: { schema: … } }`, or forbid these values.",
  cause:
    "The styles of OpenAPI write single values, lists of them, and objects of them. They define no text for lists and objects inside of others, and text has no type: `5` is a number as well as a string. Clients reject calls with such values instead of sending text that a server reads as something else.",
  bad: `
      parameters:
        Filter:
          { name: filter, in: query, style: deepObject, schema: { type: object, properties: { size: { type: object } } } }`,
  good: `
      parameters:
        Filter: { name: filter, in: query, content: { application/json: { schema: { type: object, properties: { size: { type: object } } } } } }`,
  at: "components",

  check(context, report) {
    const holder = { schemas: schemasIn(context.upgraded).components };
    for (const { value } of context.partsOf("parameter")) {
      const node = describeParameter(value);
      const values = node && undefinedValues(node, node.schema, holder);
      if (node && values !== undefined) report({ name: node.name, values }, context.locations.value(value, "schema"));
    }
    for (const node of fieldNodes(context)) {
      const values = undefinedValues(node, node.schema, holder);
      const location = context.locations.value(node.encoding, Object.hasOwn(node.encoding, "style") ? "style" : "allowReserved");
      const hint = "Leave out the style, so that objects are JSON, or forbid these values.";
      if (values !== undefined) report({ name: node.name, values, isField: true }, location, { hint });
    }
  },
});

import type { JsonObject } from "../../document/json-value.js";
import { hasType, typesOf } from "../../../templates/runtime/json-schema/json-type.js";
import type { Rule, RuleContext } from "../rule.js";

/** The values of `enum` are different from each other and of the schema's type. */
export const enumValue: Rule = {
  code: "enum-value",
  check(context) {
    for (const { schema } of context.schemas) checkSchema(context, schema);
  },
};

function checkSchema({ places, report }: RuleContext, schema: JsonObject): void {
  const types = typesOf(schema);
  const values = Object.hasOwn(schema, "enum") ? schema["enum"] : undefined;
  if (!Array.isArray(values)) return;
  // Where no value can be valid, `impossible-schema` says so.
  const isChecked = types !== undefined && values.some((value) => hasType(value, types));
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    // Keys are sorted since the document was loaded, so equal values have equal texts.
    const text = JSON.stringify(value);
    if (seen.has(text))
      report("enum-value", { problem: "has a value twice" }, places.value(values, index), {
        hint: "Remove one of the two.",
      });
    seen.add(text);
    if (!isChecked || hasType(value, types)) continue;
    const problem = `has a value that is not of type ${types.join(" or ")}`;
    report("enum-value", { problem }, places.value(values, index));
  }
}

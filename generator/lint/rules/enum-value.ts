import type { JsonObject } from "../../document/json-value.js";
import { hasType, typesOf } from "../../../templates/runtime/json-schema/json-type.js";
import { defineRule, type RuleContext, type RuleReport } from "../rule.js";

/** The values of `enum` are different from each other and of the schema's type. */
export const enumValue = defineRule({
  code: "enum-value",
  severity: "error",
  adjustable: true,
  message: ({ problem }: { problem: string }) => `"enum" ${problem}`,
  hint: "Write the value as the type says; in YAML, texts such as 1.0, 2020-01-01 or null need quotes.",
  cause:
    "A value of the list can never be valid, or stands there twice. It is left out of the types. In YAML a value without quotes is often another type than it looks like.",
  bad: "Version: { type: string, enum: [latest, 1.0] }",
  good: 'Version: { type: string, enum: [latest, "1.0"] }',
  at: "schemas",

  check(context, report) {
    for (const { schema } of context.schemas) checkSchema(context, report, schema);
  },
});

function checkSchema({ locations }: RuleContext, report: RuleReport<{ problem: string }>, schema: JsonObject): void {
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
      report({ problem: "has a value twice" }, locations.value(values, index), {
        hint: "Remove one of the two.",
      });
    seen.add(text);
    if (!isChecked || hasType(value, types)) continue;
    const problem = `has a value that is not of type ${types.join(" or ")}`;
    report({ problem }, locations.value(values, index));
  }
}

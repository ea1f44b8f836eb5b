import { quote } from "../../diagnostics/escape.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { typesOf } from "../../../templates/runtime/json.js";
import { defineRule, type RuleContext } from "../rule.js";

/** A text that is written without quotes, and the JSON of what YAML reads it as. */
interface LostText {
  readonly written: string;
  readonly read: string;
}

/** Values of `enum` that are listed twice, or that are not of the schema's type. */
export const enumValue = defineRule({
  code: "enum-value",
  severity: "warning",
  message: ({ problem, lost }: { problem: string; lost: LostText | undefined }) =>
    lost === undefined
      ? `this value of "enum" is left out: it ${problem}`
      : `this value of "enum" ${problem}: without quotes, ${quote(lost.written)} is ${lost.read} in YAML`,
  hint: "Write the value as the type says; in YAML, texts such as 1.0, 010 or null need quotes.",
  cause:
    "A value of the list can never be valid, or is listed twice, so everything that is made of the contract leaves it out. In YAML a value without quotes is often another type than it looks like. It is an error if the text is lost by that, as with 1.0, 010 or ~, which are 1, 10 and null: the text that is meant would be rejected.",
  bad: "Version: { type: string, enum: [latest, 2] }",
  good: 'Version: { type: string, enum: [latest, "2"] }',
  at: "schemas",

  check(context, report) {
    for (const { schema, repair } of context.repairs) {
      if (repair.kind !== "value") continue;
      const { values, index, problem } = repair;
      const lost = problem === "is listed twice" ? undefined : lostText(context, schema, values, index);
      report({ problem, lost }, context.locations.value(values, index), {
        ...(problem === "is listed twice" && { hint: "Remove one of the two." }),
        ...(lost !== undefined && { severity: "error" }),
      });
    }
  },
});

/** What is written for a value of YAML where a text is meant, and the value doesn't show which. */
function lostText(
  { locations }: RuleContext,
  schema: JsonObject,
  values: readonly JsonValue[],
  index: number,
): LostText | undefined {
  const written = locations.text(values, String(index));
  const value = values[index]!;
  const isJson = locations.value(values, index)?.path.endsWith(".json") === true;
  if (isJson || written === undefined || !typesOf(schema)?.includes("string")) return undefined;
  const read = JSON.stringify(value);
  return (typeof value !== "object" || value === null) && written !== read ? { written, read } : undefined;
}

import { quote } from "../../diagnostics/escape.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { typesOf } from "../../../templates/runtime/json.js";
import { defineRule, type RuleContext } from "../rule.js";

/** An unquoted string, and the JSON of the value that YAML reads. */
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
      ? `this value of "enum" is omitted: it ${problem}`
      : `this value of "enum" ${problem}: without quotes, ${quote(lost.written)} is ${lost.read} in YAML`,
  hint: "Write a value of the schema's type; in YAML, quote strings such as 1.0, 010 or null.",
  cause:
    "A value of the list can never be valid, or is listed twice, so the output omits it. An unquoted value in YAML often has another type than expected. It is an error if the intended string is lost, as with 1.0, 010 or ~, which are 1, 10 and null: the string itself would be rejected.",
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

/** The source text of a YAML value that was meant as a string, if the value doesn't preserve it. */
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

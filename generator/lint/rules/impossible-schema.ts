import { quote } from "../../diagnostics/catalog/entry.js";
import { hasType, typesOf } from "../../../templates/runtime/json-schema/json-type.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Rule, RuleContext } from "../rule.js";

const bounds = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
] as const;

const exclusiveBounds = [
  ["exclusiveMinimum", ["maximum", "exclusiveMaximum"]],
  ["exclusiveMaximum", ["minimum"]],
] as const;

/** Keywords of one schema that contradict each other: every call would be refused. */
export const impossibleSchema: Rule = {
  code: "impossible-schema",
  check(context) {
    for (const { schema } of context.schemas) {
      checkBounds(context, schema);
      checkRequired(context, schema);
      checkValues(context, schema);
    }
  },
};

function checkBounds({ places, report }: RuleContext, schema: JsonObject): void {
  for (const [lower, upper] of bounds) {
    const [low, high] = [own(schema, lower), own(schema, upper)];
    if (typeof low !== "number" || typeof high !== "number" || low <= high) continue;
    report("impossible-schema", { problem: `${quote(lower)} is above ${quote(upper)}` }, places.value(schema, lower));
  }
  for (const [exclusive, others] of exclusiveBounds) {
    const limit = own(schema, exclusive);
    const isBelow = exclusive === "exclusiveMaximum";
    for (const other of others) {
      const opposite = own(schema, other);
      if (typeof limit !== "number" || typeof opposite !== "number" || (isBelow ? limit > opposite : limit < opposite)) continue;
      report(
        "impossible-schema",
        { problem: `${quote(exclusive)} and ${quote(other)} leave no number` },
        places.value(schema, exclusive),
      );
    }
  }
}

/** Values that are not of the schema's type. */
function checkValues({ places, report }: RuleContext, schema: JsonObject): void {
  const types = typesOf(schema);
  const values = own(schema, "enum");
  if (!types) return;
  const check = (keyword: "enum" | "const", allowed: readonly JsonValue[]) => {
    if (allowed.length === 0 || allowed.some((value) => hasType(value, types))) return;
    const problem = `nothing in ${quote(keyword)} is of type ${types.join(" or ")}`;
    report("impossible-schema", { problem }, places.value(schema, keyword), {
      hint: "Write the value as the type says; in YAML, texts such as 1.0, 2020-01-01 or null need quotes.",
    });
  };
  if (Array.isArray(values)) check("enum", values);
  if (Object.hasOwn(schema, "const")) check("const", [schema["const"]!]);
}

function checkRequired({ places, report }: RuleContext, schema: JsonObject): void {
  const required = own(schema, "required");
  if (own(schema, "additionalProperties") !== false || !Array.isArray(required)) return;
  const properties = ownObject(schema, "properties") ?? {};
  const patterns = Object.keys(ownObject(schema, "patternProperties") ?? {});
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || Object.hasOwn(properties, name)) continue;
    // Whether a pattern matches the name is left to the validator.
    if (patterns.length > 0) continue;
    const problem = `the required property ${quote(name)} is not defined, and \`additionalProperties: false\` forbids it`;
    report("impossible-schema", { problem }, places.value(required, index), {
      hint: "Define the property, or don't require it.",
    });
  }
}

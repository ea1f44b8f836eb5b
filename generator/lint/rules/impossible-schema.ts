import { quote } from "../../diagnostics/escape.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { hasType, typesOf } from "../../../templates/runtime/json.js";
import { findConflicts } from "../schema-conflicts.js";
import { defineRule, type RuleContext, type RuleReport, type SchemaNode } from "../rule.js";

const bounds = [
  { lower: "minimum", upper: "maximum", type: "number" },
  { lower: "minLength", upper: "maxLength", type: "string" },
  { lower: "minItems", upper: "maxItems", type: "array" },
  { lower: "minProperties", upper: "maxProperties", type: "object" },
  { lower: "minContains", upper: "maxContains", type: "array" },
] as const;

const exclusiveBounds = [
  { exclusive: "exclusiveMinimum", others: ["maximum", "exclusiveMaximum"] },
  { exclusive: "exclusiveMaximum", others: ["minimum"] },
] as const;

/** Where to point at a schema whose parts contradict each other. */
const telling = ["oneOf", "anyOf", "allOf", "not", "required", "minItems", "minProperties", "items"];

/** Keywords that contradict each other, so that no value is valid, or none of a type. */
export const impossibleSchema = defineRule({
  code: "impossible-schema",
  severity: "error",
  adjustable: true,
  message: ({ problem, rejected = "value" }: Finding) => `every ${rejected} is rejected: ${problem}`,
  cause:
    "No value is valid: limits exclude each other, alternatives of `oneOf` are equal, schemas of `allOf` share no value, `enum` is empty, or a required property has no valid value. It is a warning where requests are still possible: in responses and optional parameters, where no request needs a value, where values of other types remain, and where several schemas contradict each other.",
  bad: `
      /names:
        get:
          operationId: listNames
          parameters: [{ name: prefix, in: query, schema: { type: string, minLength: 10, maxLength: 5 } }]
          responses: { "200": { description: The names. } }`,
  good: `
      /names:
        get:
          operationId: listNames
          parameters: [{ name: prefix, in: query, schema: { type: string, minLength: 5, maxLength: 10 } }]
          responses: { "200": { description: The names. } }`,
  at: "paths",

  check(context, report) {
    const reported = new Set<JsonObject>();
    for (const node of context.schemas) {
      const { schema, isInput } = node;
      const reportProblem: ReportProblem = (parameters, location, details) => {
        if (!parameters.rejected) reported.add(schema);
        report(parameters, location, { ...details, severity: isInput && !parameters.rejected ? "error" : "warning" });
      };
      checkBounds(context, reportProblem, schema);
      if (context.isWhole(schema)) checkRequired(context, reportProblem, schema);
      checkValues(context, reportProblem, schema);
      if (isEmptyList(schema)) reported.add(schema);
      checkEmpty(context, report, node);
    }
    for (const { schema, problem } of findConflicts(context, reported)) {
      const keyword = telling.find((name) => Object.hasOwn(schema, name)) ?? Object.keys(schema)[0]!;
      report({ problem }, context.locations.key(schema, keyword), { severity: "warning" });
    }
  },
});

interface Finding {
  readonly problem: string;
  /** The type whose values are all rejected; absent: all values are. */
  readonly rejected?: string;
}

type ReportProblem = RuleReport<Finding>;

/** Returns what a contradiction of keywords that apply to one type rejects. */
function rejectedBy(schema: JsonObject, type: "number" | "string" | "array" | "object"): Pick<Finding, "rejected"> {
  const types = typesOf(schema);
  return types?.every((one) => one === type || (one === "integer" && type === "number")) ? {} : { rejected: type };
}

function isEmptyList(schema: JsonObject): boolean {
  const values = own(schema, "enum");
  return Array.isArray(values) && values.length === 0;
}

/** An empty list of allowed values. It only prevents what is optional from being sent, often on purpose. */
function checkEmpty({ locations }: RuleContext, report: ReportProblem, { schema, isInput, isOptional }: SchemaNode): void {
  if (!isEmptyList(schema)) return;
  const severity = isInput && !isOptional ? "error" : "warning";
  report({ problem: '"enum" is empty' }, locations.value(schema, "enum"), {
    hint: "List the allowed values, or remove the keyword.",
    severity,
  });
}

function checkBounds({ locations }: RuleContext, report: ReportProblem, schema: JsonObject): void {
  for (const { lower, upper, type } of bounds) {
    const low = own(schema, lower);
    const high = own(schema, upper);
    if (typeof low !== "number" || typeof high !== "number" || low <= high) continue;
    if (lower === "minContains" && !Object.hasOwn(schema, "contains")) continue;
    report({ problem: `${quote(lower)} is above ${quote(upper)}`, ...rejectedBy(schema, type) }, locations.value(schema, lower));
  }
  for (const { exclusive, others } of exclusiveBounds) {
    const limit = own(schema, exclusive);
    if (typeof limit !== "number") continue;
    const isBelow = exclusive === "exclusiveMaximum";
    for (const other of others) {
      const opposite = own(schema, other);
      if (typeof opposite !== "number" || (isBelow ? limit > opposite : limit < opposite)) continue;
      const problem = `${quote(exclusive)} and ${quote(other)} exclude all numbers`;
      report({ problem, ...rejectedBy(schema, "number") }, locations.value(schema, exclusive));
    }
  }
}

/** Values that are not of the schema's type. */
function checkValues({ locations }: RuleContext, report: ReportProblem, schema: JsonObject): void {
  const types = typesOf(schema);
  const values = own(schema, "enum");
  if (!types) return;
  const check = (keyword: "enum" | "const", allowed: readonly JsonValue[]) => {
    if (allowed.length === 0 || allowed.some((value) => hasType(value, types))) return;
    const problem = `nothing in ${quote(keyword)} is of type ${types.join(" or ")}`;
    report({ problem }, locations.value(schema, keyword), {
      hint: "Write a value of the schema's type; in YAML, quote strings such as 1.0, 2020-01-01 or null.",
    });
  };
  if (Array.isArray(values)) check("enum", values);
  if (Object.hasOwn(schema, "const")) check("const", [schema["const"]!]);
}

function checkRequired({ locations }: RuleContext, report: ReportProblem, schema: JsonObject): void {
  const required = own(schema, "required");
  if (own(schema, "additionalProperties") !== false || !Array.isArray(required)) return;
  const properties = ownObject(schema, "properties") ?? {};
  const patterns = Object.keys(ownObject(schema, "patternProperties") ?? {});
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || Object.hasOwn(properties, name)) continue;
    // Only the validator decides whether a pattern matches the name.
    if (patterns.length > 0) continue;
    const problem = `the required property ${quote(name)} is not defined, and \`additionalProperties: false\` forbids it`;
    report({ problem, ...rejectedBy(schema, "object") }, locations.value(required, index), {
      hint: "Define the property, or don't require it.",
    });
  }
}

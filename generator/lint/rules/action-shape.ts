import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { schemaKeywords } from "../../document/schema-keywords.js";
import type { JsonSchema, Properties } from "../../json-schema/build-schema.js";
import { createInstanceEvaluator } from "../../json-schema/interpreter.js";
import { actionDefinitions } from "../action-object.js";
import { defineRule, type RuleContext, type RuleReport } from "../rule.js";

/** A field of an object of the extension. */
interface Field {
  /** Its JSON Schema, as shipped for editors. */
  readonly described: JsonSchema;
  /** The part of it that this rule checks: its own fields are fields, too, and other rules report patterns of items. */
  readonly kind: JsonObject;
}

type Fields = Readonly<Record<string, Field>>;

const definitions = actionDefinitions("platform");
const actionFields = fieldsOf(definitions["Action"]!);
const availabilityFields = fieldsOf(actionFields["availability"]!.described);
const requestBodyFields = fieldsOf(actionFields["requestBody"]!.described);
const mediaFields = fieldsOf(definitions["ActionMedia"]!);
const errorFields = fieldsOf(definitions["ActionError"]!);
const exampleFields = fieldsOf(definitions["ActionExample"]!);

/** Returns the fields that a definition describes, except those of other extensions. */
function fieldsOf({ properties }: JsonSchema): Fields {
  const own = Object.entries(properties as Properties).filter(([name]) => !name.startsWith("x-"));
  return Object.fromEntries(own.map(([name, described]) => [name, { described, kind: kindOf(described) }]));
}

function kindOf({ type, items, minItems, uniqueItems, minimum, maximum, pattern, maxLength }: JsonSchema): JsonObject {
  const limits = { type, minItems, uniqueItems, minimum, maximum, pattern, maxLength };
  const { type: itemType, minLength } = (items ?? {}) as JsonSchema;
  const given = { ...limits, ...(itemType !== undefined && { items: { type: itemType, minLength: minLength ?? 1 } }) };
  return Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined)) as JsonObject;
}

const evaluate = createInstanceEvaluator({}, { steps: 100_000, stepsInAll: Infinity, errors: 1 });

/** Returns the kind of a field in words. */
function wordsOf({ type, items, pattern, minimum, maximum }: JsonSchema): string {
  if (type === "boolean") return "true or false";
  if (type === "integer") return `a status from ${String(minimum)} to ${String(maximum)}`;
  if (type === "object") return "a map";
  if (type === "array") return Object.hasOwn(items as object, "$ref") ? "a list" : "a non-empty list of different strings";
  return pattern === undefined ? "a string" : "a name such as not_ready";
}

/** Returns how to write the value that was probably meant. */
function hintFor(key: string, { type, items }: JsonSchema, value: JsonValue): string | undefined {
  if (type === "boolean" && typeof value === "string") {
    if (/^(?:true|yes|on)$/i.test(value)) return "Write true, without quotes.";
    return /^(?:false|no|off)$/i.test(value) ? "Write false, without quotes." : undefined;
  }
  if (type === "array" && !Object.hasOwn(items as object, "$ref"))
    return typeof value === "string" && value !== "" ? `Write a list: [${quote(value)}]` : undefined;
  const isNamed = key === "examples" && Array.isArray(value);
  return isNamed ? "Give each example a name: `examples: { default: { body: … } }`." : undefined;
}

/** An Action Object has only the fields that the extension defines, of the right types, and `x-` fields. */
export const actionShape = defineRule({
  code: "action-shape",
  severity: "error",
  message: ({ problem }: { problem: string }) => problem,
  cause: "An unknown key would be ignored silently, and is usually a typo. A value of the wrong type can't be compiled.",
  bad: `
      add_ip:
        lable: Allow address
        scopes: service:write`,
  good: `
      add_ip:
        label: Allow address
        scopes: [service:write]`,
  at: "actions",

  check(context, report) {
    for (const { action } of context.actions) {
      checkFields(context, report, action, "an action", actionFields);
      const { availability, errors, examples, requestBody } = action;
      if (isObject(availability)) checkFields(context, report, availability, "an availability", availabilityFields);
      if (isObject(requestBody)) checkRequestBody(context, report, requestBody, Object.hasOwn(action, "body"));
      if (Array.isArray(errors)) checkErrors(context, report, errors);
      if (!isObject(examples)) continue;
      for (const name of Object.keys(examples)) checkEntry(context, report, examples, name, "an example", exampleFields);
    }
  },
});

type ReportProblem = RuleReport<{ problem: string }>;

function checkRequestBody(context: RuleContext, report: ReportProblem, requestBody: JsonObject, hasBody: boolean): void {
  if (Object.hasOwn(requestBody, "$ref")) return;
  checkFields(context, report, requestBody, "a request body of an action", requestBodyFields);
  const { content } = requestBody;
  if (!isObject(content)) return;
  if (hasBody && Object.keys(content).length === 0)
    report({ problem: "an action with a body must have a media type" }, context.locations.value(requestBody, "content"));
  for (const name of Object.keys(content)) checkEntry(context, report, content, name, "a media type of an action", mediaFields);
}

function checkErrors(context: RuleContext, report: ReportProblem, errors: readonly JsonValue[]): void {
  const codes = new Map<string, JsonObject>();
  for (const [index, error] of errors.entries()) {
    if (!checkEntry(context, report, errors, String(index), "an error", errorFields) || !isObject(error)) continue;
    for (const field of Object.keys(errorFields)) {
      if (Object.hasOwn(error, field)) continue;
      report({ problem: `an error must have "${field}"` }, context.locations.value(error));
    }
    const code = error["code"];
    if (typeof code !== "string") continue;
    const other = codes.get(code);
    const location = other && context.locations.value(other, "code");
    const related = [location && { message: "the other error", location }];
    if (other)
      report({ problem: "two errors have the same code" }, context.locations.value(error, "code"), {
        related,
      });
    else codes.set(code, error);
  }
}

/** Checks an entry of a map or list; false if it's not a map. */
function checkEntry(
  context: RuleContext,
  report: ReportProblem,
  holder: object,
  key: string,
  what: string,
  fields: Fields,
): boolean {
  const value = (holder as JsonObject)[key];
  if (isObject(value)) checkFields(context, report, value, what, fields);
  else report({ problem: `${what} must be a map` }, context.locations.value(holder, key));
  return isObject(value);
}

function checkFields({ locations }: RuleContext, report: ReportProblem, value: JsonObject, what: string, fields: Fields): void {
  for (const [key, item] of Object.entries(value)) {
    const expected = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (expected) {
      if (evaluate(expected.kind, item).isValid === true) continue;
      const hint = hintFor(key, expected.described, item);
      report({ problem: `"${key}" of ${what} must be ${wordsOf(expected.described)}` }, locations.value(value, key), { hint });
    } else if (!key.startsWith("x-")) {
      const near = suggest(key, Object.keys(fields));
      let hint = `Use ${Object.keys(fields).join(", ")}, or a key that starts with x-.`;
      if (fields === actionFields && schemaKeywords.has(key)) hint = "Indent it if it is part of `body` or `result`.";
      else if (near) hint = `Did you mean "${near}"?`;
      report({ problem: `unknown key ${quote(key)} in ${what}` }, locations.key(value, key), { hint });
    }
  }
}

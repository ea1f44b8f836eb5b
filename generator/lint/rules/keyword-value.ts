import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import { jsonTypes } from "../../../templates/runtime/json.js";
import { defineRule } from "../rule.js";
import { schemaKeywords, type KeywordKind } from "../../document/schema-keywords.js";

/** A keyword whose value has the wrong type checks nothing, or prevents its validator from being built. */
export const keywordValue = defineRule({
  code: "keyword-value",
  severity: "error",
  message: ({ keyword, problem }: { keyword: string; problem: string }) => `${quote(keyword)} ${problem}`,
  cause: "The keyword's value has the wrong type. It would check nothing, or no validator could be built.",
  bad: 'Name: { type: string, maxLength: "10" }',
  good: "Name: { type: string, maxLength: 10 }",
  at: "schemas",

  check({ schemas, locations }, report) {
    for (const { schema } of schemas) {
      for (const keyword of Object.keys(schema)) {
        const kind = schemaKeywords.get(keyword);
        const value = schema[keyword]!;
        const expected = kind && expectation(kind, value);
        if (expected === undefined) continue;
        const hint = hintFor(kind, keyword, value);
        report({ keyword, problem: `must be ${expected}` }, locations.value(schema, keyword), { ...(hint && { hint }) });
      }
    }
  },
});

/** A description of the valid values of the kind, if this value is not one of them. */
function expectation(kind: KeywordKind, value: JsonValue): string | undefined {
  switch (kind) {
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "string":
      return typeof value === "string" ? undefined : "a string";
    case "number":
      return typeof value === "number" ? undefined : "a number";
    case "positive number":
      return typeof value === "number" && value > 0 ? undefined : "a number above 0";
    case "count":
      return Number.isInteger(value) && (value as number) >= 0 ? undefined : "a whole number, 0 or above";
    case "names":
      return isNames(value) ? undefined : "a list of names";
    case "map of names":
      return isObject(value) && Object.values(value).every(isNames) ? undefined : "a map of lists of names";
    case "enum":
      return Array.isArray(value) ? undefined : "a list of values";
    case "type":
      return isType(value) ? undefined : `one of ${[...jsonTypes].join(", ")}, or a list of different ones`;
    case "annotation":
    case "schema":
      return undefined;
  }
  return kind satisfies never;
}

/** Names of JSON types in other languages. */
const otherNames: Readonly<Record<string, string>> = {
  bool: "boolean",
  date: "string, format: date",
  datetime: "string, format: date-time",
  decimal: "number",
  dict: "object",
  double: "number",
  file: "string, format: binary",
  float: "number",
  int: "integer",
  list: "array",
  long: "integer, format: int64",
  map: "object",
  str: "string",
  text: "string",
  uuid: "string, format: uuid",
};

/** Returns the probable intention. */
function hintFor(kind: KeywordKind | undefined, keyword: string, value: JsonValue): string | undefined {
  if (keyword === "required" && typeof value === "boolean")
    return value
      ? "Remove it, and list the property's name in `required` of the object."
      : "Remove it: properties that `required` of the object doesn't list are optional.";
  if (typeof value !== "string") return undefined;
  if (kind === "type") return typeHint(value);
  if (kind === "names" || kind === "enum") return `Write a list: [${quote(value)}]`;
  if (kind === "boolean") return /^(?:true|false)$/.test(value) ? `Remove the quotes: ${value}` : undefined;
  const isMeant = kind !== undefined && /^-?[0-9]{1,15}$/.test(value) && expectation(kind, Number(value)) === undefined;
  return isMeant ? `Remove the quotes: ${value}` : undefined;
}

function typeHint(value: string): string | undefined {
  const other = value.toLowerCase();
  const meant = Object.hasOwn(otherNames, other) ? otherNames[other] : suggest(value, jsonTypes);
  return meant === undefined ? undefined : `Did you mean \`type: ${meant}\`?`;
}

function isNames(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function isType(value: JsonValue): boolean {
  if (!Array.isArray(value)) return typeof value === "string" && jsonTypes.has(value);
  return (
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((name) => typeof name === "string" && jsonTypes.has(name))
  );
}

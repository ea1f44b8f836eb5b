import { quote } from "../../../../diagnostics/catalog/entry.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "../../../../document/json-value.js";
import { componentName } from "../../../../document/reference.js";
import type { Difference } from "../../rule.js";
import type { Reason } from "../../../../json-schema/containment/reason.js";
import type { Source } from "../../../../json-schema/containment/shape.js";
import { typesIn } from "../../../../json-schema/containment/type-set.js";

/** Values that a message lists at most. */
const mostListed = 5;

/** `"a", 2, null`, or how many there are. */
export function listValues(values: readonly JsonValue[]): string {
  if (values.some((value) => typeof value === "object" && value !== null))
    return values.length === 1 ? "a listed value" : "listed values";
  const names = values.map((value) => (typeof value === "string" ? quote(value) : String(value)));
  const rest = names.length - mostListed;
  return rest > 0 ? `${names.slice(0, mostListed).join(", ")} and ${rest} more` : names.join(", ");
}

const typeTexts = {
  null: "null",
  boolean: "a boolean",
  number: "a number",
  string: "a string",
  array: "a list",
  object: "an object",
} as const;

/** The types of the values that a reason is about: `a string`, `null`. */
export function nameTypes(reason: Reason | undefined): string {
  if (!reason) return "something else";
  if (reason.shape.isInteger) return "an integer";
  const names = typesIn(reason.shape.types).map((type) => typeTexts[type]);
  const isFraction =
    names[0] === "a number" && own(reason.right?.schema, "type") !== undefined && allowsIntegers(reason.right!.schema);
  return isFraction ? "a number that isn't whole" : names.join(" or ");
}

function allowsIntegers(schema: JsonObject): boolean {
  const type = schema["type"];
  return type === "integer" || (Array.isArray(type) && type.includes("integer"));
}

/** `maxLength 43 instead of 100`: the reason's right side is the tighter one, of the revision or of the base. */
export function describeLimit(reason: Reason | undefined, looser: "before" | "after"): string {
  const tight = limitText(reason?.right);
  const loose = limitText(reason?.left);
  const [before, after] = looser === "before" ? [loose, tight] : [tight, loose];
  if (after === undefined) return `no ${before ?? "limit"} any more`;
  return before === undefined
    ? `${after} now`
    : `${after} instead of ${before === undefined ? "none" : sameKeyword(before, after)}`;
}

function sameKeyword(before: string, after: string): string {
  const [keyword = "", value = ""] = before.split(" ");
  return after.startsWith(`${keyword} `) ? value : before;
}

function limitText(source: Source | undefined): string | undefined {
  const { schema, keyword } = source ?? {};
  if (!schema || keyword === undefined) return undefined;
  const value = own(schema, keyword);
  return typeof value === "number" || typeof value === "boolean" ? `${keyword} ${value}` : keyword;
}

/** What an alternative is called: by its component, its title, or not at all. */
export function nameAlternative(reason: Reason | undefined): string {
  if (reason?.among) return "what fits several of the alternatives";
  const branch = reason?.shape.branches.find(isObject);
  const ref = ownString(branch, "$ref");
  const name = (ref === undefined ? undefined : componentName(ref, "schemas")) ?? ownString(branch, "title");
  if (name !== undefined) return quote(name);
  return branch ? "one of the alternatives" : "what it did";
}

/** The keywords that differ, in brackets. */
export function nameKeyword({ narrowed, widened }: Difference): string {
  const keywords = [narrowed, widened].flatMap((reason) => [reason?.right?.keyword, reason?.left?.keyword]);
  const names = [...new Set(keywords.filter((keyword) => keyword !== undefined))].sort();
  return names.length > 0 ? ` (${names.map(quote).join(", ")})` : "";
}

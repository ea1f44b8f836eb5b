import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { noWrittenIntegers } from "../../../document/written-integers.js";
import { code, commaList, separated, type Inline } from "../content/inline.js";
import { branches, isNothing, mergedSchema, type Schemas } from "./merged-schema.js";
import { jsonCode, valueRules } from "./value-rules.js";

/** What the fields of an object must keep to among each other, a sentence for each: `from needs to.` */
export function fieldRules(schema: JsonObject, prefix: string, schemas: Schemas, integers = noWrittenIntegers): Inline[][] {
  const name = (field: string) => code(`${prefix}${field}`);
  return [
    ...Object.keys(ownObject(schema, "dependentRequired") ?? {}).map((field) => [
      name(field),
      " needs ",
      ...commaList(ownStrings(schema["dependentRequired"], field).map(name), " and "),
      ".",
    ]),
    ...Object.entries(ownObject(schema, "dependentSchemas") ?? {}).map(([field, rule]) => dependent(name(field), rule)),
    ...conditional(),
    ...requiredAlternatives("oneOf", "Exactly one of "),
    ...requiredAlternatives("anyOf", "At least one of "),
    ...excluded(own(schema, "not")),
  ];

  function dependent(field: Inline, rule: JsonValue): Inline[] {
    const merged = mergedSchema(rule, schemas).schema;
    const properties = ownObject(merged, "properties") ?? {};
    const names = Object.keys(properties);
    const forbidsAll = names.length > 0 && names.every((other) => isNothing(properties[other]));
    if (forbidsAll && Object.keys(untold(merged, ["properties"])).length === 0)
      return [field, " excludes ", ...commaList(names.map(name), " and "), "."];
    return ["With ", field, ": ", ...consequence(merged), "."];
  }

  function conditional(): Inline[][] {
    const condition = own(schema, "if");
    if (condition === undefined) return [];
    const when = separated(conditions(mergedSchema(condition, schemas).schema), " and ");
    const [then, otherwise] = (["then", "else"] as const).map((keyword) => own(schema, keyword));
    const sentence: Inline[] = ["If ", ...when, ": ", ...(then === undefined ? ["nothing more"] : consequence(then))];
    return [[...sentence, ...(otherwise === undefined ? [] : ["; otherwise: ", ...consequence(otherwise)]), "."]];
  }

  /** What must hold, told field by field. */
  function consequence(value: JsonValue): Inline[] {
    const { schema: rule } = mergedSchema(value, schemas);
    const required = ownStrings(rule, "required").map((field): Inline[] => [name(field), " is required"]);
    const rest = untold(rule, ["properties", "required"]);
    const others: Inline[][] = Object.keys(rest).length === 0 ? [] : [[jsonCode(rest, integers)]];
    return separated([...required, ...aboutFields(rule), ...others], ", ");
  }

  /** What is asked, told field by field. */
  function conditions(rule: JsonObject): Inline[][] {
    const properties = ownObject(rule, "properties") ?? {};
    const given = ownStrings(rule, "required").filter((field) => !Object.hasOwn(properties, field));
    return [...given.map((field): Inline[] => [name(field), " is given"]), ...aboutFields(rule)];
  }

  function aboutFields(rule: JsonObject): Inline[][] {
    return Object.entries(ownObject(rule, "properties") ?? {}).flatMap(([field, value]): Inline[][] => {
      if (isNothing(value)) return [[name(field), " is not allowed"]];
      const { schema: inner } = mergedSchema(value, schemas);
      if (Object.hasOwn(inner, "const")) return [[name(field), " is ", jsonCode(inner["const"]!, integers)]];
      const rules = valueRules(inner, integers);
      if (rules.length > 0) return [[name(field), ": ", ...separated(rules, ", ")]];
      const rest = untold(inner, []);
      return Object.keys(rest).length === 0 ? [] : [[name(field), ": ", jsonCode(rest, integers)]];
    });
  }

  function requiredAlternatives(keyword: "oneOf" | "anyOf", words: string): Inline[][] {
    const parts = branches(schema, keyword);
    if (parts.length === 0 || !parts.every(isOnlyRequired)) return [];
    const groups = parts.map((part) => commaList(ownStrings(part, "required").map(name), " and "));
    return [[words, ...separated(groups, ", "), "."]];
  }

  function excluded(not: JsonValue | undefined): Inline[][] {
    if (not === undefined || !isOnlyRequired(not)) return [];
    const names = ownStrings(not, "required").map(name);
    return [names.length === 1 ? [...names, " is not allowed."] : ["Not together: ", ...commaList(names), "."]];
  }
}

/** Keywords that say nothing about what is valid. */
const annotations = new Set(["title", "description", "$comment", "examples", "example", "default", "deprecated"]);

/** What a schema of an object asks for, but for some keywords that were told already. */
function untold(schema: JsonObject, told: readonly string[]): JsonObject {
  const entries = Object.entries(schema).filter(([keyword, value]) => {
    const isPlain = annotations.has(keyword) || value === true || (keyword === "type" && value === "object");
    return !isPlain && !told.includes(keyword);
  });
  return Object.fromEntries(entries);
}

/** Whether a schema says nothing but which fields there must be. */
export function isOnlyRequired(value: JsonValue): boolean {
  return isObject(value) && Array.isArray(own(value, "required")) && Object.keys(value).every(isAboutPresence);
}

function isAboutPresence(keyword: string): boolean {
  return ["required", "type", "title", "description"].includes(keyword);
}

import { type JsonObject, type JsonValue, own, ownObject, ownStrings } from "../../../document/json-value.js";
import { subschemasAt } from "../../../document/visitor.js";
import { code, commaList, type Inline, separated } from "../blocks/inline.js";
import { grouped, isOnlyRequired, jsonCode, phrase, type DescribeContext } from "./describe-rules.js";
import { isNothing, mergedSchema } from "./describe-type.js";
import { isTrivial, narrowing } from "./narrowing.js";

/** Returns the rules about the relations of an object's fields, one sentence each: `from needs to.` */
export function fieldRules(schema: JsonObject, prefix: string, context: DescribeContext): Inline[][] {
  const { schemas, integers } = context;
  const name = (field: string) => code(`${prefix}${field}`);
  return [
    ...Object.keys(ownObject(schema, "dependentRequired") ?? {}).map((field): Inline[] => [
      name(field),
      " needs ",
      ...commaList(ownStrings(schema["dependentRequired"], field).map(name), " and "),
      ".",
    ]),
    ...Object.entries(ownObject(schema, "dependentSchemas") ?? {}).map(([field, rule]) => dependent(name(field), rule)),
    ...conditional(),
    ...requiredAlternatives("oneOf", "Exactly one of"),
    ...requiredAlternatives("anyOf", "At least one of"),
    ...excluded(own(schema, "not")),
  ].map(withSubject);

  /** Names the object of a sentence without a name of its fields, unless it is the only one. */
  function withSubject(words: Inline[]): Inline[] {
    const isNamed = words.some((piece) => typeof piece === "object" && "text" in piece && piece.text.startsWith(prefix));
    if (isNamed || typeof words[0] !== "string") return words;
    const [first, ...others] = words;
    return [code(prefix.replace(/\.$/, "")), ": ", `${first.charAt(0).toLowerCase()}${first.slice(1)}`, ...others];
  }

  function dependent(field: Inline, rule: JsonValue): Inline[] {
    const merged = mergedSchema(rule, schemas).schema;
    const properties = ownObject(merged, "properties") ?? {};
    const names = Object.keys(properties);
    const forbidsAll = names.length > 0 && names.every((other) => isNothing(properties[other]));
    if (forbidsAll && remaining(merged).length === 0 && ownStrings(merged, "required").length === 0)
      return [field, " excludes ", ...commaList(names.map(name), " and "), "."];
    return ["With ", field, ": ", ...consequence(merged), "."];
  }

  function conditional(): Inline[][] {
    const condition = own(schema, "if");
    const [then, otherwise] = (["then", "else"] as const).map((keyword) => {
      const value = own(schema, keyword);
      return value === undefined || isTrivial(value) ? undefined : value;
    });
    if (condition === undefined || (then === undefined && otherwise === undefined)) return [];
    if (isTrivial(condition)) return then === undefined ? [] : [["Always: ", ...consequence(then), "."]];
    const when = separated(conditions(mergedSchema(condition, schemas).schema), " and ");
    const sentence: Inline[] = ["If ", ...when, ", then ", ...(then === undefined ? ["nothing more"] : consequence(then))];
    return [[...sentence, ...(otherwise === undefined ? [] : ["; otherwise ", ...consequence(otherwise)]), "."]];
  }

  /** Returns what must be valid, by field. */
  function consequence(value: JsonValue): Inline[] {
    const { schema: rule } = mergedSchema(value, schemas);
    const required = ownStrings(rule, "required").map((field): Inline[] => [name(field), " is required"]);
    const told = [...required, ...aboutFields(rule), ...remaining(rule)];
    return told.length === 0 ? ["nothing more"] : separated(told, ", ");
  }

  /** Returns the conditions, by field. Those about a field that may be absent are met without it. */
  function conditions(rule: JsonObject): Inline[][] {
    const properties = ownObject(rule, "properties") ?? {};
    const required = ownStrings(rule, "required");
    const given = required.filter((field) => !Object.hasOwn(properties, field));
    const told = [
      ...given.map((field): Inline[] => [name(field), " is given"]),
      ...aboutFields(rule, required),
      ...remaining(rule),
    ];
    return told.length === 0 ? [["the value is valid"]] : told;
  }

  /** Returns the rules of fields; with the names of required ones, it mentions the others' absence. */
  function aboutFields(rule: JsonObject, required?: readonly string[]): Inline[][] {
    return Object.entries(ownObject(rule, "properties") ?? {}).flatMap(([field, value]): Inline[][] => {
      if (isNothing(value)) return [[name(field), " is not allowed"]];
      const absent = required === undefined || required.includes(field) ? [] : [" or absent"];
      const { schema: inner } = mergedSchema(value, schemas);
      if (Object.keys(narrowing(inner)).length === 0) return required?.includes(field) ? [[name(field), " is given"]] : [];
      if (Object.keys(narrowing(inner)).join() === "const")
        return [[name(field), " is ", jsonCode(inner["const"]!, integers), ...absent]];
      return [[name(field), ": ", ...grouped(phrase(value, context)), ...absent]];
    });
  }

  /** Returns the other requirements. */
  function remaining(rule: JsonObject): Inline[][] {
    const { properties: _properties, required: _required, type, ...others } = narrowing(rule);
    const left = type === undefined || type === "object" ? others : { type, ...others };
    return Object.keys(left).length === 0 ? [] : [[jsonCode(left, integers)]];
  }

  function requiredAlternatives(keyword: "oneOf" | "anyOf", words: string): Inline[][] {
    const parts = subschemasAt(schema, keyword);
    if (parts.length === 0 || !parts.every(isOnlyRequired)) return [];
    const groups = parts.map((part) => commaList(ownStrings(part, "required").map(name), " and "));
    // Of `a, b and c`, readers would take each for an alternative.
    const isSingle = groups.every((group) => group.length === 1);
    return [[words, ...(isSingle ? [" ", ...separated(groups, ", ")] : [": ", ...separated(groups, "; ")]), "."]];
  }

  function excluded(not: JsonValue | undefined): Inline[][] {
    if (not === undefined || !isOnlyRequired(not)) return [];
    const names = ownStrings(not, "required").map(name);
    return [names.length === 1 ? [...names, " is not allowed."] : ["Not together: ", ...commaList(names), "."]];
  }
}

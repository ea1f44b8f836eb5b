import { escapeSegment } from "../../../../../templates/runtime/json-pointer.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../../../document/json-value.js";
import { conjuncts, listOf } from "../../../../json-schema/samples/conjuncts.js";
import { sampleProperty, type Sampling } from "../../../../json-schema/samples/sample-value.js";
import { exclusive, type Mutation } from "./mutation.js";
import type { Position } from "./positions.js";

/** Longer lists can't be read in a file. */
const longestList = 200;

/** What breaks keywords that are about lists. */
export function mutateList({ pointer, value, parts }: Position): Mutation[] {
  if (!Array.isArray(value)) return [];
  const mutations: Mutation[] = [];
  const add = (rule: string, list: JsonValue[], words: string) => mutations.push({ rule, pointer, value: list, words });
  for (const part of parts) {
    const [least, most] = [own(part, "minItems"), own(part, "maxItems")];
    if (typeof least === "number" && least > 0) add("minItems", value.slice(0, least - 1), "with too few items");
    if (typeof most === "number" && most < longestList && value.length > 0)
      add("maxItems", extend(value, most + 1), "with too many items");
    if (own(part, "uniqueItems") === true && value.length > 0)
      add("uniqueItems", [...value, value[0]!], "with the same item twice");
  }
  return mutations;
}

/** Goes on with items that differ where they are texts or numbers, so that a list of unique items is only too long. */
function extend(list: readonly JsonValue[], length: number): JsonValue[] {
  return Array.from({ length }, (_, index) => {
    const item = list[index % list.length]!;
    if (index < list.length) return item;
    return typeof item === "string" ? `${item}${index + 1}` : typeof item === "number" ? item + index : item;
  });
}

/** What breaks keywords that are about objects. */
export function mutateObject(sampling: Sampling, { pointer, value, parts }: Position): Mutation[] {
  if (!isObject(value)) return [];
  const mutations: Mutation[] = [];
  const at = (name: string) => `${pointer}/${escapeSegment(name)}`;
  for (const part of parts) {
    for (const name of ownStrings(part, "required")) mutations.push({ rule: "required", pointer: at(name), words: "missing" });
    for (const rule of ["additionalProperties", "unevaluatedProperties"]) {
      if (own(part, rule) === false)
        mutations.push({ rule, pointer: at("unknown_field"), value: 1, words: "with a field that the contract does not have" });
    }
    const most = own(part, "maxProperties");
    if (own(part, "minProperties") !== undefined)
      mutations.push({ rule: "minProperties", pointer, value: {}, words: "with too few fields" });
    if (typeof most === "number" && most < longestList) {
      mutations.push({
        rule: "maxProperties",
        pointer,
        value: { ...value, ...fillers(most + 1) },
        words: "with too many fields",
      });
    }
    if (own(part, "propertyNames") !== undefined)
      mutations.push({ rule: "propertyNames", pointer: at("!"), value: 1, words: "with a name that is not allowed" });
    for (const [name, others] of Object.entries(ownObject(part, "dependentRequired") ?? {})) {
      const property = own(value, name) ?? sampleProperty(sampling, parts, name);
      if (property === undefined || !Array.isArray(others)) continue;
      const alone: JsonObject = { ...value, [name]: property };
      for (const other of others) delete alone[String(other)];
      mutations.push({ rule: "dependentRequired", pointer, value: alone, words: `with ${name} alone` });
    }
  }
  return [...mutations, ...mutateExclusive(sampling, { pointer, value, parts })];
}

function fillers(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index + 1}`, 1]));
}

/** Puts together what excludes each other: fields of two alternatives, or fields that must not stand beside each other. */
function mutateExclusive(
  sampling: Sampling,
  { pointer, value, parts }: Pick<Position, "pointer" | "parts"> & { value: JsonObject },
): Mutation[] {
  const mutations: Mutation[] = [];
  for (const part of parts) {
    const alternatives = ["oneOf", "anyOf"].flatMap((keyword) => listOf(own(part, keyword)));
    const excluded = own(part, "not");
    const pairs = isObject(excluded)
      ? [excluded, ...["anyOf", "oneOf"].flatMap((keyword) => listOf(own(excluded, keyword)))]
      : [];
    for (const alternative of [...alternatives, ...pairs]) {
      const inner = conjuncts(sampling.schemas, alternative, () => []);
      const names = new Set(inner.flatMap((schema) => ownStrings(schema, "required")));
      const both: JsonObject = { ...value };
      for (const name of names) {
        const property = own(value, name) ?? sampleProperty(sampling, [...inner, ...parts], name);
        if (property !== undefined) both[name] = property;
      }
      const added = Object.keys(both).filter((name) => !Object.hasOwn(value, name));
      if (added.length === 0) continue;
      mutations.push({ rule: exclusive, pointer, value: both, words: `with ${added.join(" and ")} besides` });
    }
  }
  return mutations;
}

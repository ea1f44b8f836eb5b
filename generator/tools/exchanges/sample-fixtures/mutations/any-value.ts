import { hasType, jsonTypes, typesOf } from "../../../../../templates/runtime/json-schema/json-type.js";
import { isObject, own, type JsonValue } from "../../../../document/json-value.js";
import { listOf } from "../../../../json-schema/samples/conjuncts.js";
import type { Mutation } from "./mutation.js";
import type { Position } from "./positions.js";

const oneOfEach: readonly JsonValue[] = ["text", 1, true, [], {}, null, 1.5];

/** What breaks keywords that are about values of every type. */
export function mutateAnyValue({ pointer, value, parts }: Position): Mutation[] {
  const mutations: Mutation[] = [];
  for (const part of parts) {
    const types = typesOf(part);
    if (types && types.length < jsonTypes.size) {
      const others = oneOfEach.filter((other) => !hasType(other, types));
      mutations.push(...others.map((other): Mutation => ({ rule: "type", pointer, value: other, words: "of another type" })));
    }
    for (const rule of ["enum", "const"] as const) {
      if (own(part, rule) === undefined) continue;
      const other = typeof value === "string" ? `${value}-other` : typeof value === "number" ? value + 1_000_003 : "other";
      mutations.push({ rule, pointer, value: other, words: "with a value that is not listed" });
    }
    const not = own(part, "not");
    const excluded = isObject(not) ? [...listOf(own(not, "enum")), own(not, "const")] : [];
    for (const other of excluded) {
      if (other !== undefined) mutations.push({ rule: "not", pointer, value: other, words: "with a value that is ruled out" });
    }
  }
  return mutations;
}

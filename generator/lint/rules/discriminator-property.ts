import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../../load/json-value.js";
import { branches } from "../branches.js";
import type { Rule, RuleContext } from "../rule.js";

/** A discriminator tells alternatives apart only if each of them has the property and requires it. */
export const discriminatorProperty: Rule = {
  code: "discriminator-property",
  check(context) {
    for (const { schema } of context.schemas) {
      const discriminator = ownObject(schema, "discriminator");
      const property = ownString(discriminator, "propertyName");
      if (!discriminator || property === undefined) continue;
      for (const branch of [...branches(schema, "oneOf"), ...branches(schema, "anyOf")]) {
        const problem = problemIn(context, branch, property);
        if (problem === undefined) continue;
        const location = isObject(branch) ? context.places.value(branch) : undefined;
        context.report("discriminator-property", { property, problem }, context.places.value(discriminator, "propertyName"), {
          related: [location && { message: "this alternative", location }],
        });
      }
    }
  },
};

function problemIn(context: RuleContext, branch: JsonValue, property: string): string | undefined {
  const parts = partsOf(context, branch);
  // Alternatives that are unions themselves are judged where they have a discriminator.
  if (parts.some((part) => branches(part, "oneOf").length + branches(part, "anyOf").length > 0)) return undefined;
  if (!parts.some((part) => own(ownObject(part, "properties"), property) !== undefined))
    return "is not a property of each alternative";
  return parts.some((part) => ownStrings(part, "required").includes(property))
    ? undefined
    : "is not required by each alternative";
}

/** The schemas that all apply: the schema, what it refers to, and the branches of `allOf`. */
function partsOf(context: RuleContext, schema: JsonValue | undefined, seen = new Set<JsonValue>()): JsonObject[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const referred = ownString(schema, "$ref") === undefined ? undefined : context.resolve({ $ref: schema["$ref"]! });
  return [schema, ...[referred, ...branches(schema, "allOf")].flatMap((part) => partsOf(context, part, seen))];
}

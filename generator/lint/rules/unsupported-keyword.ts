import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referencedName } from "../../document/reference.js";
import { forEachSubschema } from "../../document/visitor.js";
import { defineRule } from "../rule.js";
import { unsupportedKeywords, reasonIgnored } from "../../document/schema-keywords.js";

/** The maximum number of schemas that keywords about the rest track: all become part of their validator. */
const maxCombined = 500;

/** Rejects the keywords that generated validators can't evaluate correctly, each by name. */
export const unsupportedKeyword = defineRule({
  code: "unsupported-keyword",
  severity: "error",
  message: ({ keyword, feature }: { keyword: string; feature: string }) => `${quote(keyword)}: ${feature} not supported`,
  cause: "Generated validators can't evaluate this keyword correctly, so it is rejected rather than ignored.",
  bad: "Pair: { $schema: https://schemas.example/dialect, type: array, prefixItems: [{ type: string }], items: false }",
  good: "Pair: { type: array, prefixItems: [{ type: string }], items: false }",
  at: "schemas",

  check({ schemas, upgraded, locations }, report) {
    const countCombined = createCombinedCounter(upgraded);
    for (const { schema } of schemas) {
      for (const keyword of Object.keys(schema)) {
        const found = unsupportedKeywords.get(keyword);
        if (found && reasonIgnored(keyword, schema) === undefined)
          report({ keyword, feature: found.feature }, locations.key(schema, keyword), { hint: found.hint });
      }
      const keyword = ["unevaluatedProperties", "unevaluatedItems"].find((name) => Object.hasOwn(schema, name));
      if (keyword !== undefined && countCombined(schema) > maxCombined) {
        const feature = `tracking what more than ${maxCombined} combined schemas evaluate is`;
        report({ keyword, feature }, locations.key(schema, keyword), {
          hint: "Combine fewer schemas: each counts as often as a chain of allOf, anyOf, oneOf and $ref leads to it.",
        });
      }
    }
  },
});

/**
 * Counts the schemas that apply to the same value as a schema: itself, the schemas that it combines and their
 * references, each as often as it is applied. The number may grow exponentially with the depth of references; counting
 * takes linear time.
 */
function createCombinedCounter(document: JsonObject): (schema: JsonValue) => number {
  const schemas = ownObject(ownObject(document, "components"), "schemas") ?? {};
  const known = new Map<string, number>();

  const countComponent = (name: string): number => {
    const counted = known.get(name);
    if (counted !== undefined) return counted;
    // In a loaded contract no schema contains itself; this only ends the recursion in a broken one.
    known.set(name, 0);
    const target = own(schemas, name);
    const found = target === undefined ? 0 : count(target);
    known.set(name, found);
    return found;
  };

  const count = (schema: JsonValue): number => {
    if (!isObject(schema)) return 1;
    const name = referencedName(schema);
    let sum = 1 + (name === undefined ? 0 : countComponent(name));
    forEachSubschema(schema, (subschema, { subject }) => {
      if (subject === "value") sum += count(subschema);
    });
    return sum;
  };
  return count;
}

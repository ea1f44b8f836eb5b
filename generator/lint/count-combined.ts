import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { componentName } from "../document/reference.js";
import { forEachSubschema } from "../document/visitor.js";

/**
 * Counts the schemas that a schema applies to its own value: itself, what it combines and what these refer to, each as often as
 * it is applied. Where references fan out at each of some levels that is exponentially many; the count takes linear time.
 */
export function createCombinedCounter(document: JsonObject): (schema: JsonValue) => number {
  const schemas = ownObject(ownObject(document, "components"), "schemas") ?? {};
  const known = new Map<string, number>();

  const countComponent = (name: string): number => {
    const counted = known.get(name);
    if (counted !== undefined) return counted;
    // Nothing is a part of itself in a contract that was loaded; this only keeps a broken one from going round.
    known.set(name, 0);
    const target = own(schemas, name);
    const found = target === undefined ? 0 : count(target);
    known.set(name, found);
    return found;
  };

  const count = (schema: JsonValue): number => {
    if (!isObject(schema)) return 1;
    const name = componentName(ownString(schema, "$ref") ?? "", "schemas");
    let sum = 1 + (name === undefined ? 0 : countComponent(name));
    forEachSubschema(schema, (subschema, { subject }) => {
      if (subject === "value") sum += count(subschema);
    });
    return sum;
  };
  return count;
}

import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { subschemasAt } from "../../document/visitor.js";
import { createPatternMatches } from "../pattern/matches-of.js";

const matches = createPatternMatches();

/** Returns whether a pattern of properties matches a name. */
export function isMatch(pattern: string, name: string): boolean {
  return matches(pattern, name, () => undefined) === "yes";
}

/** Returns the schemas in `properties`, `patternProperties` and `additionalProperties` for the property of a name. */
export function propertySchemas(schema: JsonObject, name: string): readonly JsonValue[] {
  const found = declaredSchemas(schema, name);
  return found.length > 0 ? found : subschemasAt(schema, "additionalProperties");
}

/** Returns the schemas in `properties` and `patternProperties` for the property of a name. */
export function declaredSchemas(schema: JsonObject, name: string): readonly JsonValue[] {
  const property = own(ownObject(schema, "properties"), name);
  const patterns = Object.entries(ownObject(schema, "patternProperties") ?? {});
  const matching = patterns.filter(([pattern]) => isMatch(pattern, name));
  return [...(property === undefined ? [] : [property]), ...matching.map(([, value]) => value)];
}

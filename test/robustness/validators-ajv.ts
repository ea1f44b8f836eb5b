import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { ajvOpinion } from "../json-schema/containment/ajv.js";

/** What Ajv, compiled at run time, says of a value; `undefined` where it throws or is known to be wrong. */
export function ajvVerdict(schema: JsonValue, components: JsonObject): (value: JsonValue) => boolean | undefined {
  const opinion = ajvOpinion(withBounds(schema), withBounds(components) as JsonObject);
  const keepsAccount = JSON.stringify([schema, components]).includes('"unevaluatedProperties"');
  return (value) => {
    // Ajv takes what every object inherits for evaluated.
    if (keepsAccount && /"(?:constructor|toString)":/.test(JSON.stringify(value))) return undefined;
    try {
      return opinion(value);
    } catch {
      // A property called `toString` is called where values are compared.
      return undefined;
    }
  };
}

/** In a loop, Ajv doesn't see that a list is empty, unless it has to count what the list contains. */
function withBounds(schema: JsonValue): JsonValue {
  const text = JSON.stringify(schema, (_key, value: JsonValue) => {
    const hasContains = typeof value === "object" && value !== null && "contains" in value;
    return hasContains ? { minContains: 1, maxContains: 1e9, ...value } : value;
  });
  return JSON.parse(text) as JsonValue;
}
